import SegueCore

/// Edits of the whole queue, each of which the player handles in one step: no other call is answered meanwhile.
enum LargeEdits {
    private static let sizes = [1000, 10_000, 100_000]
    private static let repetitions = 5

    private typealias Measured = (name: String, prepare: [QueueEdit], edit: QueueEdit)

    static func print() {
        Swift.print("median and worst time of \(repetitions) edits of the whole queue, in milliseconds\n")
        Swift.print(Row.text("entries", sizes.map { "\($0)" }))
        var cells: [String: [String]] = [:]
        for size in sizes {
            for measured in edits(size) {
                let times = (0..<repetitions).map { _ in time(of: measured, size) }.sorted()
                cells[measured.name, default: []].append(
                    "\(Row.rounded(times[times.count / 2])) / \(Row.rounded(times[times.count - 1]))")
            }
        }
        for (name, _, _) in edits(1) { Swift.print(Row.text(name, cells[name] ?? [])) }
    }

    private static func edits(_ size: Int) -> [Measured] {
        let insertion = QueueEdit.insert(entries(size), at: .last, play: false)
        return [
            ("replace", [], .replace(entries(size), play: false)),
            ("insert", [], insertion),
            ("undo insert", [insertion], .undo),
            ("redo insert", [insertion, .undo], .redo),
            ("sort title", [], .sort(.title)),
            ("sort artist", [], .sort(.artist)),
            ("undo sort", [.sort(.title)], .undo),
            ("dedupe", [], .dedupe),
            ("undo dedupe", [.dedupe], .undo),
            ("clear", [], .clear),
            ("undo clear", [.clear], .undo),
        ]
    }

    /// Returns the time in milliseconds, in a player that shares no part of its queue with another one.
    private static func time(of measured: Measured, _ size: Int) -> Double {
        var player = Player(seed: 1)
        if measured.name != "replace" { take(.replace(entries(size), play: false), &player) }
        for edit in measured.prepare { take(edit, &player) }
        let start = ContinuousClock.now
        take(measured.edit, &player)
        return (ContinuousClock.now - start) / .milliseconds(1)
    }

    private static func take(_ edit: QueueEdit, _ player: inout Player) {
        _ = player.handle(.command(.edit(edit), ticket: nil), at: Moment(now: .zero))
    }

    /// Returns entries in which every other file is there twice, in albums of ten tracks.
    private static func entries(_ count: Int) -> [NewEntry] {
        (0..<count).map { number in
            let file = number * 7919 % max(1, count * 3 / 4)
            var metadata = TrackMetadata()
            metadata.title = "A title of \(file)"
            metadata.artists = ["Artist \(file / 100)"]
            metadata.album = "Album \(file / 10)"
            metadata.trackNumber = Int32(file % 10)
            metadata.sampleRate = 44100
            return NewEntry(uri: "file:///music/Artist%20\(file / 100)/Album/\(file).flac", metadata: metadata)
        }
    }
}
