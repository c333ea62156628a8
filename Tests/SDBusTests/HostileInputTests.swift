import EventLoop
import Foundation
import Glibc
import SDBus
import SegueTestSupport
import Testing

struct HostileInputTests {
    let loop: EventLoop

    init() throws {
        loop = try EventLoop()
    }

    /// The object that the raw peers call.
    private final class Object {
        var received: [[BusValue]] = []

        func publish(on bus: Bus) throws -> Slot {
            try bus.publish(
                InterfaceDefinition(
                    name: "test.Object",
                    methods: [
                        BusMethod(
                            "Take", in: [BusArgument("value", "v")], out: [BusArgument("done", "s")], handler: take),
                        BusMethod(
                            "TakeText", in: [BusArgument("t", "s")], out: [BusArgument("done", "s")], handler: take),
                        BusMethod(
                            "TakeMany", in: [BusArgument("t", "ay")], out: [BusArgument("done", "s")], handler: take),
                        BusMethod(
                            "TakeFile", in: [BusArgument("t", "h")], out: [BusArgument("done", "s")], handler: take),
                    ],
                    properties: [BusProperty("Value", "s", get: { .string("v") }, set: { _ in })]), at: "/object")
        }

        private func take(_ call: MethodCall) -> MethodReply {
            received.append(call.arguments)
            return .values([.string("taken")])
        }
    }

    /// Returns an object, and a peer that talks to it.
    private func connect(sendBuffer: Int32? = nil) throws -> (Object, RawPeer, Slot) {
        let object = Object()
        let peer = try RawPeer(loop: loop, sendBuffer: sendBuffer)
        return (object, peer, try object.publish(on: peer.bus))
    }

    @Test func aRawCallIsUnderstood() throws {
        let (object, peer, slot) = try connect()
        peer.send(RawCall(member: "TakeText", signature: "s", body: RawCall.text(Array("hi".utf8))).bytes)
        #expect(peer.answer(holding: "taken") != nil)
        #expect(object.received == [[.string("hi")]])
        slot.close()
    }

    @Test(arguments: [
        // Not UTF-8, a surrogate, and a NUL inside.
        RawCall(member: "TakeText", signature: "s", body: RawCall.text([0xFF, 0xFE])),
        RawCall(member: "TakeText", signature: "s", body: RawCall.text([0xED, 0xA0, 0x80])),
        RawCall(member: "TakeText", signature: "s", body: RawCall.text([0x61, 0, 0x62])),
        // Longer than the message, and not terminated.
        RawCall(member: "TakeText", signature: "s", body: RawCall.number(1000) + [0x61, 0]),
        RawCall(member: "TakeText", signature: "s", body: RawCall.number(.max) + [0x61, 0]),
        RawCall(member: "TakeText", signature: "s", body: RawCall.number(1) + [0x61, 0x62]),
        // No body although one is required.
        RawCall(member: "TakeText", signature: "s", body: []),
        // A variant of no type, of two types, and of half a type.
        RawCall(member: "Take", signature: "v", body: [0, 0]),
        RawCall(member: "Take", signature: "v", body: [2, 0x79, 0x79, 0, 1, 1]),
        RawCall(member: "Take", signature: "v", body: [1, 0x61, 0, 0]),
        // An array longer than the message.
        RawCall(member: "TakeMany", signature: "ay", body: RawCall.number(1_000_000) + [1]),
        // A descriptor that was not sent along.
        RawCall(member: "TakeFile", signature: "h", body: RawCall.number(0)),
        RawCall(member: "Take", signature: "v", body: [1, 0x68, 0, 0] + RawCall.number(0)),
    ])
    func malformedContentsAreAnsweredOrEndTheConnection(call: RawCall) throws {
        let (object, peer, slot) = try connect()
        peer.send(call.bytes)
        // A peer that is still served gets an error with text, and its next call is served.
        var next = RawCall(member: "TakeText", signature: "s", body: RawCall.text(Array("next".utf8)))
        next.serial = 2
        peer.send(next.bytes)
        if let answer = peer.answer(holding: "taken") {
            #expect(answer.contains("org.freedesktop.DBus.Error."))
            #expect(object.received == [[.string("next")]])
        } else {
            #expect(peer.isLost)
            #expect(object.received.isEmpty)
        }
        slot.close()
    }

