import EventLoop
import SegueCore

/// A command, with the times at which it came to its stages.
struct CommandRecord: Sendable {
    /// A stage on the way to the ear. A command passes only those that it needs.
    enum Stage: Int, CaseIterable {
        /// The core has taken the command.
        case decided
        /// The track that the command waits for can be played.
        case loaded
        /// The sound that is asked for has its place on the tape.
        case mixed
        /// The first sample of that sound is heard.
        case heard
    }

    let ticket: CommandTicket
    /// The command without its arguments: commands of one kind are measured together.
    let kind: String
    /// The command in words.
    let name: String
    let received: MonotonicTime
    /// The moment of `received`.
    let date: WallTime
    /// True if files were looked for before the core was given the command.
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

    /// The time between the stage before and this one; nil if the command has not come to this one.
    func time(to stage: Stage) -> MediaTime? {
        times[stage.rawValue].map { since(times[..<stage.rawValue].last { $0 != nil } ?? nil, to: $0) }
    }

    /// The time from the arrival of the command until it was heard; nil if nothing was heard because of it.
    var timeToEar: MediaTime? { times[Stage.heard.rawValue].map { since(nil, to: $0) } }

    /// The time from the arrival of the command until it was heard or, where there was nothing to hear, until its
    /// outcome. Nil before that, and for a command that a later one has replaced.
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

    /// True if an answer of the sound at this time can be an answer to this command.
    func awaitsAnswer(at now: MonotonicTime) -> Bool {
        guard let end else { return true }
        return end.outcome == .done && now.nanoseconds(since: end.time) < Self.patience
    }

    /// A change of the sound that comes later after the outcome has another cause, in nanoseconds.
    private static let patience: Int64 = 10_000_000_000

    /// `9.02 s`
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
        case .heard: "the way to the ear"
        }
    }

    private func since(_ start: MonotonicTime?, to time: MonotonicTime) -> MediaTime {
        MediaTime(nanoseconds: time.nanoseconds(since: start ?? received))
    }
}
