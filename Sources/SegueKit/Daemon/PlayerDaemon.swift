import EventLoop
import Glibc
import Logging
import SDBus
import SegueCore
import SegueMPRIS

/// The player as a separate program, in the foreground until a signal or the request of a client ends it.
public enum PlayerDaemon {
    /// The options of the player on the command line.
    public struct Options: Sendable {
        /// The output, in the form that `--output` takes (design.md, Command line); nil for the output of the session
        /// or the configuration.
        public var output: String?
        /// The presence of the player on the session bus. A second player without a name from the user keeps no
        /// session.
        public var presence: ServiceOptions.Presence
        /// The absolute paths or URIs to play immediately.
        public var uris: [String]
        /// The program that analyses a file (`ServiceOptions.analyser`).
        public var analyser: [String]
        /// The program that reads the titles of the queue (`ServiceOptions.titleReader`).
        public var titleReader: [String]
        /// The program that keeps the index of the music folders (`ServiceOptions.libraryFollower`).
        public var libraryFollower: [String]
        /// The version of the program, for clients on the bus.
        public var version: String
        /// True if the log has every step, and not only messages for the user.
        public var verbose: Bool
        /// Called with the sentences of the log, one at a time, from any thread.
        public var log: @Sendable (String) -> Void
        /// Called with the progress of a long search through `uris`, and with nil when the search has ended.
        public var scanning: @Sendable (ScanProgress?) -> Void

        /// Creates options; no option has a default.
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

    /// The end of a player.
    public enum Ending: Sendable, Hashable {
        /// A signal or a client ended it.
        case regular
        /// Its start failed; the reason is in the log.
        case failed
        /// Another player has acquired its name on the bus; nothing was played.
        case nameTaken
    }

    /// Runs the player on the calling thread until it ends.
    public static func run(_ options: Options) -> Ending {
        // Failed writes, to a log that is no longer read or a file that may not grow, must not stop the music.
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
            let kept = KeptEnding()
            // On the loop, so that the session is saved and the bus name released before the loop ends.
            let end = { @Sendable in
                _ = Task(executorPreference: loop) { await service.end(loop) }
            }
            let signals = try SignalSource([SIGTERM, SIGINT, SIGHUP]) { _ in end() }
            loop.add(signals)
            Task(executorPreference: loop) {
                await service.onQuit(end)
                await service.endWithBus(end)
                await service.start(options, file, reading?.problems ?? [], kept, loop)
            }
            loop.run()
            return kept.ending
        } catch {
            logger.error("\(error)")
            return .failed
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
private final class KeptEnding: @unchecked Sendable {
    // @unchecked: written on the loop, read by the same thread when the loop has ended.
    var ending = PlayerDaemon.Ending.regular
}

extension AudioPlayerService {
    fileprivate func start(
        _ options: PlayerDaemon.Options, _ file: ConfigurationFile, _ problems: [ConfigurationProblem],
        _ kept: KeptEnding, _ loop: EventLoop
    ) async {
        do {
            try await setup { $0.begin(options, file, problems) }
        } catch .invalidState {
            // A signal has ended the player during its start; the loop ends with it.
        } catch .busError(BusError.Name.nameTaken.rawValue, _) {
            kept.ending = .nameTaken
            loop.stop()
        } catch {
            host.logger.error("\(error)")
            kept.ending = .failed
            loop.stop()
        }
    }

    /// Ends the player when the session bus has ended: after a logout, nobody could stop it.
    fileprivate func endWithBus(_ end: @escaping () -> Void) {
        host.busLost = { [logger = host.logger] in
            logger.warning("The session bus has not come back: the player ends, and keeps its session.")
            end()
        }
    }

    fileprivate func end(_ loop: EventLoop) { cleanup { loop.stop() } }

    private func begin(_ options: PlayerDaemon.Options, _ file: ConfigurationFile, _ problems: [ConfigurationProblem]) {
        follow(file, problems: problems)
        // By then the first track has been found and prepared; from then on, much less memory is needed.
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