    @Test func depthHasAnEnd() throws {
        // A variant in a variant in a variant…
        for depth in [10, 64, 100, 200, 5000] {
            let (object, peer, slot) = try connect()
            let nesting: [UInt8] = Array(repeating: [1, 0x76, 0], count: depth).flatMap { $0 }
            let body = nesting + [1, 0x79, 0, 42]
            peer.send(RawCall(member: "Take", signature: "v", body: body).bytes)
            // The specification allows 64, sd-bus reads up to 128.
            let isRead = depth <= 100
            let answer = peer.answer(holding: isRead ? "taken" : "InvalidArgs")
            #expect(answer != nil, "depth \(depth)")
            #expect(object.received.first?.first?.unwrapped == (isRead ? .byte(42) : nil))
            slot.close()
        }
    }

    @Test func valuesThatUnfoldWithoutMeasureAreRefused() throws {
        let buses = try PeerBuses(loop: loop)
        let object = Object()
        let slot = try object.publish(on: buses.server)
        let bytes = BusValue.array(of: "y", Array(repeating: .byte(1), count: 1 << 20))
        var error: BusError?
        do {
            _ = try buses.call("TakeMany", of: "test.Object", at: "/object", [bytes])
        } catch let refusal as BusError {
            error = refusal
        }
        #expect(error?.kind == .limitsExceeded)
        #expect(object.received.isEmpty)
        slot.close()
    }

    @Test("An edit of 100,000 files with long names is one call, and there is an end", arguments: [100_000, 200_000])
    func longLists(count: Int) throws {
        let buses = try PeerBuses(loop: loop)
        let object = Object()
        let slot = try object.publish(on: buses.server)
        let names = BusValue.strings(Array(repeating: String(repeating: "x", count: 250), count: count))
        var error: BusError?
        do {
            _ = try buses.call("Take", of: "test.Object", at: "/object", [.variant(names)])
        } catch let refusal as BusError {
            error = refusal
        }
        let isTaken = count == 100_000
        #expect(error?.kind == (isTaken ? nil : .limitsExceeded))
        #expect(object.received.count == (isTaken ? 1 : 0))
        slot.close()
    }

