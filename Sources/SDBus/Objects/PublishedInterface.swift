import CSystemd
import Glibc

/// A published interface, retained by its sd-bus slot: the vtable, and the closures of its rows.
final class PublishedInterface {
    let vtable: VTable
    private let methods: [String: BusMethod]
    private let properties: [String: BusProperty]
    private let warn: (String) -> Void

    init(_ definition: InterfaceDefinition, warn: @escaping (String) -> Void) {
        methods = Dictionary(uniqueKeysWithValues: definition.methods.map { ($0.name, $0) })
        properties = Dictionary(uniqueKeysWithValues: definition.properties.map { ($0.name, $0) })
        self.warn = warn
        vtable = VTable(
            definition,
            onCall: { message, context, error in
                guard let message, let context else { return -EINVAL }
                return PublishedInterface.from(context).call(message, error)
            },
            onGet: { _, _, _, name, reply, context, error in
                guard let name, let reply, let context else { return -EINVAL }
                return PublishedInterface.from(context).get(String(cString: name), reply, error)
            },
            onSet: { _, _, _, name, value, context, error in
                guard let name, let value, let context else { return -EINVAL }
                return PublishedInterface.from(context).set(String(cString: name), value, error)
            })
    }

    private static func from(_ context: UnsafeMutableRawPointer) -> PublishedInterface {
        Unmanaged<PublishedInterface>.fromOpaque(context).takeUnretainedValue()
    }

    private func call(_ message: OpaquePointer, _ error: UnsafeMutablePointer<sd_bus_error>?) -> Int32 {
        guard let name = sd_bus_message_get_member(message), let method = methods[String(cString: name)] else {
            return -EINVAL
        }
        do throws(BusError) {
            let call = try MethodCall(
                borrowing: message, resultSignature: method.results.signature, warn: warn)
            switch method.handler(call) {
            case .values(let values): call.reply(values)
            case .failure(let failure): call.fail(failure)
            case .deferred: break
            }
            return 1
        } catch let failure {
            return failure.fill(error)
        }
    }

    private func get(
        _ name: String, _ reply: OpaquePointer, _ error: UnsafeMutablePointer<sd_bus_error>?
    ) -> Int32 {
        guard let property = properties[name] else { return -EINVAL }
        let value = property.get()
        precondition(
            value.signature == property.signature,
            "The property \(name) gave a \(value.signature), declared is \(property.signature)")
        do throws(BusError) {
            try MessageWriter(message: reply).append(value)
            return 1
        } catch let failure {
            warn("The property \(name) cannot be sent. \(failure.message)")
            return failure.fill(error)
        }
    }

    private func set(
        _ name: String, _ message: OpaquePointer, _ error: UnsafeMutablePointer<sd_bus_error>?
    ) -> Int32 {
        guard let set = properties[name]?.set else { return -EINVAL }
        do throws(BusError) {
            var reader = MessageReader(message: message)
            try set(try reader.readOne())
            return 1
        } catch let failure {
            return failure.fill(error)
        }
    }
}
