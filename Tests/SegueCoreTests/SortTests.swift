import SegueTestSupport
import Testing

@testable import SegueCore

/// Sort, dedupe, crop.
@Suite struct SortTests {
    private static func track(
        _ name: String, _ artist: String? = nil, _ album: String? = nil, disc: Int32? = nil, track: Int32? = nil,
        seconds: Double? = nil, title: String? = nil
    ) -> NewEntry {
        var metadata = TrackMetadata()
        metadata.title = title
        metadata.artists = artist.map { [$0] } ?? []
        metadata.album = album
        metadata.discNumber = disc
        metadata.trackNumber = track
        metadata.duration = seconds.map { MediaTime(seconds: $0) }
        return NewEntry(uri: "file:///\(name)", metadata: metadata)
    }

    private static let tracks = [
        track("e"),
        track("d", "beta", "One", disc: 2, track: 1, seconds: 9, title: "Zulu"),
        track("c", "Beta", "One", track: 11, seconds: 300, title: "alpha"),
        track("b", "Alpha", "Two", track: 2, seconds: 60, title: "Mike"),
        track("a", "Beta", "one", disc: 1, track: 2, seconds: 60),
    ]

    private func queue() -> PlayerHarness {
        var session = PlayerHarness()
        session.command(.edit(.replace(Self.tracks, play: false)))
        return session
    }

    @Test(arguments: [
        (SortKey.title, ["a", "c", "e", "b", "d"]), (.artist, ["b", "a", "c", "d", "e"]),
        (.album, ["a", "c", "d", "b", "e"]), (.track, ["a", "b", "c", "e", "d"]), (.length, ["d", "b", "a", "c", "e"]),
    ])
    func whatIsNotKnownComesLast(key: SortKey, names: [String]) {
        var session = queue()
        #expect(session.command(.edit(.sort(key))) == .done)
        #expect(session.queueNames == names)
        #expect(session.command(.edit(.sort(key))) == .nothingToDo)
        #expect(session.snapshot.undoText == "Go back to the former order.")
        session.command(.edit(.undo))
        #expect(session.queueNames == ["e", "d", "c", "b", "a"])
        session.command(.edit(.redo))
        #expect(session.queueNames == names)
    }

    @Test(arguments: 1...20) func anyTextsComeInTheOrderOfTheirLowerCase(seed: UInt64) {
        var random = SeededRandom(state: seed)
        let alphabet = ["a", "A", "b", " ", "é", "É", "ß", "ΑΣ", "日", "🎵", "abcdefgh", "ABCDEFGH"]
        let texts = (0..<200).map { _ -> String? in
            guard random.next() % 10 > 0 else { return nil }
            return (0..<Int.random(in: 0...5, using: &random)).map { _ in
                alphabet.randomElement(using: &random) ?? ""
            }.joined()
        }
        let ranks = TextRanks(texts).ranks
        for (left, leftRank) in zip(texts, ranks) {
            for (right, rightRank) in zip(texts, ranks) {
                let precedes =
                    if let left, let right { left.lowercased() < right.lowercased() } else {
                        left != nil && right == nil
                    }
                #expect((leftRank < rightRank) == precedes, "seed \(seed): \(left ?? "–"), \(right ?? "–")")
            }
        }
    }

    @Test func underShuffleThePlayOrderAloneIsSorted() {
        var session = queue()
        session.command(.setShuffle(true))
        let shuffled = session.queueNames
        session.command(.edit(.sort(.length)))
        #expect(Set(session.queueNames.prefix(1) + session.queueNames.suffix(1)) == ["d", "e"])
        session.command(.edit(.undo))
        #expect(session.queueNames == shuffled)
        session.command(.edit(.sort(.title)))
        session.command(.setShuffle(false))
        #expect(session.queueNames == ["e", "d", "c", "b", "a"])
    }

    @Test func whatIsThereTwiceLeavesButForTheCurrentOne() {
        var session = PlayerHarness.playing(["a", "b", "a", "c", "b", "a"])
        session.command(.edit(.dedupe))
        #expect(session.queueNames == ["a", "b", "c"] && session.snapshot.index == 0)
        session.command(.edit(.undo))
        let third = session.player.queue.entry(at: 2)?.id ?? EntryID(rawValue: 0)
        session.command(.playEntry(third))
        session.load()
        session.begin()
        session.complete()
        let playing = session.sounding.last?.generation
        session.command(.edit(.dedupe))
        #expect(session.queueNames == ["b", "a", "c"] && session.snapshot.track?.id == third)
        #expect(session.sounding.last?.generation == playing, "what plays goes on")
        #expect(session.command(.edit(.dedupe)) == .nothingToDo)
    }

    @Test func aCropLeavesWhatIsNamed() {
        var session = PlayerHarness.playing(["a", "b", "c", "d"])
        let ids = session.player.queue.entries(in: 0..<4).map(\.id)
        session.command(.edit(.crop([ids[0]])))
        #expect(session.queueNames == ["a"] && session.state.kind == .playing)
        session.command(.edit(.undo))
        session.command(.edit(.crop([ids[1], ids[3], EntryID(rawValue: 99)])))
        #expect(session.queueNames == ["b", "d"] && session.shownName == "b", "on to the next one that stays")
        #expect(session.command(.edit(.crop([EntryID(rawValue: 99)]))) == .nothingToDo, "nothing would be left")
    }
}
