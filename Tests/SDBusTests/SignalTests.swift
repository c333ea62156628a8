import SDBus
import SegueTestSupport
import Testing

struct SignalTests {
    let buses: PeerBuses

    init() throws {
        buses = try PeerBuses()
    }

    /// Returns once all earlier messages have been handled.
    private func settle() throws {
        _ = try buses.call("Ping", of: "org.freedesktop.DBus.Peer", at: "/")
    }

    @Test func arriveAtThoseWhomTheyFit() throws {
        var all: [BusSignal] = []
        var some: [BusSignal] = []
        let first = try buses.client.subscribe { all.append($0) }
        let second = try buses.client.subscribe(path: "/a", interface: "test.S", member: "Told") { some.append($0) }
        buses.server.emit("Told", of: "test.S", at: "/a", [.string("x"), .int64(1)])
        buses.server.emit("Told", of: "test.S", at: "/b")
        buses.server.emit("Other", of: "test.S", at: "/a")
        try settle()
        let told = BusSignal(
            sender: nil, path: "/a", interface: "test.S", member: "Told", arguments: [.string("x"), .int64(1)])
        #expect(some == [told])
        #expect(all.count == 3)
        #expect(all.first == told)
        second.close()
        buses.server.emit("Told", of: "test.S", at: "/a")
        try settle()
        #expect(some.count == 1)
        #expect(all.count == 4)
        first.close()
    }

    @Test func aSubscriberMayLeaveInItsOwnHandler() throws {
        var count = 0
        var slot: Slot?
        slot = try buses.client.subscribe(interface: "test.S") { _ in
            count += 1
            slot?.close()
        }
        buses.server.emit("Told", of: "test.S", at: "/a")
        buses.server.emit("Told", of: "test.S", at: "/a")
        try settle()
        #expect(count == 1)
    }

    @Test func changesAreOneMessageExactlyAsGiven() throws {
        var heard: [[BusValue]] = []
        let slot = try buses.client.subscribe(
            interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged"
        ) { heard.append($0.arguments) }
        buses.server.emitPropertiesChanged(
            of: "test.P", at: "/p", changed: [("Z", .int64(1)), ("A", .strings(["x"]))], invalidated: ["L"])
        buses.server.emitPropertiesChanged(of: "test.P", at: "/p", changed: [], invalidated: [])
        try settle()
        let changed = BusValue.dictionary(
            key: "s", value: "v",
            [.init(.string("Z"), .variant(.int64(1))), .init(.string("A"), .variant(.strings(["x"])))])
        #expect(heard == [[.string("test.P"), changed, .strings(["L"])]])
        slot.close()
    }

    @Test func goOutBeforeTheReplyOfTheCallThatCausedThem() throws {
        let slot = try buses.server.publish(
            InterfaceDefinition(
                name: "test.Order",
                methods: [
                    BusMethod("Do") { _ in
                        buses.server.emit("Done", of: "test.Order", at: "/order")
                        return .values([])
                    }
                ],
                properties: [
                    BusProperty(
                        "Value", "b", get: { .boolean(true) },
                        set: { _ in
                            buses.server.emitPropertiesChanged(
                                of: "test.Order", at: "/order", changed: [("Value", .boolean(true))])
                        })
                ]), at: "/order")
        var order: [String] = []
        let heard = try buses.client.subscribe { order.append($0.member) }
        for round in 1...50 {
            buses.client.call(BusCall(path: "/order", interface: "test.Order", member: "Do")) { _ in
                order.append("reply")
            }
            #expect(buses.run(until: { order.count == 2 * round }))
        }
        #expect(order == Array(repeating: ["Done", "reply"], count: 50).flatMap { $0 })
        order = []
        try buses.set("Value", of: "test.Order", at: "/order", to: .boolean(true))
        #expect(order == ["PropertiesChanged"])
        slot.close()
        heard.close()
    }

    @Test func oneThatCannotBeSentIsAWarning() throws {
        buses.server.emit("S", of: "test.S", at: "not a path")
        buses.server.emit("S", of: "test.S", at: "/a", [.objectPath("neither")])
        #expect(buses.warnings.count == 2)
        try settle()
    }

    @Test func aPeerThatDoesNotReadLosesSignalsNotTheBus() throws {
        var numbers: [Int64] = []
        let slot = try buses.client.subscribe(member: "Flood") { numbers.append($0.arguments[0].asInt64 ?? -1) }
        try settle()
        // The loop does not run meanwhile, so the other side reads nothing.
        let padding = BusValue.string(String(repeating: "x", count: 1000))
        for number in 0..<20_000 {
            buses.server.emit("Flood", of: "test.S", at: "/a", [.int64(Int64(number)), padding])
        }
        #expect(buses.warnings.count == 1)
        try settle()
        #expect(numbers.count >= 4096)
        #expect(numbers.count < 20_000)
        #expect(numbers == (0..<Int64(numbers.count)).map { $0 })
        buses.server.emit("Flood", of: "test.S", at: "/a", [.int64(-7)])
        try settle()
        #expect(numbers.last == -7)
        #expect(buses.warnings.count == 1)
        slot.close()
    }
}
