/// The content of a value as a Swift type; nil if the value has another type. Variants are unwrapped.
extension BusValue {
    /// The value itself or, for a variant, the innermost value.
    public var unwrapped: BusValue {
        var value = self
        while case .variant(let inner) = value { value = inner }
        return value
    }

    /// The text of an `s`.
    public var asString: String? {
        guard case .string(let text) = unwrapped else { return nil }
        return text
    }

    /// The path of an `o`.
    public var asObjectPath: String? {
        guard case .objectPath(let path) = unwrapped else { return nil }
        return path
    }

    /// The descriptor of an `h`.
    public var asDescriptor: BusDescriptor? {
        guard case .descriptor(let descriptor) = unwrapped else { return nil }
        return descriptor
    }

    public var asBoolean: Bool? {
        guard case .boolean(let flag) = unwrapped else { return nil }
        return flag
    }

    /// The number of a `d`.
    public var asDouble: Double? {
        guard case .double(let number) = unwrapped else { return nil }
        return number
    }

    /// The number of any integer type, if it fits: players differ in the type they send for the same number.
    public var asInt64: Int64? {
        switch unwrapped {
        case .byte(let number): Int64(number)
        case .int16(let number): Int64(number)
        case .uint16(let number): Int64(number)
        case .int32(let number): Int64(number)
        case .uint32(let number): Int64(number)
        case .int64(let number): number
        case .uint64(let number): Int64(exactly: number)
        case .boolean, .double, .string, .objectPath, .signature, .descriptor, .array, .dictionary, .structure,
            .variant:
            nil
        }
    }

    /// The number of any integer type, if it fits.
    public var asUInt64: UInt64? {
        guard case .uint64(let number) = unwrapped else { return asInt64.flatMap { UInt64(exactly: $0) } }
        return number
    }

    /// The elements of an array of any type.
    public var asArray: [BusValue]? {
        guard case .array(_, let elements) = unwrapped else { return nil }
        return elements
    }

    /// The fields of a structure.
    public var asStructure: [BusValue]? {
        guard case .structure(let fields) = unwrapped else { return nil }
        return fields
    }

    /// The elements of an `as`.
    public var asStrings: [String]? {
        guard case .array("s", let elements) = unwrapped else { return nil }
        return elements.compactMap(\.asString)
    }

    /// The elements of an `ao`.
    public var asObjectPaths: [String]? {
        guard case .array("o", let elements) = unwrapped else { return nil }
        return elements.compactMap(\.asObjectPath)
    }

    /// The entries of an `a{os}`. If a path occurs twice, the last text counts.
    public var asTextsByPath: [String: String]? {
        guard case .dictionary("o", "s", let entries) = unwrapped else { return nil }
        let texts = entries.map { ($0.key.asObjectPath ?? "", $0.value.asString ?? "") }
        return Dictionary(texts) { _, last in last }
    }

    /// The entries of an `a{sv}`, unwrapped from their variants. If a key occurs twice, the last value counts.
    public var asProperties: [String: BusValue]? {
        guard case .dictionary("s", "v", let entries) = unwrapped else { return nil }
        var properties: [String: BusValue] = [:]
        for entry in entries {
            guard let key = entry.key.asString else { continue }
            properties[key] = entry.value.unwrapped
        }
        return properties
    }
}
