import EventLoop
import Logging
import SegueCore
import SegueMPRIS

/// The only entrance for commands to the player: from the library, the bus and the program itself (design.md, Library).
///
/// Commands are given to the core in their order of arrival. A request that searches for files is given to the core
/// when the files have been found, after the requests whose search began earlier. Commands that arrive during a search
/// are not held up, and apply to the request too (`Command.bearing`): after a pause, the request begins paused.
///
/// Belongs to the loop's thread.
final class CommandDoor {
    /// The largest number of requests that search for files at the same time.
    static let searchLimit = 100

    /// The time to the ear above which a command is logged.
    private static let slowness = MediaTime(nanoseconds: 500_000_000)

    /// A request under way.
    private struct Search {
        let number: UInt64
        let request: FileRequest
        let origin: PlayerShell.Origin
        let completion: (FileRequest.Ending) -> Void
        /// True if the request begins paused.
        var isHeld = false
    }

    private let shell: PlayerShell
    private let opener: MediaOpener
    private let clock: any PlayerClock
    private let logger: Logger
    /// The searches in the order of arrival.
    private var searches: [Search] = []
    private var lastNumber: UInt64 = 0
    /// Called with each command that the player has accepted.
    var onAcceptance: (Command) -> Void = { _ in }
    /// Called a few times a second during a long search.
    var onScan: (ScanProgress) -> Void = { _ in }

    init(shell: PlayerShell, opener: MediaOpener, clock: any PlayerClock, logger: Logger) {
        self.shell = shell
        shell.onHeard = { [logger] record in
            guard let time = record.timeToEar, time > Self.slowness else { return }
            logger.warning("\(record.name): heard after \(CommandRecord.text(time)); \(record.reason).")
        }
        self.opener = opener
        self.clock = clock
        self.logger = logger
    }

    /// The number of requests that are searching for files.
    var searchCount: Int { searches.count }

    /// Gives a command to the player. `completion` receives the outcome once, before this returns or later.
    @discardableResult
    func take(_ command: Command, completion: ((CommandOutcome) -> Void)? = nil) -> Step {
        let ended = apply(command)
        let step = give(command, completion)
        let ending: FileRequest.Ending? = if case .cancel = command { nil } else { .calledOff }
        for search in ended {
            logger.debug("\(search.request.name): cancelled by \(command.name)")
            search.completion(ending ?? .failed(.cancelled(attempted: "To \(search.request.name)")))
        }
        return step
    }

    /// Gives a command to the player. Throws the error with which it is refused.
    func give(_ command: Command) throws(AudioPlayerError) {
        if case .refused(let error) = take(command).reply { throw error }
    }

    /// Searches for the files of a request, and gives its command when they have been found. `completion` receives the
    /// end of the request once. Fails with `queueFull` while too many requests search for files.
    func take(_ request: FileRequest, _ completion: @escaping (FileRequest.Ending) -> Void) {
        guard searches.count < Self.searchLimit else {
            logger.warning("\(request.name): refused, \(searches.count) other requests are scanning files.")
            return completion(.failed(.queueFull(limit: Self.searchLimit)))
        }
        lastNumber += 1
        let number = lastNumber
        searches.append(
            Search(
                number: number, request: request, origin: .init(name: request.name, received: clock.now),
                completion: completion))
        logger.debug("\(request.name): looking for files")
        let progress = { [weak self] (scan: ScanProgress) in _ = self?.onScan(scan) }
        let found = { [weak self] (result: Result<MediaOpener.Finding, AudioPlayerError>) in
            _ = self?.finish(number, with: result)
        }
        if request.asksServers {
            opener.findLiving(request.locations, request.details, toPlay: request.plays, progress: progress, found)
        } else {
            opener.find(request.locations, request.details, toPlay: request.plays, progress: progress, found)
        }
    }

    /// Ends all requests that are searching for files.
    func close() {
        let ended = searches
        searches = []
        for search in ended {
            search.completion(.failed(.invalidState(current: "closed", attempted: search.request.name)))
        }
    }

    // MARK: - Requests under way

    /// Applies a command to the requests that search for files to play. Returns the requests that the command ends.
    private func apply(_ command: Command) -> [Search] {
        switch command.bearing {
        case .none: break
        case .holds: hold(true)
        case .releases: hold(false)
        case .toggles: hold(shell.snapshot.status == .playing)
        case .callsOff:
            defer { searches.removeAll(where: \.request.plays) }
            return searches.filter(\.request.plays)
        }
        return []
    }

    private func hold(_ isHeld: Bool) {
        for index in searches.indices { searches[index].isHeld = isHeld }
    }

    private func finish(_ number: UInt64, with result: Result<MediaOpener.Finding, AudioPlayerError>) {
        // The request may have been called off meanwhile.
        guard let index = searches.firstIndex(where: { $0.number == number }) else { return }
        let search = searches.remove(at: index)
        guard search.request.isWanted() else { return }
        switch result {
        case .failure(let error):
            shell.note(error, of: search.origin, kind: search.request.plays ? "open" : "add")
            search.completion(.failed(error))
        case .success(let finding):
            do throws(AudioPlayerError) {
                try give(search, finding)
            } catch {
                search.completion(.failed(error))
            }
        }
    }

    private func give(_ search: Search, _ finding: MediaOpener.Finding) throws(AudioPlayerError) {
        for problem in finding.problems + finding.unanswered { logger.warning("\(problem)") }
        var outcome: CommandOutcome?
        var settle: ((CommandOutcome) -> Void)?
        let command = try search.request.command(finding)
        let isHeld = search.isHeld && search.request.plays
        let step = give(command, from: search.origin, isHeld: isHeld) { result in
            outcome = result
            settle?(result)
        }
        if case .refused(let error) = step.reply { throw error }
        let opened = OpenedTracks(
            entries: step.inserted, leftOut: finding.problems, unanswered: finding.unanswered)
        guard search.request.isAwaited, outcome == nil else { return search.completion(.taken(opened, outcome)) }
        settle = { search.completion(.taken(opened, $0)) }
    }

    private func give(
        _ command: Command, from origin: PlayerShell.Origin? = nil, isHeld: Bool = false,
        _ completion: ((CommandOutcome) -> Void)?
    ) -> Step {
        let step = shell.perform(command, origin: origin, thenPausing: isHeld, completion: completion)
        logger.debug("\(origin?.name ?? command.name): \(step.reply.words)")
        if step.reply == .accepted { onAcceptance(command) }
        return step
    }
}

extension Reply {
    fileprivate var words: String {
        switch self {
        case .accepted: "accepted"
        case .nothingToDo: "nothing to do"
        case .refused(let error): "refused. \(error)"
        }
    }
}
