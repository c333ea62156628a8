import CSystemd
import Glibc

/// An interface definition as the array of C structs to which sd-bus keeps a pointer, with the strings to which the
/// rows point.
final class VTable {
    let rows: UnsafeMutablePointer<sd_bus_vtable>
    private var strings: [UnsafeMutablePointer<CChar>] = []

    init(
        _ definition: InterfaceDefinition, onCall: sd_bus_message_handler_t?, onGet: sd_bus_property_get_t?,
        onSet: sd_bus_property_set_t?
    ) {
        let count = definition.methods.count + definition.properties.count + definition.signals.count + 2
        rows = .allocate(capacity: count)
        var row = rows
        CSystemd_vtable_start(row)
        for method in definition.methods {
            row += 1
            CSystemd_vtable_method(
                row, keep(method.name), keep(method.arguments.signature), keep(method.results.signature),
                keep(names: method.arguments + method.results), onCall,
                method.isDeprecated ? CSystemd_flag_deprecated : 0)
        }
        for property in definition.properties {
            row += 1
            CSystemd_vtable_property(
                row, keep(property.name), keep(property.signature), onGet, property.set == nil ? nil : onSet,
                property.emits.flags)
        }
        for signal in definition.signals {
            row += 1
            CSystemd_vtable_signal(
                row, keep(signal.name), keep(signal.arguments.signature), keep(names: signal.arguments), 0)
        }
        CSystemd_vtable_end(row + 1)
    }

    deinit {
        for string in strings { free(string) }
        rows.deallocate()
    }

    private func keep(_ text: String) -> UnsafePointer<CChar> {
        keep(bytes: Array(text.utf8))
    }

    /// Returns each name terminated by a NUL; `keep(bytes:)` appends the NUL that ends the list.
    private func keep(names arguments: [BusArgument]) -> UnsafePointer<CChar> {
        keep(bytes: arguments.flatMap { Array($0.name.utf8) + [0] })
    }

    private func keep(bytes: [UInt8]) -> UnsafePointer<CChar> {
        guard let copy = malloc(bytes.count + 1)?.bindMemory(to: CChar.self, capacity: bytes.count + 1) else {
            preconditionFailure("Out of memory")
        }
        for (index, byte) in bytes.enumerated() { copy[index] = CChar(bitPattern: byte) }
        copy[bytes.count] = 0
        strings.append(copy)
        return UnsafePointer(copy)
    }
}

extension [BusArgument] {
    var signature: String { map(\.signature).joined() }
}

extension EmitsChanged {
    fileprivate var flags: UInt64 {
        switch self {
        case .yes: CSystemd_flag_emits_change
        case .invalidates: CSystemd_flag_emits_invalidation
        case .no: 0
        case .const: CSystemd_flag_const
        }
    }
}
