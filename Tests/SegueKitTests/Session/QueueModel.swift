import SegueCore
import SegueTestSupport

@testable import SegueCore
@testable import SegueKit

/// The core's queue under random edits, and the changes that the player would record.
struct QueueModel {
    private(set) var queue: PlayQueue
    private(set) var current: EntryID?
    private(set) var edits = EditHistory()
    private var random: SeededRandom
    private var count = 0

    init(seed: UInt64) {
        queue = PlayQueue(seed: seed)
        random = SeededRandom(state: seed)
    }

    var session: SavedSession {
        let (entries, shuffleOrder) = queue.saved()
        return SavedSession(
            entries: entries, shuffleOrder: shuffleOrder,
            current: current.flatMap { current in entries.firstIndex { $0.id == current } },
            position: MediaTime(nanoseconds: Int64(count)), volume: 0.5, repeatMode: .queue,
            output: .chosen("null"), edits: edits)
    }

    var playback: SessionPlayback {
        SessionPlayback(
            current: current, position: MediaTime(nanoseconds: Int64(count)), volume: 0.5, repeatMode: .queue,
            output: .chosen("null"))
    }

    var source: SessionSource {
        SessionSource(session: { session }) { id in
            let entries = queue.saved().entries
            return entries.firstIndex { $0.id == id }.flatMap { $0 == 0 ? nil : entries[$0 - 1].id }
        }
    }

    /// Makes one random edit, and returns its changes, in order.
    mutating func edit() throws -> [QueueChange] {
        count += 1
        let ids = queue.entries(in: 0..<queue.count).map(\.id)
        defer { current = ids.randomElement(using: &random).flatMap { queue.contains($0) ? $0 : nil } }
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<8:
            let new = (0..<Int.random(in: 1...4, using: &random)).map { _ in newEntry() }
            let (entries, changes) = try queue.insert(new, at: place(ids), current: current)
            edits.note([.remove(entries.map(\.id))], from: origin)
            return changes
        case 8..<11:
            let gone = Array(ids.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)))
            guard !gone.isEmpty else { return [] }
            let (removed, reversal) = queue.remove(gone)
            edits.note([reversal], from: origin)
            return [.removed(removed)]
        case 11..<15:
            let moved = Array(ids.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)))
            guard let (reversal, changes) = queue.move(moved, to: place(ids), current: current) else { return [] }
            edits.note([reversal], from: origin)
            return changes
        case 17: return takeBack()
        case 15..<17:
            guard let id = ids.randomElement(using: &random), var entry = queue[id] else { return [] }
            entry.metadata = metadata()
            return queue.update(entry) ? [.metadataChanged([entry])] : []
        case 18:
            let former = queue.shuffledOrderIDs
            let isChanged = queue.setShuffled(!queue.isShuffled, current: current)
            if isChanged { edits.note([.shuffle(former)], from: origin) }
            return isChanged ? [.reordered(queue.shuffledOrderIDs)] : []
        default:
            guard Int.random(in: 0..<8, using: &random) == 0 else { return [] }
            edits.note([.exchange(queue.content)], from: origin)
            queue.removeAll()
            return [.replaced]
        }
    }

    private var origin: EditOrigin {
        EditOrigin(entry: current, position: MediaTime(nanoseconds: Int64(count)), playlist: nil)
    }

    /// Undoes or redoes one edit.
    private mutating func takeBack() -> [QueueChange] {
        let isRedo = random.next() & 1 == 0
        guard let edit = isRedo ? edits.takeUndone() : edits.takeDone() else { return [] }
        var changes: [QueueChange] = []
        var inverse: [QueueReversal] = []
        for reversal in edit.reversals {
            let (back, more) = queue.carryOut(reversal)
            inverse.insert(back, at: 0)
            changes += more
        }
        if isRedo { edits.noteRedo(inverse, from: origin) } else { edits.noteUndo(inverse, from: origin) }
        return changes
    }

    private mutating func place(_ ids: [EntryID]) -> QueuePlace {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: .first
        case 1, 2: .last
        case 3: .next
        default: ids.randomElement(using: &random).map(QueuePlace.after) ?? .last
        }
    }

    private mutating func newEntry() -> NewEntry {
        NewEntry(uri: "file:///music/\(Int.random(in: 0..<1000, using: &random)).flac", metadata: metadata())
    }

    /// Returns random tags, without those from the statistics.
    mutating func metadata() -> TrackMetadata {
        var metadata = TrackMetadata()
        metadata.title = text()
        metadata.artists = texts()
        metadata.album = text()
        metadata.albumArtists = texts()
        metadata.trackNumber = number()
        metadata.discNumber = number()
        metadata.genres = texts()
        metadata.composers = texts()
        metadata.lyricists = texts()
        metadata.contentCreated = text()
        metadata.comments = texts()
        metadata.lyrics = text()
        metadata.beatsPerMinute = number()
        metadata.userRating = decimal()
        metadata.useCount = number()
        metadata.lastUsed = text()
        metadata.duration = decimal().map(MediaTime.init(seconds:))
        metadata.artURI = text()
        metadata.format = text()
        metadata.sampleRate = number()
        metadata.channels = number()
        metadata.loudness = Loudness(
            trackGain: decimal(), trackPeak: decimal(), albumGain: decimal(), albumPeak: decimal())
        return metadata
    }

    private mutating func text() -> String? {
        ["Größe", "a\nb", "'; DROP TABLE entry; --", "音楽", "x\"y", nil, nil].randomElement(using: &random) ?? nil
    }

    private mutating func texts() -> [String] {
        (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in text() }
    }

    private mutating func number() -> Int32? {
        [1, 99, .max, .min, nil].randomElement(using: &random) ?? nil
    }

    private mutating func decimal() -> Double? {
        Bool.random(using: &random) ? Double.random(in: -20...20, using: &random) : nil
    }
}

extension ChosenOutput {
    static func chosen(_ name: String) -> ChosenOutput { ChosenOutput(name: name, configured: "auto") }
}
