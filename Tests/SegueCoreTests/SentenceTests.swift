import SegueCore
import Testing

/// The displayed sentences.
@Suite struct SentenceTests {
    static let errors: [AudioPlayerError] = [
        .invalidState(current: "idle", attempted: "seeking"),
        .invalidConfiguration(field: "fadeInDuration", value: "99", expected: "a number of seconds from 0 to 10"),
        .fileNotFound(path: "/a.flac"), .fileLoadFailed(path: "/a.flac", reason: "it is damaged"),
        .unsupportedFormat(path: "/a.txt", reason: "it is text"), .loadTimeout(path: "/a.flac", seconds: 10),
        .noValidTracksInPlaylist(reason: "The queue is empty: there is nothing to play."),
        .skipFailed(attempts: 3, reason: "it is damaged."),
        .engineError(reason: "an element is missing"), .outputError(output: "hw:1", reason: "it is busy"),
        .busError(name: "org.example.Failed", reason: "it broke."), .queueFull(limit: 5),
        .cancelled(attempted: "Opening /a.flac"), .transitionNotSet(reason: "it is too long"),
        .playlistIncomplete(path: "/a.m3u", reason: "1 of its 2 entries can't be found"),
    ]

    @Test(arguments: errors) func everyErrorIsASentence(_ error: AudioPlayerError) {
        #expect(error.description.hasSuffix("."))
        #expect(error.description.count > 20)
    }

    @Test func everyEventIsASentenceWithANameOfItsOwn() {
        let entry = QueueEntry(id: EntryID(rawValue: 1), uri: "file:///music/One%20%231.flac")
        let record = TransitionRecord(
            from: entry, to: entry,
            plan: TransitionPlan(
                outgoing: LoadGeneration(rawValue: 1), incoming: LoadGeneration(rawValue: 2), kind: .crossfade,
                start: .now, duration: MediaTime(seconds: 5), curve: .linear, incomingGain: 1, reason: .skip))
        var join = record
        join.plan.kind = .gapless
        join.plan.duration = .zero
        let playlist = PlaylistDescription(
            id: PlaylistID(rawValue: 1), uri: "file:///a.m3u", name: "Evening", created: WallTime(nanoseconds: 0),
            modified: WallTime(nanoseconds: 0))
        let events: [PlayerEvent] = [
            .loadStarted(entry), .loadProgress(entry, percent: 40), .loadTimedOut(entry), .trackStarted(entry),
            .trackSkipped(entry, reason: "damaged."),
            .transitionPlanned(record), .transitionStarted(join), .transitionFinished(record, completed: true),
            .outputReady(name: "null", fallback: nil), .outputLost(name: "null", reason: "gone", position: nil),
            .streamTitle("News"), .queueChanged, .played(entry), .rated(entry), .analysed(entry),
            .playlistStarted(playlist), .sessionTrouble("The session was not saved."),
            .error(.fileNotFound(path: "/x")),
        ]
        #expect(Set(events.map(\.kind)).count == events.count)
        var rated = entry
        rated.metadata.userRating = 0.8
        let more: [PlayerEvent] = [
            .rated(rated),
            .transitionFinished(record, completed: false), .outputReady(name: "null", fallback: "no device."),
            .outputLost(name: "null", reason: "gone", position: MediaTime(seconds: 61)),
            .loadProgress(entry, percent: 100),
        ]
        for event in events + more { #expect(event.sentence.hasSuffix("."), "\(event.sentence)") }
        #expect(record.sentence == "crossfade of 5.0 s, One #1 → One #1")
        #expect(join.sentence == "gapless, One #1 → One #1")
    }

    @Test(arguments: [
        ("file:///music/A%20b.flac", "A b"), ("file:///music/.hidden", ".hidden"),
        ("file:///music/Op. 9 No. 2", "Op. 9 No. 2"),
        ("http://radio.example/live.mp3?x=1", "live"), ("http://radio.example", "radio.example"),
        ("file:///a%2", "a%2"),
        ("nonsense", "nonsense"), ("file:///100%25.ogg", "100%"),
    ])
    func aTitleIsAlwaysThere(uri: String, title: String) {
        #expect(QueueEntry(id: EntryID(rawValue: 1), uri: uri).displayTitle == title)
    }

    @Test func pathsComeOutOfFileURIsOnly() {
        #expect(ResourceName.path(of: "file:///a%20b") == "/a b")
        #expect(ResourceName.path(of: "http://a/b") == nil)
    }
}
