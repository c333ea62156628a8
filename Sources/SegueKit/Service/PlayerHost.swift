import EventLoop
import Logging
import SegueAudio
import SegueCore
import SegueFiles

/// The parts of a player, on the loop's thread. Other threads use them through `AudioPlayerService`.
final class PlayerHost {
    enum Phase {
        case new
        case ready
        case closed
    }

    let loop: EventLoop
    let options: ServiceOptions
    let logger: Logger
    let clock: any PlayerClock
    private let makeEngine: EngineMaker
    let shell: PlayerShell
    let streams: ServiceStreams
    let door: CommandDoor
    let opener: MediaOpener
    private let disk = DiskWorker()
    let store: SessionStore?
    private let record: OpeningRecord
    private(set) var phase = Phase.new
    private let artwork = ArtworkCache()
    private var reader: MetadataReader?
    private(set) var analyst: TrackAnalyst?
    private var titles: TitleReader?
    private var recorder: SessionRecorder?
    private var presence: BusPresence?
    private var sleep: SystemSleep?
    private var mounts: MountWatch?
    private(set) var library: PlaylistLibrary?
    private(set) var music: MusicLibrary?
    /// True once plays and ratings have been moved to the new URIs of files that moved before the start.
    private(set) var moved: MovedTracks?
    /// The settings in their file, while the file is followed.
    let settings: FollowedSettings
    /// Called to end the program that contains the player, when a client requests it.
    var quit: () -> Void = {}
    /// Called to end a program that only clients on the bus control, when the bus has ended.
    var busLost: () -> Void = {}
    /// Called during a long search through folders.
    var onScan: (ScanProgress) -> Void = { _ in }
    /// The owner, which is kept alive from its setup to its end.
    private var owner: AudioPlayerService?

    init(
        _ configuration: Configuration, options: ServiceOptions, logger: Logger, loop: EventLoop,
        clock: any PlayerClock, makeEngine: @escaping EngineMaker
    ) {
        self.loop = loop
        self.clock = clock
        self.makeEngine = makeEngine
        self.options = options
        self.logger = logger
        // Without a stored queue, no file that crashed the player is opened again automatically.
        record = OpeningRecord(path: options.sessionPath.map { FileAccess.folder(of: $0) + "/opening" })
        shell = PlayerShell(
            clock: clock, configuration: configuration, seed: .random(in: .min ... .max), record: record,
            logger: logger)
        streams = ServiceStreams(shell: shell, loop: loop, clock: clock)
        let tell = loop.delivering { [shell] in shell.receive($0) }
        store = options.sessionPath.map { [disk] path in
            SessionStore(path: path, worker: disk) { problem in
                // At a start, `events` has no listener yet.
                logger.warning("\(problem)")
                tell(.system(.sessionTrouble("\(problem)")))
            }
        }
        opener = MediaOpener(
            loop: loop, artwork: artwork, store: store, record: record,
            index: options.libraryFollower == nil ? nil : LibraryDatabase.path)
        door = CommandDoor(shell: shell, opener: opener, clock: clock, logger: logger)
        settings = FollowedSettings(shell: shell, door: door, disk: disk, logger: logger, loop: loop)
        door.onAcceptance = { [weak settings] in settings?.save($0) }
        door.onScan = { [weak self] scan in
            self?.presence?.announce(scan)
            self?.onScan(scan)
        }
    }

    /// Ends everything immediately. Does nothing the second time.
    func close() {
        guard phase != .closed else { return }
        letGo()
        shell.close()
    }

    /// Ends everything like `close()`, but with a ramp to silence. `completion` is called after the ramp.
    func close(then completion: @escaping () -> Void) {
        guard phase != .closed else { return completion() }
        letGo()
        shell.fallSilent { [shell] in
            shell.close()
            completion()
        }
    }

