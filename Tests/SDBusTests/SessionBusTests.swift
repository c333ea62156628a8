import EventLoop
import Glibc
import SDBus
import SegueTestSupport
import Testing

/// Tests that need a real bus daemon: names and senders.
struct SessionBusTests {
    let daemon: PrivateBusDaemon
    let loop: EventLoop
    let first: Bus
    let second: Bus

    init() throws {
        daemon = try PrivateBusDaemon()
        loop = try EventLoop()
        first = try Bus.openAddress(daemon.address, on: loop)
        second = try Bus.openAddress(daemon.address, on: loop)
    }

    private func kind(_ body: () throws -> Void) -> BusError.Name? {
        do {
            try body()
            return nil
        } catch {
            return (error as? BusError)?.kind
        }
    }

    @Test func aNameHasOneOwner() throws {
        #expect(first.uniqueName?.hasPrefix(":") == true)
        #expect(first.uniqueName != second.uniqueName)
        try first.requestName("test.segue.Name")
        try first.requestName("test.segue.Name")
        #expect(kind { try second.requestName("test.segue.Name") } == .nameTaken)
        #expect(kind { try second.requestName("no name") } == .invalidArguments)
        first.releaseName("test.segue.Name")
        // The second connection does not wait in a queue, so it has to request the name again. The daemon has handled
        // the release when it answers the first connection.
        _ = try first.callAndWait(
            BusDaemon.call("GetId"))
        try second.requestName("test.segue.Name")
    }

    @Test func aNameThatIsWatchedComesAndGoesAndNoOtherIsHeardOf() throws {
        let name = try #require(second.uniqueName)
        var heard: [String?] = []
        let slot = try first.watch(name: "test.segue.Watched") { heard.append($0) }
        #expect(kind { _ = try first.watch(name: "no name") { _ in } } == .invalidArguments)
        // From now on no change is missed: the daemon handles the rule before it answers this call.
        _ = try first.callAndWait(
            BusDaemon.call("GetId"))
        try second.requestName("test.segue.Other")
        try second.requestName("test.segue.Watched")
        #expect(loop.run(until: { heard == [name] }))
        second.close()
        #expect(loop.run(until: { heard == [name, nil] }))
        slot.close()
    }

    @Test("One client's flood delays no other's call")
    func turns() throws {
        let server = try Bus.openAddress(daemon.address, on: loop)
        var senders: [String?] = []
        let slot = try server.publish(
            InterfaceDefinition(
                name: "test.Turns",
                methods: [
                    BusMethod("Take") { call in
                        senders.append(call.sender)
                        return .values([])
                    }
                ]), at: "/turns")
        let call = BusCall(
            destination: server.uniqueName, path: "/turns", interface: "test.Turns", member: "Take")
        let flood = 200
        for _ in 0..<flood { first.call(call) { _ in } }
        var isAnswered = false
        second.call(call) { _ in isAnswered = true }
        // When these calls are answered, the daemon has forwarded all earlier messages.
        for bus in [first, second] {
            _ = try bus.callAndWait(
                BusDaemon.call("GetId"))
        }
        #expect(loop.run(until: { isAnswered && senders.count == flood + 1 }))
        let place = try #require(senders.firstIndex(of: second.uniqueName))
        #expect(place < flood / 2, "served as number \(place + 1)")
        slot.close()
    }

    @Test func closingGivesTheNameUpAtOnce() throws {
        try first.requestName("test.segue.Name")
        var owners: [String] = []
        let slot = try second.subscribe(
            sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus", member: "NameOwnerChanged"
        ) { signal in
            if signal.arguments.first?.asString == "test.segue.Name", signal.arguments.count == 3 {
                owners.append(signal.arguments[2].asString ?? "?")
            }
        }
        // In effect from now on: the daemon has answered a message sent after the subscription.
        #expect(second.uniqueName != nil)
        var isOwned = false
        second.call(
            BusCall(
                destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
                member: "NameHasOwner", arguments: [.string("test.segue.Name")])
        ) { isOwned = (try? $0.get()) == [.boolean(true)] }
        #expect(loop.run(until: { isOwned }))
        first.close()
        #expect(loop.run(until: { owners == [""] }))
        slot.close()
    }

    @Test func callsAndSignalsReachTheOwnerOfAName() throws {
        var senders: [String?] = []
        let slot = try first.publish(
            InterfaceDefinition(
                name: "test.segue.Who",
                methods: [
                    BusMethod("Who", out: [BusArgument("name", "s")]) { call in
                        senders.append(call.sender)
                        first.emit("Asked", of: "test.segue.Who", at: "/who")
                        return .values([.string(call.sender ?? "")])
                    }
                ]), at: "/who")
        try first.requestName("test.segue.Name")
        var order: [String] = []
        let heard = try second.subscribe(sender: "test.segue.Name", interface: "test.segue.Who") { signal in
            #expect(signal.sender == first.uniqueName)
            order.append(signal.member)
        }
        second.call(
            BusCall(destination: "test.segue.Name", path: "/who", interface: "test.segue.Who", member: "Who")
        ) { result in
            #expect((try? result.get()) == [.string(second.uniqueName ?? "?")])
            order.append("reply")
        }
        #expect(loop.run(until: { order.count == 2 }))
        #expect(order == ["Asked", "reply"])
        #expect(senders == [second.uniqueName])
        slot.close()
        heard.close()
    }

    @Test func aNameThatNobodyOwnsIsAnError() throws {
        var error: BusError?
        second.call(BusCall(destination: "test.segue.Nobody", path: "/", interface: "test.A", member: "A")) { result in
            if case .failure(let failure) = result { error = failure }
        }
        #expect(loop.run(until: { error != nil }))
        #expect(error?.kind == .serviceUnknown)
    }

    @Test func theDaemonsEndIsNoticed() throws {
        var ends = 0
        first.onDisconnect = { ends += 1 }
        second.onDisconnect = { ends += 1 }
        #expect(first.uniqueName != nil)
        #expect(second.uniqueName != nil)
        daemon.stop()
        #expect(loop.run(until: { ends == 2 }))
        #expect(kind { try first.requestName("test.segue.Name") } == .disconnected)
        #expect(kind { _ = try Bus.openAddress(daemon.address, on: loop) } == .noServer)
    }

    @Test func theUsersBusIsFoundThroughTheEnvironment() async {
        // In a separate process, because all tests share the environment.
        await #expect(processExitsWith: .success) {
            let daemon = try PrivateBusDaemon()
            setenv("DBUS_SESSION_BUS_ADDRESS", daemon.address, 1)
            let loop = try EventLoop()
            let bus = try Bus.openUser(on: loop)
            precondition(bus.uniqueName != nil, "no greeting")
            daemon.stop()
            unsetenv("DBUS_SESSION_BUS_ADDRESS")
            unsetenv("XDG_RUNTIME_DIR")
            do throws(BusError) {
                _ = try Bus.openUser(on: loop)
                preconditionFailure("there is a bus")
            } catch {
                precondition(error.kind == .noServer, "\(error)")
            }
        }
    }

    @Test func whatIsNoBusIsRefused() throws {
        #expect(kind { _ = try Bus.openAddress("nonsense", on: loop) } == .noServer)
        #expect(kind { _ = try Bus.openAddress("unix:path=/nonexistent/socket", on: loop) } == .noServer)
        #expect(kind { _ = try Bus.openPeer(descriptor: -1, isServer: true, on: loop) } == .invalidArguments)
    }
}
