import EventLoop
import SDBus
import SegueTestSupport

@testable import SegueMPRIS

/// Messages of a peer of the bus, byte by byte: calls with bodies of any bytes, and bytes that need not be messages.
/// Each call is answered, or the connection ends.
enum BusMessages {
    private static let object = "/object"
    private static let properties = "org.freedesktop.DBus.Properties"

    static func read(_ bytes: [UInt8]) {
        do {
            try send(bytes, on: try EventLoop())
        } catch {
            preconditionFailure("\(error)")
        }
    }

    private static func send(_ bytes: [UInt8], on loop: EventLoop) throws {
        var reader = ValueReader(bytes)
        let interface = BusCalls.interfaces[Int(reader.byte()) % BusCalls.interfaces.count]
        let peer = try RawPeer(loop: loop)
        let slot = try peer.bus.publish(definition(of: interface), at: object)
        var serial: UInt32 = 0
        while !reader.isAtEnd {
            serial += 1
            peer.send(message(&reader, to: interface, serial))
        }
        // Without an answer for a few turns, there is none: the bytes were less than a message, or more than one.
        var turns = 0
        _ = loop.run {
            turns = peer.receive().isEmpty ? turns + 1 : 0
            loop.perform {}
            return turns > 4 || peer.isLost
        }
        slot.close()
        peer.hangUp()
        precondition(loop.run { peer.isLost }, "a connection ends with its peer")
    }

    private static func message(
        _ reader: inout ValueReader, to interface: InterfaceModel, _ serial: UInt32
    ) -> [UInt8] {
        let choice = Int(reader.byte())
        var call: RawCall
        if choice < 32 {
            return reader.bytes()
        } else if choice < 160, !interface.methods.isEmpty {
            let method = interface.methods[choice % interface.methods.count]
            let signature = reader.byte() < 192 ? method.arguments.map(\.signature).joined() : reader.text()
            call = RawCall(
                path: object, interface: interface.name, member: method.name, signature: signature,
                body: reader.bytes())
        } else {
            let names = [interface.name, property(choice, of: interface)]
            call = RawCall(
                path: object, interface: properties, member: choice < 224 ? "Set" : "Get",
                signature: choice < 224 ? "ssv" : "ss",
                body: names.flatMap { aligned(RawCall.text(Array($0.utf8))) } + reader.bytes())
        }
        call.serial = serial
        return call.bytes
    }

    private static func property(_ choice: Int, of interface: InterfaceModel) -> String {
        interface.properties.isEmpty ? "" : interface.properties[choice % interface.properties.count].name
    }

    private static func aligned(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }

    /// Returns the interface with the actions of the player, none of which is carried out.
    private static func definition(of interface: InterfaceModel) -> InterfaceDefinition {
        let snapshot = BusCalls.snapshot
        return InterfaceDefinition(
            name: interface.name,
            methods: interface.methods.map { method in
                BusMethod(method.name, in: method.arguments, out: method.results) { call in
                    do throws(BusError) {
                        _ = try method.action(
                            MethodArguments(values: call.arguments), BusCalls.situation(snapshot))
                        return .failure(BusError(.failed, "This player plays nothing."))
                    } catch {
                        return .failure(checked(error))
                    }
                }
            },
            properties: interface.properties.map { property in
                func set(_ value: BusValue) throws(BusError) {
                    do throws(BusError) {
                        _ = try property.set?(value, snapshot)
                    } catch {
                        throw checked(error)
                    }
                }
                return BusProperty(
                    property.name, property.signature, emits: property.emits,
                    get: {
                        var nothing = ValueReader([])
                        return nothing.value(property.signature)
                    }, set: property.set == nil ? nil : set)
            },
            signals: interface.signals)
    }

    private static func checked(_ error: BusError) -> BusError {
        // playerctld ends at an error without a text.
        precondition(!error.message.isEmpty)
        return error
    }
}
