import ArgumentParser
import SDBus
import SegueClient
import SegueKit
import SegueMPRIS

struct TransitionSetVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set the transition at the end of the track.",
        discussion: """
            The transition is kept for these two files, even if they are moved. With --any, it is kept for this track \
            and any track that follows, unless a transition is set for the two. Examples: `segue transition set \
            earlier 2`, `segue transition set longer curve linear`. The changes are:
              earlier [SECONDS], later [SECONDS]   moves the start, by 1 s unless given
              shorter [SECONDS], longer [SECONDS]  changes the overlap, with the same end
              on-beat                              moves to the nearest coinciding beats
              curve NAME                           the shape of the gains, as for fadeCurve
              joined                               joins the tracks without a fade
            """)

    @Argument(help: "The changes.", completion: Completions.transitionChanges)
    var changes: [String]

    @Flag(help: "Set the transition for any track that follows.")
    var any = false

    func run() throws {
        let changes = try TransitionChange.read(changes)
        let client = try PlayerClient.connect()
        guard let planned = try client.plannedTransition() else { throw CommandFailure("No transition is planned.") }
        var seam = Seam(planned, length: try client.track(at: planned.outgoing)?.length?.seconds)
        for change in changes { try seam.apply(change) }
        try client.call(
            "Pin", on: .transitions,
            [
                .objectPath(planned.outgoing), .objectPath(any ? TrackPath.none : planned.incoming),
                .int64(seam.start.map { Int64($0 * 1e6) } ?? -1), .int64(Int64(seam.duration * 1e6)),
                .string(seam.curve),
            ])
        try client.show(try client.plannedTransition())
    }
}

/// A change that a person makes to a transition.
enum TransitionChange: Equatable {
    /// Begin later by this many seconds; earlier if negative.
    case move(Double)
    /// Overlap longer by this many seconds; shorter if negative.
    case stretch(Double)
    case onBeat
    case curve(String)
    case joined

    /// The first word of a change.
    enum Word: String, CaseIterable {
        case earlier
        case later
        case shorter
        case longer
        case onBeat = "on-beat"
        case curve
        case joined

        /// The effect, for a list of the words.
        var explanation: String {
            switch self {
            case .earlier: "Begin earlier, by 1 s or the seconds that follow"
            case .later: "Begin later, by 1 s or the seconds that follow"
            case .shorter: "Overlap for less time, with the same end"
            case .longer: "Overlap for more time, with the same end"
            case .onBeat: "Begin where beats coincide"
            case .curve: "The shape of the gains"
            case .joined: "One track follows the other"
            }
        }
    }

    /// Parses the changes in the words of the command line. Throws `ValidationError`.
    static func read(_ words: [String]) throws -> [TransitionChange] {
        var words = words[...]
        var changes: [TransitionChange] = []
        while let word = words.popFirst() {
            switch Word(rawValue: word) {
            case .earlier: changes.append(.move(-(try amount(&words))))
            case .later: changes.append(.move(try amount(&words)))
            case .shorter: changes.append(.stretch(-(try amount(&words))))
            case .longer: changes.append(.stretch(try amount(&words)))
            case .onBeat: changes.append(.onBeat)
            case .joined: changes.append(.joined)
            case .curve:
                guard let name = words.popFirst(), FadeCurve(rawValue: name) != nil else {
                    let names = FadeCurve.allCases.map(\.rawValue).joined(separator: ", ")
                    throw ValidationError("`curve` takes one of \(names).")
                }
                changes.append(.curve(name))
            case nil:
                let names = Word.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("'\(word)' is not one of \(names).")
            }
        }
        return changes
    }

    /// Reads the following number of seconds; 1 if no number follows.
    private static func amount(_ words: inout ArraySlice<String>) throws -> Double {
        guard let word = words.first, word.first?.isLetter != true else { return 1 }
        words.removeFirst()
        guard let seconds = Double(word), seconds > 0, seconds.isFinite else {
            throw ValidationError("'\(word)' is not a number of seconds above 0.")
        }
        return seconds
    }
}

/// The transition between two tracks while a person changes it.
struct Seam: Equatable {
    /// The start in seconds of the outgoing track; nil for a transition that ends with the track.
    var start: Double?
    var duration: Double
    /// The curve; empty for the configured one.
    var curve = ""
    private let length: Double?
    private let incomingStart: Double
    private let beats: BeatsNearSeam
    /// A time longer than any track, in seconds.
    private static let longest = 1e6

    init(_ planned: PlannedTransition, length: Double?) {
        start = planned.start?.seconds
        duration = planned.duration.seconds
        incomingStart = planned.incomingStart.seconds
        beats = planned.beats
        self.length = length
    }

    /// Applies a change. Throws `CommandFailure` if the position is relative and the track has no length.
    mutating func apply(_ change: TransitionChange) throws {
        switch change {
        case .move(let seconds):
            let wanted = max(0, try place() + seconds)
            let end = length ?? Self.longest
            guard wanted < end else {
                throw CommandFailure("The track ends at \(TransitionReport.clock(end)): that is too late.")
            }
            start = wanted
        case .stretch(let seconds):
            let end = try place() + duration
            duration = min(max(0, duration + seconds), min(end, TransitionPin.Shape.longest.seconds))
            start = end - duration
        case .onBeat:
            let place = try place()
            guard let shift = beats.shift(start: place, incomingStart: incomingStart, duration: duration) else {
                throw CommandFailure("The beats of one of the tracks are not known.")
            }
            start = max(0, place + shift)
        case .curve(let name): curve = name
        case .joined: (start, duration) = (nil, 0)
        }
    }

    private func place() throws -> Double {
        if let start { return start }
        guard let length else { throw CommandFailure("It is not known when the track ends.") }
        return max(0, length - duration)
    }
}
