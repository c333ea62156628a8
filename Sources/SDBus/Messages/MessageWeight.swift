import CSystemd
import Glibc

/// How much a message asks of whoever reads it, found out without keeping any of its values.
struct MessageWeight {
    /// The most bytes of one text: no honest name or URI is longer.
    static let longestText = 8192
    /// The most of one message: an edit of a queue with 100,000 files that have long names, as a whole.
    static let heaviest = 32 << 20
    /// What one value costs in addition to its bytes.
    private static let value = 64

    /// About how many bytes it takes to hold the message.
    private(set) var total = MessageWeight.value
    private(set) var hasLongText = false
    private let message: OpaquePointer

    /// Weighs until it is clear that the message is too heavy. A part that can't be read counts for nothing, since
    /// reading it will end in an error. Afterwards the message is at its beginning again.
    init(of message: OpaquePointer) {
        self.message = message
        sd_bus_message_rewind(message, 1)
        weighAll()
        sd_bus_message_rewind(message, 1)
    }

    /// What the sender of a message that is too heavy is told; nil for all other messages.
    var refusal: BusError? {
        if hasLongText {
            return BusError(.limitsExceeded, "A text of more than \(Self.longestText) bytes is not taken.")
        }
        return total > Self.heaviest
            ? BusError(.limitsExceeded, "A call of more than \(Self.heaviest >> 20) MiB is not taken.") : nil
    }

    private mutating func weighAll() {
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        while refusal == nil, sd_bus_message_peek_type(message, &type, &contents) > 0 {
            total += Self.value
            guard weigh(type, contents) else { return }
        }
    }

    /// False when the value can't be read.
    private mutating func weigh(_ type: CChar, _ contents: UnsafePointer<CChar>?) -> Bool {
        switch Unicode.Scalar(UInt8(bitPattern: type)) {
        case "s", "o", "g":
            var text: UnsafePointer<CChar>?
            guard sd_bus_message_read_basic(message, type, &text) >= 0, let text else { return false }
            let length = strlen(text)
            total += length
            hasLongText = hasLongText || length > Self.longestText
            return true
        case "a", "r", "v", "e":
            guard sd_bus_message_enter_container(message, type, contents) >= 0 else { return false }
            weighAll()
            return refusal == nil && sd_bus_message_exit_container(message) >= 0
        default: return sd_bus_message_skip(message, nil) >= 0
        }
    }
}
