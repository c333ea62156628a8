public import EventLoop
public import Logging
import SegueAudio
public import SegueCore

/// The player for programs (spec §6): plays files and streams, crossfading from one to the next, and says what it does.
///
/// An actor on a loop of its own: no call blocks a thread of the program, and none waits for a fade. Make it, `setup()`, use it,
/// `cleanup()`. Calls before `setup()` and after `cleanup()` throw `invalidState`, but for those that never throw.
///
/// Commands take their turn in an `AsyncOperationQueue`, a stop before all others. A call returns when its command has taken
/// effect: one that loads a file when the file has proved playable, or has not. One that a later command replaced meanwhile throws
/// `invalidState`.
public actor AudioPlayerService {
    nonisolated let loop: EventLoop
    private let ownsLoop: Bool
    let options: ServiceOptions
    let logger: Logger
    let shell: PlayerShell
    let operations: AsyncOperationQueue
    let artwork = ArtworkCache()
    let opener: MediaOpener
    private(set) var isReady = false
    private var reader: MetadataReader?
    private var recorder: SessionRecorder?
    private(set) var library: PlaylistLibrary?
    private var presence: BusPresence?
    private var streams: ServiceStreams?
    private var liveConfiguration: LiveConfiguration?
    private let disk: DiskWorker
    let store: SessionStore?
    /// Ends the program that the player runs in, when a client asks for that.
    private var onQuit: @Sendable () -> Void = {}

    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// A player on a thread of its own.
    ///
    /// Throws `invalidConfiguration` for a setting out of its range, `engineError` when the system grants no thread.
    public init(
        configuration: Configuration = Configuration(), options: ServiceOptions = ServiceOptions(),
        logger: Logger = Logger(label: "segue")
    ) throws(AudioPlayerError) {
        do {
            let loop = try EventLoop.startThread(name: "segue-player")
            try self.init(configuration: configuration, options: options, logger: logger, loop: loop, ownsLoop: true)
        } catch let error as AudioPlayerError {
            throw error
        } catch {
            throw .engineError(reason: "\(error)")
        }
    }

    /// A player on `loop`, which somebody else runs.
    ///
    /// Throws `invalidConfiguration` for a setting out of its range.
    public init(
        configuration: Configuration, options: ServiceOptions, logger: Logger, loop: EventLoop, ownsLoop: Bool = false
    ) throws(AudioPlayerError) {
        try configuration.validate()
        self.loop = loop
        self.ownsLoop = ownsLoop
        self.options = options
        self.logger = logger
        shell = PlayerShell(loop: loop, configuration: configuration, seed: .random(in: .min ... .max))
        operations = AsyncOperationQueue(loop: loop, logger: logger)
        let disk = DiskWorker()
        self.disk = disk
        store = options.sessionPath.map { path in
            SessionStore(path: path, worker: disk) { problem in logger.warning("\(problem)") }
        }
        opener = MediaOpener(loop: loop, artwork: artwork)
    }

    /// Opens the output, the session and the bus. Does nothing the second time.
    ///
    /// A missing bus or sound device is no error: the player then works without, and `events` and the log say so. Throws
    /// `engineError` when GStreamer can't be used, `busError` when the bus name belongs to another player.
    public func setup() async throws(AudioPlayerError) {
        guard !isReady else { return }
        let stored = await restorableSession()
        let engine = AudioEngine.Options(
            mode: .live(output: options.output ?? stored?.output ?? shell.snapshot.configuration.output))
        isReady = true
        connectObservers()
        library = makeLibrary()
        let presence = BusPresence(access: access(), options: options, logger: logger, loop: loop)
        if let session = stored?.session, options.restoresSession {
            shell.receive(.restore(session))
        }
        try presence.appear()
        self.presence = presence
        shell.observe { old, new, effects in presence.announce(old, new, effects) }
        try shell.start(engine)
        library?.start(stored?.playlists ?? [])
    }

    /// Ends everything: silence at once, the session saved, off the bus, all streams finished. Does nothing before `setup()`.
    public func cleanup() {
        guard isReady else { return }
        isReady = false
        recorder?.close()
        presence?.close()
        presence = nil
        liveConfiguration?.stop()
        library?.stop()
        reader?.close()
        shell.close()
        streams?.finish()
        if ownsLoop { loop.stop() }
    }

    /// What is called when a client on the bus asks the program to quit.
    public func onQuit(_ action: @escaping @Sendable () -> Void) { onQuit = action }

    func quit() { onQuit() }

    /// Follows the configuration file from now on: what is edited there comes into force at once, and what clients set is written
    /// there. Problems go to the log; then the last good configuration stays.
    public func follow(_ file: ConfigurationFile, problems: [ConfigurationProblem]) {
        for problem in problems { logger.warning("\(problem)") }
        let live = LiveConfiguration(
            file: file, configuration: shell.snapshot.configuration, loop: loop, worker: disk)
        liveConfiguration = live
        do {
            try live.start { [weak self] update in self?.assumeIsolated { $0.adopt(update) } }
        } catch {
            logger.warning("\(error)")
        }
    }

    private func adopt(_ update: LiveConfiguration.Update) {
        switch update {
        case .changed(let configuration, let fields):
            var configuration = configuration
            if !fields.contains(.output) { configuration.output = shell.snapshot.configuration.output }
            shell.perform(.setConfiguration(configuration))
            logger.info("configuration changed: \(fields.map(\.rawValue).joined(separator: ", "))")
        case .refused(let problems):
            for problem in problems { logger.warning("\(problem) The last good configuration stays.") }
        }
    }

    /// What a client set is written to the file. The output is part of the session, for it is chosen rather than configured.
    private func saveConfiguration(_ configuration: Configuration) {
        guard let live = liveConfiguration else { return }
        for field in ConfigurationField.allCases where field != .output {
            let text = field.text(in: configuration)
            guard text != field.text(in: live.configuration) else { continue }
            live.set(field, to: text) { [logger] result in
                if case .failure(let problem) = result {
                    logger.warning("\(problem) The setting holds until the player ends.")
                }
            }
        }
    }

    // MARK: - Parts

    private func restorableSession() async -> StoredSession? {
        guard let store else { return nil }
        let stored = await store.load()
        recorder = SessionRecorder(store: store, shell: shell, loop: loop)
        return stored
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

    private func connectObservers() {
        let streams = ServiceStreams(service: self, shell: shell, loop: loop)
        self.streams = streams
        let reader = MetadataReader(loop: loop, artwork: artwork) { [weak self] id, result in
            self?.assumeIsolated { $0.shell.receive(.metadataRead(id, try? result.get())) }
        }
        self.reader = reader
        shell.observe { [logger, recorder, artwork] old, new, effects in
            if old.track?.metadata.artURI != new.track?.metadata.artURI {
                artwork.keep([old, new].compactMap { $0.track?.metadata.artURI })
            }
            recorder?.record(old, new, effects)
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

    var serviceStreams: ServiceStreams {
        if let streams { return streams }
        let made = ServiceStreams(service: self, shell: shell, loop: loop)
        streams = made
        return made
    }
}
