import CAdwaita
import EventLoop
import SDBus
import SegueClient
import SegueCore
import SegueMPRIS
import SegueWindowModel

/// The window's connection to the session bus. Finds, starts and follows the player, and reports to the model.
///
/// The connection outlives both the player and the bus: after one of them disconnects, the connection waits for the
/// next.
final class PlayerConnection {
    /// Longer than the player takes to try three tracks that do not load.
    private static let navigationTimeout: Int64 = 60_000_000_000
    /// The longest scan of a large music folder.
    private static let scanTimeout: Int64 = 1_800_000_000_000
    /// The time within which a started player must appear: enough for a slow disk and a first scan of the plug-ins.
    private static let startTimeout: Int64 = 20_000_000_000
    /// The time within which a player that lost the bus must reappear: longer than its longest reconnection interval.
    private static let returnTimeout: Int64 = 12_000_000_000
    /// The interval between attempts to reconnect to the bus.
    private static let reconnectInterval: Int64 = 2_000_000_000

    /// Called with every input.
    var onInput: ((WindowInput) -> Void)?
    /// Called with a newly connected bus. Returns false if the connection must not look for the player.
    var onConnected: ((Bus) -> Bool)?

    private let loop: EventLoop
    private let source: LoopSource
    private var bus: Bus?
    private var owner: String?
    private var slots: [Slot] = []
    private var playerSlots: [Slot] = []
    private var follower: PlayerFollower?
    private var startLimit: Deadline?
    /// True if a player has been connected. If the bus has disconnected since, the player may still be running, and
    /// will reconnect by itself.
    private var hasMetPlayer = false

    init() throws(EventLoopError) {
        loop = try EventLoop()
        source = LoopSource(loop)
    }

    // MARK: - The bus

    /// Connects to the session bus, and starts a player if none is running.
    func connect() {
        do throws(BusError) {
            let bus = try Bus.openUser(on: loop)
            self.bus = bus
            bus.onDisconnect = { [weak self] in self?.disconnected() }
            slots = [
                try bus.watch(name: BusNames.player) { [weak self] in self?.ownerChanged($0) }
            ]
            guard onConnected?(bus) ?? true else { return }
            onInput?(.busFound)
            find()
            BackgroundPortal.ask(on: bus)
        } catch {
            disconnected()
        }
    }

    private func disconnected() {
        playerSlots = []
        follower = nil
        slots = []
        owner = nil
        bus = nil
        forgetStart()
        onInput?(.busLost)
        loop.schedule(at: .now.advanced(byNanoseconds: Self.reconnectInterval)) { [weak self] in self?.connect() }
    }

    // MARK: - The player

    /// Blocks for the bus's own reply, which is immediate. The player is queried for the displayed state before a
    /// window is created, and replies meanwhile.
    private func find() {
        guard let bus, owner == nil else { return }
        let call = BusDaemon.call("GetNameOwner", .string(BusNames.player))
        if let owner = (try? bus.callAndWait(call))?.first?.asString { return attach(owner) }
        if hasMetPlayer { awaitPlayer() } else { startPlayer() }
    }

    /// Waits for the previous player to return. A second player would be heard, and nobody could reach it.
    private func awaitPlayer() {
        onInput?(.playerStarting)
        startLimit = loop.schedule(at: .now.advanced(byNanoseconds: Self.returnTimeout)) { [weak self] in
            guard let self else { return }
            forgetStart()
            onInput?(.playerVanished)
        }
    }

    /// Starts the player through the bus or, if no activation file is installed, as the executable beside this one. Has
    /// no effect if a player is running or being started.
    func startPlayer() {
        guard owner == nil, startLimit == nil, let bus else { return }
        onInput?(.playerStarting)
        startLimit = loop.schedule(at: .now.advanced(byNanoseconds: Self.startTimeout)) { [weak self] in
            self?.startFailed(translated("It did not appear on the session bus."))
        }
        let call = BusDaemon.call("StartServiceByName", .string(BusNames.player), .uint32(0))
        bus.call(call) { [weak self] reply in
            guard let self, owner == nil, case .failure = reply else { return }
            startProgram()
        }
    }

    private func startProgram() {
        guard let process = try? PlayerProgram.start(Installation.player) else {
            return startFailed(translated("The program “segue” is not installed."))
        }
        // The bus reports when the player disconnects; this only reaps the process.
        g_child_watch_add(process, { process, _, _ in g_spawn_close_pid(process) }, nil)
    }

    private func startFailed(_ reason: String) {
        forgetStart()
        if owner == nil { onInput?(.playerFailed(reason)) }
    }

    private func forgetStart() {
        startLimit?.cancel()
        startLimit = nil
    }

