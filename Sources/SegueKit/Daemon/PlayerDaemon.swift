import EventLoop
import Glibc
import Logging
import SegueCore
import SegueMPRIS

/// The player as a program of its own: in the foreground until a signal, or a client that asks it to quit, ends it.
public enum PlayerDaemon {
    /// What the command line asks of the player.
    public struct Options: Sendable {
        /// The output, as `--output` takes it (design.md, Command line); nil for the one of the session or the
        /// configuration.
        public var output: String?
        /// How the player appears on the session bus. Beside another one, without a name that a person has given it, it
        /// keeps no session.
        public var presence: ServiceOptions.Presence
        /// Absolute paths or URIs to play at once.
        public var uris: [String]
        /// The program that analyses a file (`ServiceOptions.analyser`).
        public var analyser: [String]
        /// The program that reads the titles of the queue (`ServiceOptions.titleReader`).
        public var titleReader: [String]
        /// The program that keeps the index of the music folders (`ServiceOptions.libraryFollower`).
        public var libraryFollower: [String]
        /// The version of the program, as clients on the bus may ask for it.
        public var version: String
        /// Whether the log has every step, and not just what a person has to know.
        public var verbose: Bool
        /// Takes the sentences of the log, one at a time, from any thread.
        public var log: @Sendable (String) -> Void
        /// Takes the progress of the search through `uris`, where that takes long, and nil when the search has ended.
        public var scanning: @Sendable (ScanProgress?) -> Void

        /// What is asked of the player; nothing has a default.
        public init(
            output: String?, presence: ServiceOptions.Presence, uris: [String], analyser: [String],
            titleReader: [String], libraryFollower: [String], version: String, verbose: Bool,
            log: @escaping @Sendable (String) -> Void, scanning: @escaping @Sendable (ScanProgress?) -> Void
        ) {
            self.output = output
            self.presence = presence
            self.uris = uris
            self.analyser = analyser
            self.titleReader = titleReader
            self.libraryFollower = libraryFollower
            self.version = version
            self.verbose = verbose
            self.log = log
            self.scanning = scanning
        }
    }

    /// Runs the player on the calling thread until it ends. Returns the exit status: 0 after a proper end, 1 when the
    /// player could not start, with the reason in the log.
    public static func run(_ options: Options) -> Int32 {
        // A log that nobody reads any more, and a file that may not grow, are failed writes and no reason to stop the
        // music.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        let logger = SentenceLog.logger(level: options.verbose ? .debug : .notice, write: options.log)
        // Decoders run one after the other far more than side by side.
        ProcessMemory.limitHeaps(to: 2)
        do {
            let loop = try EventLoop()
            let file = ConfigurationFile()
            let reading = file.read()
            let service = try AudioPlayerService(
                configuration: reading?.configuration ?? Configuration(),
                options: ServiceOptions(
                    presence: options.presence, sessionPath: sessionPath(options.presence),
                    playlists: PlaylistFolders(), output: options.output, analyser: options.analyser,
                    titleReader: options.titleReader, libraryFollower: options.libraryFollower, followsSleep: true,
                    version: options.version),
                logger: logger, loop: loop)
            let status = ExitStatus()
            // On the loop, so that the session is saved and the name given back before the loop ends.
            let end = { @Sendable in
                _ = Task(executorPreference: loop) { await service.end(loop) }
            }
            let signals = try SignalSource([SIGTERM, SIGINT, SIGHUP]) { _ in end() }
            loop.add(signals)
            Task(executorPreference: loop) {
                await service.onQuit(end)
                await service.start(options, file, reading?.problems ?? [], status, loop)
            }
            loop.run()
            return status.value
        } catch {
            logger.error("\(error)")
            return 1
        }
    }

    private static func sessionPath(_ presence: ServiceOptions.Presence) -> String? {
        switch presence {
        case .none, .anotherInstance: nil
        case .single: "\(UserFolder.state(ofInstance: nil))/session.sqlite"
        case .named(let name): "\(UserFolder.state(ofInstance: name))/session.sqlite"
        }
    }
}

/// Confined to the loop's thread.
private final class ExitStatus: @unchecked Sendable {
    // @unchecked: written on the loop, read by the same thread when the loop has ended.
    var value: Int32 = 0
}

extension AudioPlayerService {
    fileprivate func start(
        _ options: PlayerDaemon.Options, _ file: ConfigurationFile, _ problems: [ConfigurationProblem],
        _ status: ExitStatus, _ loop: EventLoop
    ) async {
        do {
            try await setup { $0.begin(options, file, problems) }
        } catch .invalidState {
            // A signal has ended the player while it began; the loop ends with that.
        } catch {
            host.logger.error("\(error)")
            status.value = 1
            loop.stop()
        }
    }

    fileprivate func end(_ loop: EventLoop) { cleanup { loop.stop() } }

    private func begin(_ options: PlayerDaemon.Options, _ file: ConfigurationFile, _ problems: [ConfigurationProblem]) {
        follow(file, problems: problems)
        // When the first track has been found and prepared; what is needed from then on is much less.
        loop.schedule(at: MonotonicTime.now.advanced(byNanoseconds: 2_000_000_000)) { ProcessMemory.releaseStartUp() }
        guard !options.uris.isEmpty else { return }
        host.onScan = options.scanning
        host.open(OpenRequest(locations: options.uris, destination: .replace, play: true)) { [host] result in
            host.onScan = { _ in }
            options.scanning(nil)
            if case .failure(let error) = result { host.logger.error("\(error)") }
        }
    }
}
