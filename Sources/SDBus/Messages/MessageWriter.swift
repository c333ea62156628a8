import CSystemd
import Glibc

/// A writer that appends values to an sd_bus_message.
///
/// A value whose elements do not have the type declared by its container is a programming mistake, and traps. If sd-bus
/// rejects the content (an invalid path, a message too large), an error is thrown; the message is then unusable.
struct MessageWriter {
    let message: OpaquePointer

    func append(_ values: [BusValue]) throws(BusError) {
        for value in values { try append(value) }
    }

    func append(_ value: BusValue) throws(BusError) {
        switch value {
        case .byte(let number): try appendBasic("y", number)
        case .boolean(let flag): try appendBasic("b", Int32(flag ? 1 : 0))
        case .int16(let number): try appendBasic("n", number)
        case .uint16(let number): try appendBasic("q", number)
        case .int32(let number): try appendBasic("i", number)
        case .uint32(let number): try appendBasic("u", number)
        case .int64(let number): try appendBasic("x", number)
        case .uint64(let number): try appendBasic("t", number)
        case .double(let number): try appendBasic("d", number)
        case .string(let text): try appendText("s", BusText.cleaned(text))
        case .objectPath(let path): try appendText("o", path)
        case .signature(let signature): try appendText("g", signature)
        case .descriptor(let descriptor): try appendBasic("h", descriptor.number)
        case .array(let element, let elements):
            try open("a", element)
            for element in elements { try append(element) }
            try close()
        case .dictionary(let key, let value, let entries):
            try open("a", "{" + key + value + "}")
            let contents = key + value
            for entry in entries {
                try open("e", contents)
                try append(entry.key)
                try append(entry.value)
                try close()
            }
            try close()
        case .structure(let fields):
            try open("r", fields.map(\.signature).joined())
            for field in fields { try append(field) }
            try close()
        case .variant(let inner):
            try open("v", inner.signature)
            try append(inner)
            try close()
        }
    }

    private func appendBasic<Value: BitwiseCopyable>(_ type: Unicode.Scalar, _ value: Value) throws(BusError) {
        var value = value
        try check(sd_bus_message_append_basic(message, CChar(type.value), &value), String(type))
    }

    private func appendText(_ type: Unicode.Scalar, _ text: String) throws(BusError) {
        // C would send only the part before a NUL. `BusText.cleaned` does not apply to paths and signatures, so they
        // may contain one.
        guard !text.utf8.contains(0) else {
            throw BusError(.invalidArguments, "A value of type \(type) must not contain NUL.")
        }
        try check(sd_bus_message_append_basic(message, CChar(type.value), text), String(type))
    }

    private func open(_ container: Unicode.Scalar, _ contents: String) throws(BusError) {
        try check(
            sd_bus_message_open_container(message, CChar(container.value), contents), String(container) + contents)
    }

    private func close() throws(BusError) {
        try check(sd_bus_message_close_container(message), "the end of a container")
    }

    private func check(_ result: Int32, _ describe: @autoclosure () -> String) throws(BusError) {
        // ENXIO means that the enclosing container requires another type.
        precondition(result != -ENXIO, "A value of type \(describe()) does not fit the type of its container")
        guard result < 0 else { return }
        throw BusError(errno: result, "Cannot put a value of type \(describe()) into a message")
    }
}
