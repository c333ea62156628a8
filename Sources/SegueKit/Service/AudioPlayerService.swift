public import EventLoop
public import Logging
import SegueAudio
public import SegueCore

/// The player for programs (design.md, Library): plays files and streams, crossfading from one to the next, and says
/// what it does.
///
/// An actor on a loop of its own: no call blocks a thread of the program, and none waits for a fade. Make it,
/// `setup()`, use it, `cleanup()`. The streams may be asked for from the beginning, so that nothing is missed. Commands
/// before `setup()` and after `cleanup()` throw `invalidState`, but for those that never throw, which do nothing then;
/// properties keep answering.
///
/// Commands take their turn in an `AsyncOperationQueue`, a stop before all others. A call returns when its command has
/// taken effect: one that goes to a track when that is heard (in a pause: when it is ready), or can't be. One that a
/// later command replaced, or a stop overtook, throws `invalidState`; one that finds too many others waiting throws
/// `queueFull`. Cancelling the task of a call takes the command out if its turn has not come, and else just ends the
/// wait; it throws `invalidState` too.
public actor AudioPlayerService {
    enum Phase {
        case new
        case ready
        case closed
    }

    nonisolated let loop: EventLoop
    private let ownsLoop: Bool
    let options: ServiceOptions
    let logger: Logger
    let clock: any PlayerClock
    private let makeEngine: EngineMaker
    let shell: PlayerShell
    let streams: ServiceStreams
    let operations: AsyncOperationQueue
    let opener: MediaOpener
    let disk: DiskWorker
    let store: SessionStore?
    private let record: OpeningRecord
    private(set) var phase = Phase.new
    private let artwork = ArtworkCache()
    private var reader: MetadataReader?
    private var recorder: SessionRecorder?
    private var presence: BusPresence?
    private(set) var library: PlaylistLibrary?
    var liveConfiguration: LiveConfiguration?
    /// Of the configuration file: those that are no settings, and have been named.
    var toldKeys: Set<String> = []
    /// What the configuration says, whatever a client has chosen in its place.
    var configuredOutput: String
    /// Ends the program that the player runs in, when a client asks for that.
    private(set) var quit: @Sendable () -> Void = {}
    private var scanned: @Sendable (ScanProgress) -> Void = { _ in }

    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// A player on a thread of its own, which ends when nobody holds the player any more. `logger` gets every event and
    /// problem as a sentence; by default they go nowhere but to `events`.
    ///
    /// Throws `invalidConfiguration` for a setting out of its range, `engineError` when the system grants no thread.
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

    /// A player with a configuration that has been validated. `clock` and `makeEngine` take the place of the system's
    /// clocks and of the engine that is heard.
    init(
        valid configuration: Configuration, options: ServiceOptions, logger: Logger, loop: EventLoop, ownsLoop: Bool,
        clock: (any PlayerClock)? = nil, makeEngine: @escaping EngineMaker = AudioEngine.make
    ) {
        self.loop = loop
        let clock = clock ?? LoopClock(loop)
        self.clock = clock
        self.makeEngine = makeEngine
        self.ownsLoop = ownsLoop
        self.options = options
        self.logger = logger
        configuredOutput = configuration.output
        // Without a queue on disk nothing that ends the player comes again by itself.
        let record = OpeningRecord(path: options.sessionPath.map { FileAccess.folder(of: $0) + "/opening" })
        self.record = record
        shell = PlayerShell(
            clock: clock, configuration: configuration, seed: .random(in: .min ... .max), record: record)
        streams = ServiceStreams(shell: shell, loop: loop, clock: clock)
        operations = AsyncOperationQueue(loop: loop, logger: logger)
        let disk = DiskWorker()
        self.disk = disk
        store = options.sessionPath.map { path in
            SessionStore(path: path, worker: disk) { problem in logger.warning("\(problem)") }
        }
        opener = MediaOpener(loop: loop, artwork: artwork, store: store, record: record)
    }

    deinit {
        if ownsLoop { loop.stop() }
    }

    // MARK: - Beginning and end

    /// Opens the output, the session and the bus. Does nothing the second time.
    ///
    /// A missing bus or sound device is no error: the player then works without, and `events` and the log say so.
    /// Throws `engineError` when GStreamer can't be used, `busError` when the bus name belongs to another player; then
    /// the player is closed. Throws `invalidState` after `cleanup()`: a closed player can't be opened again, only
    /// another one made.
    public func setup() async throws(AudioPlayerError) {
        // Sound servers and disks that wake up take what time they need.
        try await takeTurn(.playback, "setup", takesLong: true) { try await self.open() }
    }

    /// Ends everything: silence at once, the session saved, off the bus, those who wait for a command answered, all
    /// streams finished. To be called when the player is not needed any more: one that was set up is not let go of
    /// before. Does nothing the second time.
    public func cleanup() {
        guard phase != .closed else { return }
        letGo()
        shell.close()
    }

    /// The same, but for a ramp to silence, behind which `completion` is called.
    func cleanup(then completion: @escaping @Sendable () -> Void) {
        guard phase != .closed else { return completion() }
        letGo()
        shell.fallSilent { [shell] in
            shell.close()
            completion()
        }
    }

    private func letGo() {
        phase = .closed
        // What is saved, and what the bus saw last, is what was playing.
        recorder?.close()
        presence?.close()
        liveConfiguration?.stop()
        library?.stop()
        reader?.close()
        shell.perform(.finish(fadeDuration: .zero))
        record.close()
        streams.finish()
        // These know the player.
        presence = nil
        quit = {}
    }

    /// What is called when a client on the bus asks the program to quit; nothing is at first, and after `cleanup()`.
    public func onQuit(_ action: @escaping @Sendable () -> Void) {
        guard phase != .closed else { return }
        quit = action
    }

    /// What is called while a look through folders takes its time.
    func onScan(_ action: @escaping @Sendable (ScanProgress) -> Void) { scanned = action }

    func report(_ scan: ScanProgress) {
        presence?.announce(scan)
        scanned(scan)
    }

    /// Throws `invalidState` before `setup()` and after `cleanup()`.
    func checkReady(for attempt: String) throws(AudioPlayerError) {
        switch phase {
        case .new: throw .invalidState(current: "not set up", attempted: attempt)
        case .ready: return
        case .closed: throw .invalidState(current: "closed", attempted: attempt)
        }
    }

    private func open() async throws(AudioPlayerError) {
        guard phase == .new else { return try checkReady(for: "setup") }
        let stored = await store?.load() ?? nil
        await suspect()
        do throws(AudioPlayerError) {
            // A cleanup may have come meanwhile.
            if phase == .closed { try checkReady(for: "setup") }
            try start(with: stored)
        } catch {
            store?.close()
            cleanup()
            throw error
        }
        if let store { record(in: store) }
        phase = .ready
    }

    /// Learns what the last player was opening when it ended in the middle of it.
    private func suspect() async {
        guard let session = options.sessionPath else { return }
        let suspects = await withCheckedContinuation { continuation in
            disk.perform { [record] in
                // Where it can't be made there is no record; the session says why.
                try? FileAccess.createFolder(FileAccess.folder(of: session))
                continuation.resume(returning: record.takeOver())
            }
        }
        for uri in suspects {
            let name = ResourceName.path(of: uri) ?? uri
            logger.warning(
                "\(name): the last player crashed while opening this. It is passed over until it is asked for by name."
            )
        }
    }

    private func start(with stored: StoredSession?) throws(AudioPlayerError) {
        observe()
        library = makeLibrary()
        if let stored {
            var session = stored.session
            session.output = stored.output.flatMap { $0.holds(against: configuredOutput) ? $0.name : nil }
            shell.receive(.restore(session))
        }
        let presence = BusPresence(access: ServiceAccess(self), options: options, logger: logger, loop: loop)
        self.presence = presence
        try presence.appear()
        shell.observe { old, new, effects in presence.announce(old, new, effects) }
        let output = options.output ?? shell.snapshot.configuration.output
        try shell.start(AudioEngine.Options(mode: .live(output: output)), on: loop, by: makeEngine)
        library?.start(stored?.playlists ?? [])
    }

    private func makeLibrary() -> PlaylistLibrary? {
        guard let folders = options.playlists else { return nil }
        let library = PlaylistLibrary(folders: folders, loop: loop, store: store, logger: logger) { [shell] catalog in
            shell.receive(.playlistsFound(catalog))
        }
        shell.observe { _, _, effects in
            for case .report(.playlistStarted(let playlist)) in effects { library.notePlayed(playlist.id) }
        }
        return library
    }

    private func observe() {
        let reader = MetadataReader(loop: loop, artwork: artwork, record: record) { [weak self] id, result in
            self?.assumeIsolated { $0.shell.receive(.metadataRead(id, try? result.get())) }
        }
        self.reader = reader
        shell.observe { [logger, artwork, streams] old, new, effects in
            if old.track?.metadata.artURI != new.track?.metadata.artURI {
                artwork.keep([old, new].compactMap { $0.track?.metadata.artURI })
            }
            streams.send(old, new, effects)
            if old.configuration != new.configuration { self.saveConfiguration(new.configuration) }
            for effect in effects {
                switch effect {
                case .readMetadata(let requests): reader.read(requests)
                case .report(let event): EventLog.write(event, to: logger)
                case .audio, .arm, .disarm, .complete, .queueChanged, .seeked: break
                }
            }
        }
    }

    /// From here on: what was restored is on disk already.
    private func record(in store: SessionStore) {
        let recorder = SessionRecorder(store: store, shell: shell, clock: clock) { self.configuredOutput }
        self.recorder = recorder
        shell.observe { old, new, effects in recorder.record(old, new, effects) }
    }
}