    private func letGo() {
        phase = .closed
        // The recorder and the bus are closed first: the saved session, and the last state on the bus, are those of
        // playback.
        recorder?.close()
        sleep?.close()
        if let mounts { loop.remove(mounts) }
        mounts = nil
        presence?.close()
        settings.stop()
        library?.stop()
        music?.close()
        reader?.close()
        titles?.close()
        analyst?.analyse(AnalysisWishes())
        door.close()
        shell.perform(.finish(fadeDuration: .zero))
        record.close()
        streams.finish()
        presence = nil
        sleep = nil
        quit = {}
        busLost = {}
        owner = nil
    }

    /// Throws `invalidState` before `setup()` and after `cleanup()`.
    func checkReady(for attempt: String) throws(AudioPlayerError) {
        switch phase {
        case .new: throw .invalidState(current: "not set up", attempted: attempt)
        case .ready: return
        case .closed: throw .invalidState(current: "closed", attempted: attempt)
        }
    }

    /// Starts to load GStreamer on the thread that opens files, in parallel with the session: for a new user, all
    /// plug-ins are examined. If that fails, the engine reports the reason.
    func loadGStreamer() -> Outcome<Void> {
        let loaded = Outcome<Void>()
        opener.worker.perform {
            AudioEngine.prepare()
            loaded.settle(())
        }
        return loaded
    }

    /// Acquires the player's name on the bus. `owner` is kept alive until the player is closed.
    func appear(owner: AudioPlayerService) throws(AudioPlayerError) {
        self.owner = owner
        observe()
        library = makeLibrary()
        music = makeMusic()
        let presence = BusPresence(access: ServiceAccess(self), options: options, logger: logger, loop: loop)
        self.presence = presence
        presence.onSuccession = { [door] in door.take(.pause) }
        presence.onLoss = { [weak self] in self?.busLost() }
        if options.followsSleep { followSleep(on: presence) }
        try presence.appear()
    }

    /// Reads the record of the files that the previous process was opening when it crashed.
    func readSuspects() -> Outcome<[String]> {
        let suspects = Outcome<[String]>()
        guard let session = options.sessionPath else {
            suspects.settle([])
            return suspects
        }
        disk.perform { [record] in
            // If the folder can't be created, there is no record; the session reports the reason.
            try? FileAccess.createFolder(FileAccess.folder(of: session))
            suspects.settle(record.takeOver())
        }
        return suspects
    }

    func suspect(_ uris: [String]) {
        for uri in uris {
            let name = ResourceName.path(of: uri) ?? uri
            logger.warning("\(name): skipped until played by name: the previous player crashed while opening it.")
        }
    }

    /// Restores the session, and opens the output.
    func start(with stored: StoredSession?) throws(AudioPlayerError) {
        if let stored {
            shell.receive(.endsRestored(stored.ends))
            shell.receive(.restore(stored.session))
        }
        shell.observe { [weak self] old, new, effects in self?.presence?.announce(old, new, effects) }
        let output = options.output ?? shell.snapshot.settings.output
        try shell.start(AudioEngine.Options(mode: .live(output: output)), on: loop, by: makeEngine)
        library?.start(stored?.playlists ?? [])
        if let store { record(in: store) }
        followMounts()
        music?.start()
        phase = .ready
    }

    /// Answers clients on the bus from now on.
    func serve() { presence?.serve() }

    /// Follows mounts. Without a list of mount points, all files count as one source.
    private func followMounts() {
        mounts = MountWatch { [shell] in shell.receive(.system(.mounted(at: $0))) }
        guard let mounts else { return }
        loop.add(mounts)
        mounts.read()
    }

    private func makeMusic() -> MusicLibrary? {
        guard let program = options.libraryFollower else { return nil }
        let music = MusicLibrary(
            loop: loop, program: program, coverReader: options.titleReader.map { $0 + ["--cover"] },
            settings: LibrarySettings(shell.snapshot.settings)
        ) { [weak self] news in self?.take(news) }
        shell.observe { _, new, _ in music.follow(LibrarySettings(new.settings)) }
        return music
    }

