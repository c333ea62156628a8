import EventLoop
import Logging
import SDBus
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueKit

/// The portal and the login manager on a private bus.
@Suite struct PortalTests {
    /// A portal of the test, which keeps each request until it is closed.
    final class Desktop {
        var isHanging = false
        var response: UInt32?
        private(set) var flags: [UInt32] = []
        private(set) var open: Set<String> = []
        private let bus: Bus
        private var slots: [Slot] = []
        private var held: [MethodCall] = []

        init(_ daemon: PrivateBusDaemon, _ loop: EventLoop) throws {
            bus = try Bus.openAddress(daemon.address, on: loop)
            slots.append(
                try bus.publish(
                    InterfaceDefinition(
                        name: "org.freedesktop.portal.Inhibit",
                        methods: [
                            BusMethod(
                                "Inhibit",
                                in: [
                                    BusArgument("window", "s"), BusArgument("flags", "u"),
                                    BusArgument("options", "a{sv}"),
                                ], out: [BusArgument("handle", "o")]
                            ) { [unowned self] in inhibit($0) }
                        ]), at: "/org/freedesktop/portal/desktop"))
            try bus.requestName("org.freedesktop.portal.Desktop")
        }

        private func inhibit(_ call: MethodCall) -> MethodReply {
            let token = call.arguments[2].asProperties?["handle_token"]?.asString ?? ""
            let sender = (call.sender ?? "").dropFirst().map { $0 == "." ? "_" : $0 }
            let path = "/org/freedesktop/portal/desktop/request/\(String(sender))/\(token)"
            flags.append(UInt32(call.arguments[1].asInt64 ?? 0))
            open.insert(path)
            let close = BusMethod("Close") { [unowned self] _ in
                open.remove(path)
                return .values([])
            }
            let request = InterfaceDefinition(
                name: "org.freedesktop.portal.Request", methods: [close],
                signals: [
                    BusSignalDefinition("Response", [BusArgument("response", "u"), BusArgument("results", "a{sv}")])
                ])
            if let slot = try? bus.publish(request, at: path) { slots.append(slot) }
            guard !isHanging else {
                held.append(call)
                return .deferred
            }
            call.reply([.objectPath(path)])
            if let response {
                bus.emit(
                    "Response", of: "org.freedesktop.portal.Request", at: path, [.uint32(response), .properties([:])])
            }
            return .deferred
        }
    }

    /// A login manager that grants locks, and records which are held.
    final class Manager {
        private(set) var given: [String] = []
        private var locks: [PipeSource] = []
        private let loop: EventLoop
        private let bus: Bus
        private var slot: Slot?

        init(_ daemon: PrivateBusDaemon, _ loop: EventLoop) throws {
            self.loop = loop
            bus = try Bus.openAddress(daemon.address, on: loop)
            slot = try bus.publish(
                InterfaceDefinition(
                    name: "org.freedesktop.login1.Manager",
                    methods: [
                        BusMethod(
                            "Inhibit", in: ["what", "who", "why", "mode"].map { BusArgument($0, "s") },
                            out: [BusArgument("lock", "h")]
                        ) { [unowned self] call in
                            var pair: [Int32] = [0, 0]
                            guard let lock = try? PipeSource(&pair) else { return .deferred }
                            // The bus may keep the other end for a moment. After that, there is nothing more to read.
                            lock.onData = { [unowned lock] in lock.isWanted = false }
                            loop.add(lock)
                            locks.append(lock)
                            given.append(call.arguments.compactMap(\.asString).joined(separator: "/"))
                            return .values([.descriptor(BusDescriptor(consuming: pair[1]))])
                        }
                    ]), at: "/org/freedesktop/login1")
            try bus.requestName("org.freedesktop.login1")
        }

        deinit {
            for lock in locks { loop.remove(lock) }
        }

        /// The number of locks that are held now.
        var held: Int { locks.count { !$0.sawHangUp } }
    }

