import EventLoop
import Glibc
import SDBus
import SegueTestSupport
import Testing

struct CallTests {
    /// An object that keeps the calls that it receives.
    final class Drawer {
        var calls: [MethodCall] = []

        var definition: InterfaceDefinition {
            InterfaceDefinition(
                name: "test.Drawer",
                methods: [
                    BusMethod("Keep", out: [BusArgument("text", "s")]) { call in
                        self.calls.append(call)
                        return .deferred
                    },
                    BusMethod("Drop", out: [BusArgument("text", "s")]) { _ in .deferred },
                    BusMethod("Twice", out: [BusArgument("text", "s")]) { call in
                        call.reply([.string("first")])
                        call.fail(BusError(.failed, "second"))
                        return .values([.string("third")])
                    },
                ])
        }
    }

    let buses: PeerBuses
    let drawer = Drawer()
    let slot: Slot

    init() throws {
        buses = try PeerBuses()
        slot = try buses.server.publish(drawer.definition, at: "/drawer")
    }

    /// The results of calls, in the order of arrival.
    final class Answers {
        var results: [Result<[BusValue], BusError>] = []
        var errors: [BusError.Name?] {
            results.map { result in
                switch result {
                case .success: nil
                case .failure(let error): error.kind
                }
            }
        }
    }

    private func keep(_ answers: Answers, member: String = "Keep", timeout: Int64 = Bus.defaultTimeout) {
        buses.client.call(BusCall(path: "/drawer", interface: "test.Drawer", member: member), timeout: timeout) {
            answers.results.append($0)
        }
    }

