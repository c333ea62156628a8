import EventLoop
import SegueCore

/// A report that is due when a position on the tape is heard, beside the transitions.
enum Notice: Hashable, Sendable {
    case ended(LoadGeneration)
    /// The part of a stream that arrived before its connection broke has been heard.
    case failed(LoadGeneration, AudioPlayerError)
    /// From here on, a stream has this metadata.
    case described(LoadGeneration, TrackMetadata)
    /// The change caused by a command. The time until it is heard is not known yet.
    case answered(SoundAnswer, received: MonotonicTime)

    func concerns(_ generation: LoadGeneration) -> Bool {
        switch self {
        case .ended(let ended): ended == generation
        case .failed(let failed, _): failed == generation
        case .described(let described, _): described == generation
        case .answered: false
        }
    }
}

/// Notices by the position at which they are due.
struct NoticeQueue: Sendable {
    private var entries: [(place: Int64, notice: Notice)] = []

    /// The position at which the next notice is due.
    var next: Int64? { entries.first?.place }

    /// Adds a notice after those that are due at the same position.
    mutating func add(_ notice: Notice, at place: Int64) {
        let index = entries.firstIndex { $0.place > place } ?? entries.count
        entries.insert((place, notice), at: index)
    }

    /// Schedules the end notice of this load at `place`, and nowhere else.
    mutating func placeEnd(of generation: LoadGeneration, at place: Int64) {
        removeEnd(of: generation)
        add(.ended(generation), at: place)
    }

    mutating func removeEnd(of generation: LoadGeneration) {
        removeAll { $0 == .ended(generation) }
    }

    mutating func removeEnds() {
        removeAll { if case .ended = $0 { true } else { false } }
    }

    mutating func removeAll(where condition: (Notice) -> Bool = { _ in true }) {
        entries.removeAll { condition($0.notice) }
    }

    /// Returns the last pending description of this load.
    func lastDescription(of generation: LoadGeneration) -> TrackMetadata? {
        for entry in entries.reversed() {
            if case .described(generation, let metadata) = entry.notice { return metadata }
        }
        return nil
    }

    /// Removes and returns the first notice that is due by `place`.
    mutating func take(upTo place: Int64) -> Notice? {
        guard let first = entries.first, first.place <= place else { return nil }
        return entries.removeFirst().notice
    }
}
