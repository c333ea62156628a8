/// One value of the D-Bus type system.
///
/// Strings are cleaned when they are sent: NUL is removed, and Unicode's noncharacters become U+FFFD, since sd-bus and
/// others disconnect senders of such text.
public enum BusValue: Sendable, Hashable {
    case byte(UInt8)
    case boolean(Bool)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    /// A valid path (`ObjectPath.isValid`); a message with an invalid one can't be sent.
    case objectPath(String)
    /// A valid signature; a message with an invalid one can't be sent.
    case signature(String)
    case descriptor(BusDescriptor)
    /// An array. `of` is the signature of the elements, needed because the array may be empty.
    case array(of: String, [BusValue])
    /// A dictionary. `key` and `value` are signatures; the entries keep their order.
    case dictionary(key: String, value: String, [Entry])
    /// A structure of at least one field.
    case structure([BusValue])
    indirect case variant(BusValue)

    /// A dictionary entry.
    public struct Entry: Sendable, Hashable {
        public var key: BusValue
        public var value: BusValue

        public init(_ key: BusValue, _ value: BusValue) {
            self.key = key
            self.value = value
        }
    }

    /// Returns an `as`.
    public static func strings(_ strings: [String]) -> BusValue {
        .array(of: "s", strings.map { .string($0) })
    }

    /// Returns an `ao`. Every path must be valid.
    public static func objectPaths(_ paths: [String]) -> BusValue {
        .array(of: "o", paths.map { .objectPath($0) })
    }

    /// Returns an `a{sv}`, sorted by key; each value is wrapped in a variant.
    public static func properties(_ properties: [String: BusValue]) -> BusValue {
        .dictionary(
            key: "s", value: "v",
            properties.sorted { $0.key < $1.key }.map { Entry(.string($0.key), .variant($0.value)) })
    }

    /// The single complete type of this value, as in the D-Bus specification, "Type System".
    public var signature: String {
        switch self {
        case .byte: "y"
        case .boolean: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .objectPath: "o"
        case .signature: "g"
        case .descriptor: "h"
        case .array(let element, _): "a" + element
        case .dictionary(let key, let value, _): "a{" + key + value + "}"
        case .structure(let fields): "(" + fields.map(\.signature).joined() + ")"
        case .variant: "v"
        }
    }
}
