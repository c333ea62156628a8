public import EventLoop
public import Logging
import SegueAudio
public import SegueCore

/// The player for programs (design.md, Library): plays files and streams, crossfading from one to the next, and says
/// what it does.
///
/// An actor on a loop of its own: no call blocks a thread of the program, and none waits for a fade. Make a player,
/// call `setup()`, use it, call `cleanup()`. The streams can be asked for before the setup, so that nothing is missed.
/// Before `setup()` and after `cleanup()`, commands throw `invalidState`; those that never throw do nothing. Properties
/// always answer.
///
/// Commands are carried out in the order of the calls. A call that looks for files is carried out when the files have
/// been found, and holds up no other call. A call returns when its command has taken effect. A call that goes to a
/// track returns when the track is heard, in a pause when the track is ready, or when the track can't be played. A call
/// throws `invalidState` when a later command has replaced it or a stop has called it off, and `queueFull` while too
/// many other calls look for files. Cancelling the task of a call during its search for files withdraws the command;
/// afterwards, it just ends the wait. The call then throws `invalidState` too.
public actor AudioPlayerService {
    nonisolated let loop: EventLoop
    private let ownsLoop: Bool
    /// The parts of the player. All calls of the actor lead there.
    let host: PlayerHost
    /// The setup under way, for all callers of `setup()`.
    private var opening: Task<Result<Void, AudioPlayerError>, Never>?

    /// The loop that the player and its calls run on.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// A player on a thread of its own, which ends when nobody holds the player any more. `logger` gets every event and
    /// problem as a sentence. By default, events go to `events` alone.
    ///
    /// Throws `invalidConfiguration` for a setting out of its range, and `engineError` when the system grants no
    /// thread.
    public init(
        configuration: Configuration = Configuration(), options: ServiceOptions = ServiceOptions(),
        logger: Logger = Logger(label: "segue") { _ in SwiftLogNoOpLogHandler() }
    ) throws(AudioPlayerError) {
        // Before there is a thread to be ended.
        try configuration.validate()
        let loop: EventLoop
        do {
            loop = try EventLoop.startThread(name: "segue-player")
        } catch {
            throw .engineError(reason: "\(error)")
        }
        self.init(valid: configuration, options: options, logger: logger, loop: loop, ownsLoop: true)
    }

    /// A player on `loop`, which somebody else runs for as long as the player is used.
    ///
    /// Throws `invalidConfiguration` for a setting out of its range.
    public init(
        configuration: Configuration, options: ServiceOptions, logger: Logger, loop: EventLoop
    ) throws(AudioPlayerError) {
        try configuration.validate()
        self.init(valid: configuration, options: options, logger: logger, loop: loop, ownsLoop: false)
    }

    /// A player with a configuration that has been validated. `clock` and `makeEngine` replace the clocks of the system
    /// and the engine that is heard.
    init(
        valid configuration: Configuration, options: ServiceOptions, logger: Logger, loop: EventLoop, ownsLoop: Bool,
        clock: (any PlayerClock)? = nil, makeEngine: @escaping EngineMaker = AudioEngine.make
    ) {
        self.loop = loop
        self.ownsLoop = ownsLoop
        host = PlayerHost(
            configuration, options: options, logger: logger, loop: loop, clock: clock ?? LoopClock(loop),
            makeEngine: makeEngine)
    }

    deinit {
        if ownsLoop { loop.stop() }
    }

    // MARK: - Beginning and end

    /// Opens the output, the session and the bus. Does nothing the second time.
    ///
    /// A missing bus or sound device is no error: the player then works without it, and `events` and the log say so.
    /// Throws `engineError` when GStreamer can't be used, and `busError` when the bus name belongs to another player;
    /// then the player is closed. Throws `invalidState` after `cleanup()`: a closed player can't be opened again.
    public func setup() async throws(AudioPlayerError) {
        try await setup { _ in }
    }

    /// As `setup()`; `begin` is called when the player is set up, before any client is answered.
    func setup(
        _ begin: @escaping @Sendable (isolated AudioPlayerService) -> Void
    ) async throws(AudioPlayerError) {
        guard host.phase == .new else { return try host.checkReady(for: "setup") }
        let opening =
            opening
            ?? Task(executorPreference: loop) {
                do throws(AudioPlayerError) {
                    try await self.open(begin)
                    return .success(())
                } catch {
                    return .failure(error)
                }
            }
        self.opening = opening
        try await opening.value.get()
    }

    private func open(_ begin: (isolated AudioPlayerService) -> Void) async throws(AudioPlayerError) {
        defer { opening = nil }
        do throws(AudioPlayerError) {
            // The name comes first, so that nobody waits for the disk before a desktop sees the player.
            try host.appear(owner: self)
            let gstreamer = host.loadGStreamer()
            let stored = await host.store?.load() ?? nil
            host.suspect(await host.readSuspects().value() ?? [])
            _ = await gstreamer.value()
            // A cleanup may have come meanwhile.
            if host.phase == .closed { try host.checkReady(for: "setup") }
            try host.start(with: stored)
            begin(self)
            host.serve()
        } catch {
            host.store?.close()
            cleanup()
            throw error
        }
    }

    /// Ends everything: the sound stops at once, the session is saved, the player leaves the bus, those who wait for a
    /// command are answered, and all streams end. Call it when the player is not needed any more: a player that was set
    /// up stays alive until then. Does nothing the second time.
    public func cleanup() { host.close() }

    /// As `cleanup()`, but with a ramp to silence. `completion` is called after the ramp.
    func cleanup(then completion: @escaping () -> Void) { host.close(then: completion) }

    /// Sets what is called when a client on the bus asks the program to quit. At first, and after `cleanup()`, nothing
    /// is called. Does nothing after `cleanup()`.
    public func onQuit(_ action: @escaping @Sendable () -> Void) {
        guard host.phase != .closed else { return }
        host.quit = action
    }
}
