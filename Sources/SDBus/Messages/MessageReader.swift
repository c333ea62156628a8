import CSystemd
import Glibc

/// A reader of the values of an arrived sd_bus_message, of any types.
///
/// sd-bus validates its input (text, padding, lengths, a depth of at most 128), so a hostile message ends in an error.
/// The reader itself limits the memory to which a small encoding expands (`remaining`).
struct MessageReader {
    /// The maximum number of values: more than the largest honest message has, and few enough to be held several times
    /// over.
    static let maximumValues = 1 << 20

    let message: OpaquePointer
    private var remaining = MessageReader.maximumValues

    init(message: OpaquePointer) {
        self.message = message
    }

    /// Reads all values from the current position in the message on.
    mutating func readAll() throws(BusError) -> [BusValue] {
        var values: [BusValue] = []
        while let (type, contents) = try peek() {
            values.append(try read(type, contents))
        }
        return values
    }

    /// Reads the next value. Throws if there is none.
    mutating func readOne() throws(BusError) -> BusValue {
        guard let (type, contents) = try peek() else {
            throw BusError(.invalidArguments, "The message ends before its value.")
        }
        return try read(type, contents)
    }

    private func peek() throws(BusError) -> (type: Unicode.Scalar, contents: String)? {
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        let result = try check(sd_bus_message_peek_type(message, &type, &contents))
        guard result > 0 else { return nil }
        return (Unicode.Scalar(UInt8(bitPattern: type)), contents.map { String(cString: $0) } ?? "")
    }

    private mutating func read(_ type: Unicode.Scalar, _ contents: String) throws(BusError) -> BusValue {
        remaining -= 1
        guard remaining >= 0 else {
            throw BusError(.limitsExceeded, "The message holds more than \(Self.maximumValues) values.")
        }
        switch type {
        case "y": return .byte(try readBasic(type, 0))
        case "b": return .boolean(try readBasic(type, Int32(0)) != 0)
        case "n": return .int16(try readBasic(type, 0))
        case "q": return .uint16(try readBasic(type, 0))
        case "i": return .int32(try readBasic(type, 0))
        case "u": return .uint32(try readBasic(type, 0))
        case "x": return .int64(try readBasic(type, 0))
        case "t": return .uint64(try readBasic(type, 0))
        case "d": return .double(try readBasic(type, 0))
        case "s": return .string(try readText(type))
        case "o": return .objectPath(try readText(type))
        case "g": return .signature(try readText(type))
        case "h": return .descriptor(try readDescriptor())
        case "a" where contents.utf8.first == UInt8(ascii: "{"): return try readDictionary(contents)
        case "a": return .array(of: contents, try readContainer(type, contents))
        case "r": return .structure(try readContainer(type, contents))
        case "v":
            try check(sd_bus_message_enter_container(message, CChar(type.value), contents))
            let inner = try readOne()
            try check(sd_bus_message_exit_container(message))
            return .variant(inner)
        default:
            throw BusError(.notSupported, "Values of type \(type) are not supported.")
        }
    }

    private mutating func readContainer(
        _ type: Unicode.Scalar, _ contents: String
    ) throws(BusError) -> [BusValue] {
        try check(sd_bus_message_enter_container(message, CChar(type.value), contents))
        let values = try readAll()
        try check(sd_bus_message_exit_container(message))
        return values
    }

    /// Reads a dictionary. `contents` is the type of an entry in braces; the key has one basic type, so it is one
    /// character.
    private mutating func readDictionary(_ contents: String) throws(BusError) -> BusValue {
        let entryType = String(contents.dropFirst().dropLast())
        var entries: [BusValue.Entry] = []
        try check(sd_bus_message_enter_container(message, CChar(UInt8(ascii: "a")), contents))
        while try check(sd_bus_message_at_end(message, 0)) == 0 {
            try check(sd_bus_message_enter_container(message, CChar(UInt8(ascii: "e")), entryType))
            entries.append(BusValue.Entry(try readOne(), try readOne()))
            try check(sd_bus_message_exit_container(message))
        }
        try check(sd_bus_message_exit_container(message))
        return .dictionary(key: String(entryType.prefix(1)), value: String(entryType.dropFirst()), entries)
    }

    private func readBasic<Value: BitwiseCopyable>(_ type: Unicode.Scalar, _ initial: Value) throws(BusError) -> Value {
        var value = initial
        try check(sd_bus_message_read_basic(message, CChar(type.value), &value))
        return value
    }

    private func readText(_ type: Unicode.Scalar) throws(BusError) -> String {
        var text: UnsafePointer<CChar>?
        try check(sd_bus_message_read_basic(message, CChar(type.value), &text))
        return text.map { String(cString: $0) } ?? ""
    }

    /// Returns a duplicate of the descriptor, because the descriptor in the message is closed with the message.
    private func readDescriptor() throws(BusError) -> BusDescriptor {
        let number = fcntl(try readBasic("h", Int32(-1)), F_DUPFD_CLOEXEC, 3)
        guard number >= 0 else { throw BusError(errno: errno, "A descriptor can't be taken") }
        return BusDescriptor(consuming: number)
    }

    @discardableResult
    private func check(_ result: Int32) throws(BusError) -> Int32 {
        guard result < 0 else { return result }
        let error = BusError(errno: result, "The message cannot be read")
        throw BusError(.invalidArguments, error.message)
    }
}
