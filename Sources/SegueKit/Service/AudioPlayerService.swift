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
/// been found, and holds up no other call. A call returns when its command has taken effect. A call that goes to a track
/// returns when the track is heard, in a pause when the track is ready, or when the track can't be played. A call throws
/// `invalidState` when a later command has replaced it or a stop has called it off, and `queueFull` while too many other
/// calls look for files. Cancelling the task of a call during its search for files withdraws the command; afterwards, it
/// just ends the wait. The call then throws `invalidState` too.
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
    let door: CommandDoor
    let opener: MediaOpener
    let disk: DiskWorker
    let store: SessionStore?
    private let record: OpeningRecord
    private(set) var phase = Phase.new
    /// The setup under way, for all callers of `setup()`.
    private var opening: Task<Result<Void, AudioPlayerError>, Never>?
    private let artwork = ArtworkCache()
    private var reader: MetadataReader?
    private(set) var analyst: TrackAnalyst?
    private var titles: TitleReader?
    private var recorder: SessionRecorder?
    private var presence: BusPresence?
    private var sleep: SystemSleep?
    private var mounts: MountWatch?
    private(set) var library: PlaylistLibrary?
    var liveConfiguration: LiveConfiguration?
    /// The keys of the configuration file that are no settings and have been named.
    var toldKeys: Set<String> = []
    /// Ends the program that the player runs in, when a client asks for that.
    private(set) var quit: @Sendable () -> Void = {}
    private var scanned: @Sendable (ScanProgress) -> Void = { _ in }

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
        // Without a queue on disk, nothing that ends the player is opened again by itself.
        let record = OpeningRecord(path: options.sessionPath.map { FileAccess.folder(of: $0) + "/opening" })
        self.record = record
        let shell = PlayerShell(
            clock: clock, configuration: configuration, seed: .random(in: .min ... .max), record: record,
            logger: logger)
        let confined = LoopConfined(shell)
        self.shell = shell
        streams = ServiceStreams(shell: shell, loop: loop, clock: clock)
        let disk = DiskWorker()
        self.disk = disk
        store = options.sessionPath.map { path in
            SessionStore(path: path, worker: disk) { problem in
                // At a start, nobody listens to events yet.
                logger.warning("\(problem)")
                loop.perform { confined.value.receive(.system(.sessionTrouble("\(problem)"))) }
            }
        }
        opener = MediaOpener(loop: loop, artwork: artwork, store: store, record: record)
        door = CommandDoor(shell: shell, opener: opener, clock: clock, logger: logger)
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
        guard phase == .new else { return try checkReady(for: "setup") }
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

    /// Ends everything: the sound stops at once, the session is saved, the player leaves the bus, those who wait for a
    /// command are answered, and all streams end. Call it when the player is not needed any more: a player that was set
    /// up stays alive until then. Does nothing the second time.
    public func cleanup() {
        guard phase != .closed else { return }
        letGo()
        shell.close()
    }

    /// As `cleanup()`, but with a ramp to silence. `completion` is called after the ramp.
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
        sleep?.close()
        if let mounts { loop.remove(mounts) }
        mounts = nil
        presence?.close()
        liveConfiguration?.stop()
        library?.stop()
        reader?.close()
        titles?.close()
        analyst?.analyse(AnalysisWishes())
        door.close()
        shell.perform(.finish(fadeDuration: .zero))
        record.close()
        streams.finish()
        // These hold the player.
        presence = nil
        sleep = nil
        quit = {}
    }

    /// Sets what is called when a client on the bus asks the program to quit. At first, and after `cleanup()`, nothing
    /// is called. Does nothing after `cleanup()`.
    public func onQuit(_ action: @escaping @Sendable () -> Void) {
        guard phase != .closed else { return }
        quit = action
    }

    /// Sets what is called while a search through folders takes its time.
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

    private func open(_ begin: (isolated AudioPlayerService) -> Void) async throws(AudioPlayerError) {
        defer { opening = nil }
        do throws(AudioPlayerError) {
            // The name comes first, so that nobody waits for the disk before a desktop sees the player.
            let presence = try appear()
            let gstreamer = loadGStreamer()
            let stored = await store?.load() ?? nil
            await suspect()
            _ = await gstreamer.value()
            // A cleanup may have come meanwhile.
            if phase == .closed { try checkReady(for: "setup") }
            try start(with: stored, presence)
            if let store { record(in: store) }
            followMounts()
            phase = .ready
            begin(self)
            presence.serve()
        } catch {
            store?.close()
            cleanup()
            throw error
        }
    }

    /// Begins to load GStreamer on the thread that looks into files, beside the session: in a new home, all plug-ins
    /// are looked through. Where that fails, the engine says why.
    private func loadGStreamer() -> Outcome<Void> {
        let loaded = Outcome<Void>()
        opener.worker.perform {
            AudioEngine.prepare()
            loaded.settle(())
        }
        return loaded
    }

    /// Takes the player's place on the bus.
    private func appear() throws(AudioPlayerError) -> BusPresence {
        observe()
        door.onAcceptance = { [weak self] command in self?.assumeIsolated { $0.save(command) } }
        door.onScan = { [weak self] scan in self?.assumeIsolated { $0.report(scan) } }
        library = makeLibrary()
        let presence = BusPresence(access: ServiceAccess(self), options: options, logger: logger, loop: loop)
        self.presence = presence
        presence.onSuccession = { [door] in door.take(.pause) }
        if options.followsSleep { followSleep(on: presence) }
        try presence.appear()
        return presence
    }

    /// Learns what the last player was opening when it ended in the middle of that.
    private func suspect() async {
        guard let session = options.sessionPath else { return }
        let suspects = await withCheckedContinuation { continuation in
            disk.perform { [record] in
                // Where the folder can't be made, there is no record; the session says why.
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

    private func start(with stored: StoredSession?, _ presence: BusPresence) throws(AudioPlayerError) {
        if let stored { shell.receive(.restore(stored.session)) }
        shell.observe { old, new, effects in presence.announce(old, new, effects) }
        let output = options.output ?? shell.snapshot.settings.output
        try shell.start(AudioEngine.Options(mode: .live(output: output)), on: loop, by: makeEngine)
        library?.start(stored?.playlists ?? [])
    }

    /// Without a list of mount points, all files count as one source.
    private func followMounts() {
        mounts = MountWatch { [shell] in shell.receive(.system(.mounted(at: $0))) }
        guard let mounts else { return }
        loop.add(mounts)
        mounts.read()
    }

    private func followSleep(on presence: BusPresence) {
        let sleep = SystemSleep(shell: shell, loop: loop, logger: logger)
        self.sleep = sleep
        presence.onBus = { sleep.use(session: $0) }
        shell.observe { old, new, _ in sleep.follow(old, new) }
        sleep.start()
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
        let titles = TitleReader(loop: loop, program: options.titleReader, store: store) { [shell] answers in
            shell.receive(.titlesRead(answers))
        }
        self.titles = titles
        let analyst = TrackAnalyst(
            loop: loop, program: options.analyser, store: store, worker: disk,
            identified: { [shell] uri, content in shell.receive(.identified(uri, content)) },
            analysed: { [shell] uri, outcome in shell.receive(.analysed(uri, outcome)) })
        self.analyst = analyst
        shell.onTransition = { [logger] in logger.debug("\($0.text)") }
        shell.observe { [logger, artwork, streams] old, new, effects in
            if old.track?.metadata.artURI != new.track?.metadata.artURI {
                artwork.keep([old, new].compactMap { $0.track?.metadata.artURI })
            }
            streams.send(old, new, effects)
            for effect in effects {
                switch effect {
                case .readMetadata(let requests): reader.read(requests)
                case .readTitles(let requests): titles.read(requests)
                case .analyse(let wishes): analyst.analyse(wishes)
                case .report(let event): EventLog.write(event, to: logger)
                case .audio, .arm, .disarm, .complete, .queueChanged, .seeked: break
                }
            }
        }
    }

    /// Recording begins here: what was restored is on disk already.
    private func record(in store: SessionStore) {
        let recorder = SessionRecorder(store: store, shell: shell, clock: clock)
        self.recorder = recorder
        shell.observe { old, new, effects in recorder.record(old, new, effects) }
    }
}