    @Test(arguments: [3, 99, 4711] as [UInt64])
    func damagedMessagesNeverHarm(seed: UInt64) throws {
        var random = SeededRandom(state: seed)
        let sound = RawCall(
            member: "Take", signature: "v",
            body: [5] + Array("a{sv}".utf8) + [0, 0] + RawCall.number(16) + RawCall.number(0)
                + RawCall.text([0x61, 0x62])
                + [1, 0x75, 0] + [0, 0] + RawCall.number(5)
        ).bytes
        let (object, peer, slot) = try connect()
        peer.send(sound)
        #expect(peer.answer(holding: "taken") != nil)
        #expect(object.received == [[.variant(.properties(["ab": .uint32(5)]))]])
        slot.close()
        for _ in 0..<400 {
            let (_, peer, slot) = try connect()
            var bytes = sound
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
                case 1: bytes.remove(at: Int.random(in: 0..<bytes.count, using: &random))
                default:
                    bytes.insert(
                        .random(in: 0...255, using: &random), at: Int.random(in: 0..<bytes.count, using: &random))
                }
            }
            peer.send(bytes)
            var turns = 0
            // A few turns are enough: the answer has already arrived, or will never come.
            #expect(
                loop.run(until: {
                    turns += 1
                    loop.perform {}
                    return turns > 4 || peer.isLost
                }), "seed \(seed)")
            slot.close()
        }
        // The loop and other connections are unaffected.
        let buses = try PeerBuses(loop: loop)
        let survivor = Object()
        let last = try survivor.publish(on: buses.server)
        #expect(
            try buses.call("TakeText", of: "test.Object", at: "/object", [.string("still here")]) == [.string("taken")])
        last.close()
    }

    @Test func noiseInsteadOfAHandshakeEndsTheConnectionOnly() throws {
        let ends = try PeerBuses.socketPair()
        let bus = try Bus.openPeer(descriptor: ends.0, isServer: true, on: loop)
        var isLost = false
        bus.onDisconnect = { isLost = true }
        var random = SeededRandom(state: 5)
        let noise = (0..<4096).map { _ in UInt8.random(in: 0...255, using: &random) }
        _ = noise.withUnsafeBytes { write(ends.1, $0.baseAddress, $0.count) }
        #expect(loop.run(until: { isLost }))
        #expect(!bus.isConnected)
        close(ends.1)
    }

    @Test func aFloodLeavesRoomForOthers() throws {
        let (object, peer, slot) = try connect()
        let call = RawCall(member: "TakeText", signature: "s", body: RawCall.text(Array("x".utf8))).bytes
        // As many as the socket takes at once.
        for _ in 0..<400 { peer.send(call) }
        var servedBefore: Int?
        loop.schedule(at: .now) { servedBefore = object.received.count }
        #expect(loop.run(until: { servedBefore != nil }))
        #expect((servedBefore ?? .max) <= 64)
        #expect(loop.run(until: { object.received.count >= 200 }))
        slot.close()
    }

    @Test("A peer that sends and never reads has to wait; all is answered when it reads")
    func unreadAnswers() throws {
        let (object, peer, slot) = try connect(sendBuffer: 4096)
        let count = 8000
        let call = RawCall(member: "TakeText", signature: "s", body: RawCall.text(Array("x".utf8))).bytes
        var rest = Array(repeating: call, count: count).flatMap { $0 }[...]
        var answers: [UInt8] = []
        /// Continues until nothing has moved for a while.
        func exchange(isReading: Bool) {
            var idleTurns = 0
            _ = loop.run(until: { [self] in
                let sent = peer.send(Array(rest.prefix(1 << 16)))
                rest = rest.dropFirst(max(sent, 0))
                let read = isReading ? peer.receive() : []
                answers += read
                idleTurns = sent > 0 || !read.isEmpty ? 0 : idleTurns + 1
                loop.perform {}
                return idleTurns > 50
            })
        }
        exchange(isReading: false)
        #expect(!rest.isEmpty, "everything was read")
        #expect(object.received.count < count / 2)
        exchange(isReading: true)
        #expect(rest.isEmpty)
        let text = String(decoding: answers, as: UTF8.self)
        let refused = text.components(separatedBy: "org.freedesktop.DBus.Error.LimitsExceeded").count - 1
        #expect(object.received.count + refused == count)
        slot.close()
    }

    @Test("A text that is longer than any name is refused unread, in whatever call", arguments: [8192, 8193, 8 << 20])
    func longTexts(length: Int) throws {
        let buses = try PeerBuses(loop: loop)
        let object = Object()
        let slot = try object.publish(on: buses.server)
        let text = BusValue.string(String(repeating: "x", count: length))
        let calls: [(interface: String, member: String, arguments: [BusValue])] = [
            ("test.Object", "TakeText", [text]), ("test.Object", "Take", [.variant(.array(of: "v", [.variant(text)]))]),
            ("org.freedesktop.DBus.Properties", "Get", [.string("test.Object"), text]),
        ]
        for call in calls {
            var failure: BusError?
            do {
                _ = try buses.call(call.member, of: call.interface, at: "/object", call.arguments)
            } catch let error as BusError {
                failure = error
            }
            #expect((failure?.kind == .limitsExceeded) == (length > 8192), "\(call.member)")
            #expect(failure.map { $0.message.utf8.count < 9000 } ?? true)
        }
        #expect(object.received.count == (length > 8192 ? 0 : 2))
        slot.close()
    }

    @Test func clientsThatDieInTheMiddleLeaveNothingBehind() throws {
        final class Token {}
        weak var watched: Token?
        var random = SeededRandom.anew()
        for _ in 0..<100 {
            let token = Token()
            watched = token
            let (_, peer, slot) = try connect()
            let bus = peer.bus
            var isLost = false
            bus.onDisconnect = { isLost = true }
            bus.call(BusCall(path: "/", interface: "test.A", member: "A")) { [token] _ in _ = token }
            let bytes = RawCall(member: "TakeText", signature: "s", body: RawCall.text(Array("x".utf8))).bytes
            peer.send(Array(bytes.prefix(Int.random(in: 1..<bytes.count, using: &random))))
            peer.hangUp()
            #expect(loop.run(until: { isLost }))
            slot.close()
        }
        #expect(watched == nil)
    }
}
