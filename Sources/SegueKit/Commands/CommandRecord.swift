import EventLoop
import SegueCore

/// A command, with the times at which it reached its stages.
struct CommandRecord: Sendable {
    /// A stage on the way to the ear. A command passes only the stages that it needs.
    enum Stage: Int, CaseIterable {
        /// The core has handled the command.
        case decided
        /// The track that the command waits for can be played.
        case loaded
        /// The requested audio has its position on the tape.
        case mixed
        /// The first sample of the requested audio is audible.
        case heard
    }

    let ticket: CommandTicket
    /// The command without its arguments. Commands of one kind are measured together.
    let kind: String
    /// The command in words.
    let name: String
    let received: MonotonicTime
    /// The wall time of `received`.
    let date: WallTime
    /// True if a search for files preceded the command.
    let isSearch: Bool
    /// The name of the track that was loaded last.
    var track: String?
    /// The number of tracks that could not be loaded.
    var failures = 0
    private var times = [MonotonicTime?](repeating: nil, count: Stage.allCases.count)
    private var end: (outcome: CommandOutcome, time: MonotonicTime)?

    init(
        ticket: CommandTicket, kind: String, name: String, received: MonotonicTime, date: WallTime, isSearch: Bool
    ) {
        self.ticket = ticket
        self.isSearch = isSearch
        self.kind = kind
        self.name = name
        self.received = received
        self.date = date
    }

    mutating func reach(_ stage: Stage, at time: MonotonicTime) { times[stage.rawValue] = time }
    mutating func end(with outcome: CommandOutcome, at time: MonotonicTime) { end = (outcome, time) }

    /// Returns the time between the previous stage and this one; nil if the command has not reached this stage.
    func time(to stage: Stage) -> MediaTime? {
        times[stage.rawValue].map { since(times[..<stage.rawValue].last { $0 != nil } ?? nil, to: $0) }
    }

    /// The time from the arrival of the command until its effect was audible; nil if it had no audible effect.
    var timeToEar: MediaTime? { times[Stage.heard.rawValue].map { since(nil, to: $0) } }

    /// The time from the arrival of the command until its effect was audible or, without one, until its outcome. Nil
    /// before that, and for a command that a later command has replaced.
    var duration: MediaTime? {
        if let timeToEar { return timeToEar }
        guard let end, end.outcome != .superseded else { return nil }
        return since(nil, to: end.time)
    }

    /// The stage that took the longest, in words.
    var reason: String {
        var parts = Stage.allCases.compactMap { stage in time(to: stage).map { (stage: stage, time: $0) } }
        if case .failed = end?.outcome, let end {
            let next: Stage = times[Stage.decided.rawValue] == nil ? .decided : .loaded
            parts.append((next, since(times.last { $0 != nil } ?? nil, to: end.time)))
        }
        guard let longest = parts.max(by: { $0.time < $1.time }) else { return "" }
        return "\(words(for: longest.stage)) took \(Self.text(longest.time))"
    }

    /// Returns true if a report of the audio engine at this time can be a response to this command.
    func awaitsAnswer(at now: MonotonicTime) -> Bool {
        guard let end else { return true }
        return end.outcome == .done && now.nanoseconds(since: end.time) < Self.patience
    }

    /// The time after the outcome, in nanoseconds, after which a change of the audio has another cause.
    private static let patience: Int64 = 10_000_000_000

    /// Returns a time in seconds, like `9.02 s`.
    static func text(_ time: MediaTime) -> String {
        let hundredths = Int((time.seconds * 100).rounded())
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) s"
    }

    private func words(for stage: Stage) -> String {
        switch stage {
        case .decided: isSearch ? "looking for files" : "deciding"
        case .loaded:
            "opening \(track ?? "the track")" + (failures > 0 ? ", with \(failures) that can't be played," : "")
        case .mixed: "mixing"
        case .heard: "the output"
        }
    }

    private func since(_ start: MonotonicTime?, to time: MonotonicTime) -> MediaTime {
        MediaTime(nanoseconds: time.nanoseconds(since: start ?? received))
    }
}