    /// Finds music for the end of the queue. Without a music library, nothing is added.
    private func findMore(_ request: ContinuationRequest) {
        music?.more(request) { [logger, shell, opener] found in
            let hand = { shell.receive(.moreFound(behind: request.end, $0)) }
            switch found {
            case .success(let uris) where !uris.isEmpty:
                opener.find(uris, toPlay: false, isNamed: false, progress: { _ in }) { result in
                    hand((try? result.get())?.entries ?? [])
                }
            case .success: hand([])
            case .failure(let failure):
                logger.warning("No music follows the queue: \(failure)")
                hand([])
            }
        }
    }

    private func take(_ news: LibraryNews) {
        logger.debug("library: \(news.line)")
        if case .failed(let reason) = news { logger.warning("The music folders can't be followed: \(reason).") }
        if case .updated(let tracks, _) = news, tracks > 0 { library?.saveFirstSearches() }
        moved?.take(news)
        if let music { presence?.announce(music.state) }
    }

    private func followSleep(on presence: BusPresence) {
        let sleep = SystemSleep(shell: shell, loop: loop, logger: logger)
        self.sleep = sleep
        presence.onBus = { sleep.use(session: $0) }
        shell.observe { old, new, _ in sleep.follow(old, new) }
        sleep.start()
    }

    /// The music folders of the configuration in effect. They need not exist.
    var musicFolders: [LocalPath] {
        MusicFolders.of(
            shell.snapshot.configuration.musicFolders, desktop: options.playlists?.music,
            home: UserFolder.home(environment: UserFolder.environment))
    }

    private func makeLibrary() -> PlaylistLibrary? {
        guard let folders = options.playlists else { return nil }
        let library = PlaylistLibrary(
            own: folders.own, music: musicFolders, loop: loop, store: store, logger: logger
        ) { [shell] catalog in shell.receive(.playlistsFound(catalog)) }
        shell.observe { [weak self] old, new, effects in
            if let self, old.configuration.musicFolders != new.configuration.musicFolders {
                library.follow(musicFolders)
            }
            for case .report(.playlistStarted(let playlist)) in effects { library.notePlayed(playlist.id) }
        }
        return library
    }

    private func observe() {
        let tell = loop.delivering { [shell] in shell.receive($0) }
        let reader = MetadataReader(loop: loop, artwork: artwork, record: record) { id, result in
            tell(.metadataRead(id, try? result.get()))
        }
        self.reader = reader
        let titles = TitleReader(loop: loop, program: options.titleReader, store: store) { [shell] answers in
            shell.receive(.titlesRead(answers))
        }
        self.titles = titles
        // The files may be on a share that does not answer, for which the session must not wait.
        let analyst = TrackAnalyst(
            loop: loop, program: options.analyser, store: store, worker: DiskWorker(),
            identified: { [shell] uri, content in shell.receive(.identified(uri, content)) },
            analysed: { [shell] uri, outcome in shell.receive(.analysed(uri, outcome)) })
        self.analyst = analyst
        shell.onTransition = { [logger] in logger.debug("\($0.text)") }
        shell.observe { [weak self, logger, artwork, streams] old, new, effects in
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
                case .findMore(let request): self?.findMore(request)
                case .audio, .arm, .disarm, .keep, .complete, .queueChanged, .seeked: break
                }
            }
        }
    }

    /// Starts to record changes. The restored session is already on disk.
    private func record(in store: SessionStore) {
        let recorder = SessionRecorder(store: store, shell: shell, clock: clock)
        self.recorder = recorder
        shell.observe { old, new, effects in recorder.record(old, new, effects) }
        guard let music else { return }
        let moved = MovedTracks(store: store, music: music, loop: loop)
        self.moved = moved
        shell.observe { _, _, effects in moved.take(effects) }
    }
}