    private func ownerChanged(_ new: String?) {
        guard let new else { return detach() }
        if new != owner { attach(new) }
    }

    private func detach() {
        guard owner != nil else { return }
        playerSlots = []
        follower = nil
        owner = nil
        onInput?(.playerVanished)
    }

    /// Subscribes to all announcements of the player before its current state is read, so that no change is missed.
    private func attach(_ owner: String) {
        forgetStart()
        hasMetPlayer = true
        self.owner = owner
        playerSlots = []
        follower = bus.flatMap { try? PlayerFollower(owner, on: $0) }
        follower?.onInput = { [weak self] in self?.onInput?(.player($0)) }
        for interface in [PlayerInterface.queue, .control, .transitions, .playlists, .savedPlaylists, .library] {
            follow(owner, interface)
        }
        onInput?(.playerAppeared(owner: owner))
    }

    private func follow(_ owner: String, _ interface: PlayerInterface) {
        guard let bus else { return }
        let slot = try? bus.subscribe(sender: owner, path: interface.path, interface: interface.name, member: nil) {
            [weak self] signal in
            guard let self, self.owner == owner, let input = WindowInput(signal) else { return }
            onInput?(input)
        }
        if let slot { playerSlots.append(slot) }
    }

    // MARK: - Calls

    /// Sends a request of the model.
    func carryOut(_ request: WindowRequest) {
        guard let owner, let bus else { return }
        let call: BusCall
        switch request {
        case .player(let request):
            follower?.carryOut(request)
            return
        case .page(let page):
            let offset = UInt32(clamping: page.offset)
            call = PlayerInterface.queue.call("List", [.uint32(offset), .uint32(.max)], to: owner)
        case .envelope(let track):
            // More bins than a strip has pixels, with room for zooming in.
            let bins = UInt32(Envelope.bins.upperBound)
            call = PlayerInterface.transitions.call("Envelope", [.objectPath(track), .uint32(bins)], to: owner)
        }
        bus.call(call) { [weak self] reply in
            guard let self, self.owner == owner, let input = WindowInput(answer: try? reply.get(), to: request) else {
                return
            }
            onInput?(input)
        }
    }

    /// Calls a method of the player. The completion receives the reply, or an error with a sentence that explains it.
    func call(
        _ member: String, on interface: PlayerInterface, _ arguments: [BusValue] = [],
        _ completion: @escaping (Result<[BusValue], BusError>) -> Void
    ) {
        let isScan = ["Insert", "Replace", "Play", "Add"].contains(member)
        send(
            { interface.call(member, arguments, to: $0) },
            timeout: isScan ? Self.scanTimeout : Self.navigationTimeout, completion)
    }

    /// Reads a property of the player. The completion receives its value, or an error as for `call`.
    func read(
        _ property: String, of interface: PlayerInterface, _ completion: @escaping (Result<BusValue?, BusError>) -> Void
    ) {
        send({ interface.get(property, from: $0) }, timeout: Self.navigationTimeout) { completion($0.map(\.first)) }
    }

    private func send(
        _ call: (_ owner: String) -> BusCall, timeout: Int64,
        _ completion: @escaping (Result<[BusValue], BusError>) -> Void
    ) {
        guard let owner, let bus else {
            return completion(.failure(BusError(.disconnected, translated("The player is not running."))))
        }
        bus.call(call(owner), timeout: timeout, completion)
    }

    /// Shows files in the desktop's file manager. The completion receives false if none replies.
    func showInFiles(_ uris: [String], _ completion: @escaping (Bool) -> Void) {
        guard let bus else { return completion(false) }
        FileManager.show(uris, on: bus, completion)
    }

    /// Shows the notification that music continues without the window. `end` is called when no more signals are
    /// expected.
    func sayFarewell(_ farewell: Farewell, end: @escaping () -> Void) {
        guard let bus else { return end() }
        farewell.show(
            on: bus, stop: { [weak self] in self?.call("Stop", on: .control, [.int64(-1)]) { _ in } }, end: end)
    }

    /// Reads a property that the player does not announce.
    func get(
        _ property: String, on interface: PlayerInterface,
        _ completion: @escaping (Result<[BusValue], BusError>) -> Void
    ) {
        guard let owner, let bus else { return }
        bus.call(interface.get(property, from: owner), completion)
    }

    /// Sets a property of the player.
    func set(
        _ property: String, on interface: PlayerInterface, to value: BusValue,
        _ completion: @escaping (Result<[BusValue], BusError>) -> Void
    ) {
        guard let owner, let bus else { return }
        bus.call(interface.set(property, to: value, at: owner), completion)
    }
}
