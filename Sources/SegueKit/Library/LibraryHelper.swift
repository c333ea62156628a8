import EventLoop
import SegueCore

/// The process that keeps the index of the music folders (`LibraryFollower`) for the lifetime of the player. If the
/// process ends, it is started again, at ever longer intervals.
///
/// Confined to the loop's thread.
final class LibraryHelper {
    /// The delay between the start of the player and that of the process, in nanoseconds: the first audio has priority.
    private static let delay: Int64 = 5_000_000_000
    /// The base of the wait before the process is started again, in nanoseconds; each wait is twice the one before.
    private static let shortestWait: Int64 = 2_000_000_000
    /// The longest wait before a process is started again, in nanoseconds.
    private static let longestWait: Int64 = 3600 * 1_000_000_000

    private let loop: EventLoop
    private let program: [String]
    private let onNews: (LibraryNews) -> Void
    private var settings: LibrarySettings
    private var process: HelperProcess?
    private var wait = LibraryHelper.shortestWait
    private var isClosed = false
    /// The number of starts so far. A start with an earlier number does nothing.
    private var generation = 0

    /// - Parameters:
    ///   - loop: the loop whose thread the helper belongs to.
    ///   - program: `segue library follow`; the settings are added.
    ///   - settings: the settings of the library.
    ///   - onNews: called on the loop.
    init(loop: EventLoop, program: [String], settings: LibrarySettings, onNews: @escaping (LibraryNews) -> Void) {
        self.loop = loop
        self.program = program
        self.settings = settings
        self.onNews = onNews
    }

    /// Starts the process after a delay.
    func start() { start(after: Self.delay) }

    /// Continues with other settings. Does nothing if they are the same.
    func follow(_ settings: LibrarySettings) {
        guard settings != self.settings else { return }
        self.settings = settings
        process?.cancel()
        process = nil
        wait = Self.shortestWait
        start(after: 0)
    }

    /// Ends the process.
    func close() {
        isClosed = true
        process?.cancel()
        process = nil
    }

    private func start(after nanoseconds: Int64) {
        generation += 1
        loop.schedule(at: .now.advanced(byNanoseconds: nanoseconds)) { [weak self, generation] in
            guard let self, generation == self.generation, !isClosed else { return }
            begin()
        }
    }

    private func begin() {
        process = try? HelperProcess(
            program, files: settings.arguments.map { Array($0.utf8) }, share: .small, patience: nil, on: loop,
            onLine: { [weak self] line in
                guard let self, let news = LibraryNews(line: line) else { return }
                if case .updated = news { wait = Self.shortestWait }
                onNews(news)
                guard case .nothing = news else { return }
                process?.cancel()
                process = nil
            },
            onEnd: { [weak self] _ in self?.startAgain() })
        if process == nil { startAgain() }
    }

    private func startAgain() {
        process = nil
        wait = min(wait * 2, Self.longestWait)
        start(after: wait)
    }
}
