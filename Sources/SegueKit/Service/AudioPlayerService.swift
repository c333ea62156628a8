public import EventLoop
public import Logging
import SegueAudio
public import SegueCore

/// The player for programs (design.md, Library): plays files and streams, crossfades from one to the next, and reports
/// its state.
///
/// An actor on a separate loop: no call blocks a thread of the program, and no call waits for a fade. Create a player,
/// call `setup()`, use it, and call `cleanup()`. Streams may be requested before the setup, so that nothing is missed.
/// Before `setup()` and after `cleanup()`, commands throw `invalidState`; commands that never throw do nothing.
/// Properties are always available.
///
/// Commands are executed in the order of the calls. A call that searches for files is executed when the files have been
/// found, and delays no other call. A call returns when its command has taken effect. A call that changes the track
/// returns when the track is audible, or can't be played. In a pause, such a call returns when the track is ready. A
/// call throws `invalidState` if a later command has replaced it or a stop has cancelled it. A call throws `queueFull`
/// while too many other calls search for files. If the task of a call is cancelled during its search for files, the
/// command is cancelled; afterwards, only the wait ends. The call then throws `invalidState` too.
public actor AudioPlayerService {
    nonisolated let loop: EventLoop
    private let ownsLoop: Bool
    /// The parts of the player, to which all calls of the actor lead.
    let host: PlayerHost
    /// The setup under way, for all callers of `setup()`.
    private var opening: Task<Result<Void, AudioPlayerError>, Never>?

    /// The loop that the player and its calls run on.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Creates a player on a separate thread, which ends when the player is deallocated. `logger` receives every event
    /// and problem as a sentence. By default, events are reported only by `events`.
    ///
    /// Throws `invalidConfiguration` for a setting out of its range, and `engineError` if the system grants no thread.
    public init(
        configuration: Configuration = Configuration(), options: ServiceOptions = ServiceOptions(),
        logger: Logger = Logger(label: "segue") { _ in SwiftLogNoOpLogHandler() }
    ) throws(AudioPlayerError) {
        // Validated before a thread is started.
        try configuration.validate()
        let loop: EventLoop
        do {
            loop = try EventLoop.startThread(name: "segue-player")
        } catch {
            throw .engineError(reason: "\(error)")
        }
        self.init(valid: configuration, options: options, logger: logger, loop: loop, ownsLoop: true)
    }

    /// Creates a player on `loop`, which the caller must run for as long as the player is used.
    ///
    /// Throws `invalidConfiguration` for a setting out of its range.
    public init(
        configuration: Configuration, options: ServiceOptions, logger: Logger, loop: EventLoop
    ) throws(AudioPlayerError) {
        try configuration.validate()
        self.init(valid: configuration, options: options, logger: logger, loop: loop, ownsLoop: false)
    }

    /// Creates a player with a configuration that has been validated. `clock` and `makeEngine` replace the clocks of
    /// the system and the audio engine.
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
    /// A missing bus or audio device is not an error: the player works without it, and reports it in `events` and the
    /// log. Throws `engineError` if GStreamer can't be used, and `busError` if the bus name belongs to another player;
    /// the player is then closed. Throws `invalidState` after `cleanup()`: a closed player can't be opened again.
    public func setup() async throws(AudioPlayerError) {
        try await setup { _ in }
    }

    /// Sets the player up like `setup()`. `begin` is called when the player is set up, before any client gets an
    /// answer.
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
            // The bus name comes first, so that a desktop sees the player before the disk has been read.
            try host.appear(owner: self)
            let gstreamer = host.loadGStreamer()
            let stored = await host.store?.load() ?? nil
            host.suspect(await host.readSuspects().value() ?? [])
            _ = await gstreamer.value()
            // `cleanup()` may have been called meanwhile.
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

    /// Ends the player: the audio stops immediately, the session is saved, and the player leaves the bus. Pending calls
    /// get their outcomes, and all streams end. Call it when the player is no longer needed: a player that was set up
    /// stays alive until then. Does nothing the second time.
    public func cleanup() { host.close() }

    /// Ends the player like `cleanup()`, but with a ramp to silence. `completion` is called after the ramp.
    func cleanup(then completion: @escaping () -> Void) { host.close(then: completion) }

    /// Sets the action for a client's request to quit the program. Before the first call, and after `cleanup()`, there
    /// is no action. Does nothing after `cleanup()`.
    public func onQuit(_ action: @escaping @Sendable () -> Void) {
        guard host.phase != .closed else { return }
        host.quit = action
    }
}