    let daemon: PrivateBusDaemon
    let loop: EventLoop
    let client: Bus
    let inhibition = SuspendInhibition(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let changes = Shared<[SuspendInhibitor?]>([])

    init() throws {
        daemon = try PrivateBusDaemon()
        loop = try EventLoop()
        client = try Bus.openAddress(daemon.address, on: loop)
        inhibition.onChange = { [changes] change in changes.change { $0.append(change) } }
    }

    @Test func thePortalIsAskedForSuspendAlone() throws {
        let (desktop, manager) = (try Desktop(daemon, loop), try Manager(daemon, loop))
        inhibition.use(try Portal(bus: client))
        inhibition.use(try LoginManager(bus: client))
        inhibition.isWanted = true
        #expect(loop.run(until: { changes.value == [.portal] }))
        #expect(desktop.flags == [4] && desktop.open.count == 1 && manager.given.isEmpty)
        inhibition.isWanted = false
        #expect(loop.run(until: { desktop.open.isEmpty }))
        #expect(changes.value == [.portal, nil])
    }

    @Test func whatIsAskedForAndTakenBackAtOnceIsTakenBack() throws {
        let desktop = try Desktop(daemon, loop)
        inhibition.use(try Portal(bus: client))
        for _ in 0..<3 {
            inhibition.isWanted = true
            inhibition.isWanted = false
        }
        inhibition.isWanted = true
        #expect(loop.run(until: { changes.value == [.portal] && desktop.flags.count == 4 }))
        #expect(desktop.open.count == 1)
    }

    @Test func aPortalThatHangsGivesWayToTheLoginManager() throws {
        let (desktop, manager) = (try Desktop(daemon, loop), try Manager(daemon, loop))
        desktop.isHanging = true
        inhibition.use(try Portal(bus: client))
        inhibition.use(try LoginManager(bus: client))
        let start = MonotonicTime.now
        inhibition.isWanted = true
        #expect(loop.run(until: { changes.value == [.login1] }))
        #expect(MonotonicTime.now.nanoseconds(since: start) < 3_000_000_000)
        #expect(loop.run(until: { desktop.open.isEmpty }), "what it may grant later is taken back")
        #expect(manager.given == ["sleep/Segue/Music plays/block"] && manager.held == 1)
        inhibition.isWanted = false
        #expect(loop.run(until: { manager.held == 0 }))
    }

    @Test func aDesktopThatCannotDoItGivesWayToTheLoginManager() throws {
        let (desktop, manager) = (try Desktop(daemon, loop), try Manager(daemon, loop))
        desktop.response = 2
        inhibition.use(try Portal(bus: client))
        inhibition.use(try LoginManager(bus: client))
        inhibition.isWanted = true
        #expect(loop.run(until: { changes.value.last == .login1 }))
        #expect(manager.held == 1)
    }

    @Test func withoutAPortalTheLoginManagerIsAsked() throws {
        let manager = try Manager(daemon, loop)
        inhibition.use(try Portal(bus: client))
        inhibition.use(try LoginManager(bus: client))
        inhibition.isWanted = true
        #expect(loop.run(until: { changes.value == [.login1] }))
        #expect(manager.held == 1)
        // The loss of the bus releases the lock.
        inhibition.use(nil as LoginManager?)
        #expect(loop.run(until: { manager.held == 0 }))
        #expect(changes.value == [.login1, nil])
    }

    @Test func whatComesLaterIsAskedThen() throws {
        let portal = try Portal(bus: client)
        inhibition.use(portal)
        inhibition.isWanted = true
        var desktop: Desktop? = try Desktop(daemon, loop)
        #expect(loop.run(until: { changes.value == [.portal] }))
        desktop = nil
        #expect(loop.run(until: { changes.value == [.portal, nil] }))
        desktop = try Desktop(daemon, loop)
        #expect(loop.run(until: { changes.value == [.portal, nil, .portal] }))
        #expect(desktop?.open.count == 1)
    }
}