    @Test func anAnswerMayComeLaterAndInAnotherOrder() throws {
        let answers = Answers()
        keep(answers)
        keep(answers)
        #expect(buses.run(until: { drawer.calls.count == 2 }))
        #expect(answers.results.isEmpty)
        drawer.calls[1].reply([.string("second")])
        drawer.calls[0].fail(BusError(.accessDenied, "first"))
        drawer.calls[0].reply([.string("too late")])
        #expect(buses.run(until: { answers.results.count == 2 }))
        #expect(
            answers.results == [.success([.string("second")]), .failure(BusError(.accessDenied, "first"))])
    }

    @Test func callsWaitUntilTheyAreServed() throws {
        buses.server.servesCalls = false
        let answers = Answers()
        keep(answers)
        keep(answers)
        // Messages sent after the calls have arrived, so the calls have too.
        var signals = 0
        let slot = try buses.server.subscribe { _ in signals += 1 }
        buses.client.emit("Signal", of: "test.Drawer", at: "/drawer", [])
        #expect(buses.run(until: { signals == 1 }))
        #expect(drawer.calls.isEmpty)
        buses.server.servesCalls = true
        #expect(buses.run(until: { drawer.calls.count == 2 }))
        for call in drawer.calls { call.reply([.string("late")]) }
        #expect(buses.run(until: { answers.results.count == 2 }))
        #expect(answers.results == [.success([.string("late")]), .success([.string("late")])])
        slot.close()
    }

    @Test func aDroppedCallIsAnsweredWithAnError() throws {
        let answers = Answers()
        keep(answers, member: "Drop")
        #expect(buses.run(until: { answers.results.count == 1 }))
        #expect(answers.errors == [.noReply])
    }

    @Test func onlyTheFirstAnswerCounts() throws {
        #expect(try buses.call("Twice", of: "test.Drawer", at: "/drawer") == [.string("first")])
        #expect(buses.warnings == [])
    }

    @Test func aCallWithoutAnswerTimesOut() throws {
        let answers = Answers()
        let begin = MonotonicTime.now
        keep(answers, timeout: 20_000_000)
        #expect(buses.run(until: { answers.results.count == 1 }))
        #expect(answers.errors == [.noReply])
        let waited = MonotonicTime.now.nanoseconds(since: begin)
        #expect(waited >= 20_000_000)
        #expect(waited < 5_000_000_000)
        // A late answer is ignored.
        drawer.calls[0].reply([.string("late")])
        #expect(try buses.call("Twice", of: "test.Drawer", at: "/drawer") == [.string("first")])
        #expect(answers.results.count == 1)
    }

    @Test func aPeerThatGoesEndsAllCallsAndSaysSoOnce() throws {
        let answers = Answers()
        var ends = 0
        buses.client.onDisconnect = {
            #expect(answers.results.count == 2)
            ends += 1
        }
        keep(answers)
        keep(answers)
        #expect(buses.run(until: { drawer.calls.count == 2 }))
        buses.server.close()
        #expect(buses.run(until: { ends == 1 }))
        #expect(answers.errors == [.disconnected, .disconnected])
        #expect(!buses.client.isConnected)
        // On a lost connection, everything fails and nothing crashes.
        keep(answers)
        #expect(answers.results.count == 2)
        #expect(buses.run(until: { answers.results.count == 3 }))
        #expect(answers.errors.last == .disconnected)
        #expect(throws: BusError.self) { try buses.client.publish(drawer.definition, at: "/a") }
        #expect(throws: BusError.self) { try buses.client.subscribe { _ in } }
        #expect(throws: BusError.self) { try buses.client.requestName("a.b") }
        buses.client.emit("S", of: "test.Drawer", at: "/", [])
        buses.client.releaseName("a.b")
        buses.client.flush()
        buses.client.close()
        #expect(buses.client.uniqueName == nil)
        drawer.calls[0].reply([.string("to nobody")])
        drawer.calls = []
        #expect(ends == 1)
    }

    @Test func closingEndsOnesOwnCallsAndIsNoDisconnect() throws {
        let answers = Answers()
        var isToldOfAnEnd = false
        buses.client.onDisconnect = { isToldOfAnEnd = true }
        keep(answers)
        #expect(buses.run(until: { drawer.calls.count == 1 }))
        buses.client.close()
        #expect(answers.errors == [.disconnected])
        var serverSawTheEnd = false
        buses.server.onDisconnect = { serverSawTheEnd = true }
        #expect(buses.run(until: { serverSawTheEnd }))
        drawer.calls[0].reply([.string("to nobody")])
        #expect(!isToldOfAnEnd)
    }

    @Test func aHandlerMayCloseTheBus() throws {
        let slot = try buses.server.publish(
            InterfaceDefinition(
                name: "test.Quit",
                methods: [
                    BusMethod("Quit") { call in
                        call.reply([])
                        buses.server.close()
                        return .deferred
                    }
                ]), at: "/quit")
        #expect(try buses.call("Quit", of: "test.Quit", at: "/quit") == [])
        #expect(!buses.server.isConnected)
        slot.close()
    }

    @Test func aReleasedBusIsClosed() throws {
        var ends = 0
        var client: Bus? = nil
        let loop = try EventLoop()
        let sockets = try PeerBuses.socketPair()
        let server = try Bus.openPeer(descriptor: sockets.0, isServer: true, on: loop)
        client = try Bus.openPeer(descriptor: sockets.1, isServer: false, on: loop)
        server.onDisconnect = { ends += 1 }
        let answers = Answers()
        client?.call(BusCall(path: "/", interface: "test.A", member: "A")) { answers.results.append($0) }
        client = nil
        #expect(answers.errors == [.disconnected])
        #expect(loop.run(until: { ends == 1 }))
    }

    @Test func callsThatCannotBeMadeFailLater() throws {
        let answers = Answers()
        let calls = [
            BusCall(path: "not a path", interface: "test.Drawer", member: "Keep"),
            BusCall(path: "/drawer", interface: "no interface", member: "Keep"),
            BusCall(path: "/drawer", interface: "test.Drawer", member: "not-a-member"),
            BusCall(path: "/drawer", interface: "test.Drawer", member: "Keep", arguments: [.objectPath("x")]),
            BusCall(path: "/drawer", interface: "test.Drawer", member: "Keep", arguments: [.signature("a{")]),
        ]
        for call in calls { buses.client.call(call) { answers.results.append($0) } }
        #expect(answers.results.isEmpty)
        #expect(buses.run(until: { answers.results.count == calls.count }))
        #expect(answers.errors.allSatisfy { $0 == .invalidArguments })
    }

    @Test func aBlockingCallGetsItsAnswer() async throws {
        let sockets = try PeerBuses.socketPair()
        let server = try EventLoop.startThread(name: "server")
        server.perform {
            do {
                let bus = try Bus.openPeer(descriptor: sockets.0, isServer: true, on: server)
                let slot = try bus.publish(Drawer().definition, at: "/drawer")
                bus.onDisconnect = {
                    slot.close()
                    bus.close()
                    server.stop()
                }
            } catch {
                preconditionFailure("\(error)")
            }
        }
        let client = try Bus.openPeer(descriptor: sockets.1, isServer: false, on: try EventLoop())
        let call = BusCall(path: "/drawer", interface: "test.Drawer", member: "Twice")
        #expect(try client.callAndWait(call) == [.string("first")])
        let wrong = BusCall(path: "/drawer", interface: "test.Drawer", member: "Wrong")
        #expect(throws: BusError.self) { try client.callAndWait(wrong) }
        let never = BusCall(path: "/drawer", interface: "test.Drawer", member: "Keep")
        do {
            _ = try client.callAndWait(never, timeout: 10_000_000)
            Issue.record("an answer came")
        } catch {
            #expect(error.kind == .noReply)
        }
        client.close()
        #expect(throws: BusError.self) { try client.callAndWait(call) }
    }
}
