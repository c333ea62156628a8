import CSystemd
import Glibc

/// The cost of reading a message, computed without keeping any of its values.
struct MessageWeight {
    /// The maximum length of one text in bytes: no honest name or URI is longer.
    static let longestText = 8192
    /// The maximum weight of one message in bytes: a single edit of a queue with 100,000 files that have long names.
    static let heaviest = 32 << 20
    /// The weight of one value in addition to its bytes.
    private static let value = 64

    /// The approximate number of bytes needed to hold the message.
    private(set) var total = MessageWeight.value
    private(set) var hasLongText = false
    private let message: OpaquePointer

    /// Weighs a message until it is known to be too heavy. Parts that can't be read count as nothing, since reading
    /// them will fail. Afterwards the message is rewound.
    init(of message: OpaquePointer) {
        self.message = message
        sd_bus_message_rewind(message, 1)
        weighAll()
        sd_bus_message_rewind(message, 1)
    }

    /// The error for the sender of a message that is too heavy; nil for all other messages.
    var refusal: BusError? {
        if hasLongText {
            return BusError(.limitsExceeded, "A text of more than \(Self.longestText) bytes is not accepted.")
        }
        return total > Self.heaviest
            ? BusError(.limitsExceeded, "A call of more than \(Self.heaviest >> 20) MiB is not accepted.") : nil
    }

    private mutating func weighAll() {
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        while refusal == nil, sd_bus_message_peek_type(message, &type, &contents) > 0 {
            total += Self.value
            guard weigh(type, contents) else { return }
        }
    }

    /// Returns false if the value can't be read.
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
