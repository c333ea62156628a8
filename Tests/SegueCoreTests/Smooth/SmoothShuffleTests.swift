import SegueTestSupport
import Testing

@testable import SegueCore

/// Shuffle that chooses the next track.
@Suite struct SmoothShuffleTests {
    private static func uri(_ name: String) -> String { "file:///\(name)" }

    /// A player that knows the tempi of these files, by their names, with smooth shuffle on and the first file playing.
    private static func playing(
        _ tempi: KeyValuePairs<String, Double>, seed: UInt64 = 1, isShuffled: Bool = true
    ) -> PlayerHarness {
        var session = PlayerHarness(seed: seed)
        session.handle(.audio(.outputReady(name: "test", fallback: nil)))
        session.handle(.endsRestored(tempi.map { FileEnds(uri: uri($0), ends: SmoothnessTests.ends($1)) }))
        session.command(.setMode(.smooth, true))
        session.command(.edit(.replace(tempi.map { NewEntry(uri: uri($0.key)) }, play: true)))
        session.load()
        session.command(.setShuffle(isShuffled))
        session.load()
        return session
    }

    private static let six: KeyValuePairs = ["a": 120.0, "b": 97, "c": 133, "d": 97.1, "e": 120.1, "f": 133.1]

    /// Lets the next track be heard.
    private func goOn(_ session: inout PlayerHarness) {
        session.load()
        session.begin()
        session.complete()
        session.load()
    }

    @Test(arguments: Array(1...12) as [UInt64]) func whatFitsFollowsAndEachComesOnce(seed: UInt64) {
        var session = Self.playing(Self.six, seed: seed)
        var heard = [session.shownName ?? ""]
        while heard.count < 6 {
            #expect(session.snapshot.planned?.to.uri == Self.uri(session.queueNames[heard.count]))
            goOn(&session)
            heard.append(session.shownName ?? "")
        }
        #expect(Set(heard).count == 6, "seed \(seed): \(heard)")
        let pairs = zip(heard, heard.dropFirst()).map { $0 + $1 }
        #expect(pairs.contains("ae") && (pairs.contains("bd") || pairs.contains("db")), "seed \(seed): \(heard)")
    }

    @Test(arguments: Array(1...8) as [UInt64]) func itSaysWhyAndTellsWhereTheEntryIs(seed: UInt64) throws {
        var session = Self.playing(Self.six, seed: seed, isShuffled: false)
        #expect(session.snapshot.choice == nil)
        let step = session.handle(.command(.setShuffle(true), ticket: nil))
        let changes = step.effects.compactMap { if case .queueChanged(let change) = $0 { change } else { nil } }
        guard case .reordered(let dealt?)? = changes.first else {
            Issue.record("\(changes)")
            return
        }
        let chosen = try #require(session.player.queue.entry(at: 1))
        #expect(session.name(chosen) == "e")
        #expect(changes.dropFirst() == (dealt[1] == chosen.id ? [] : [.moved(chosen.id, after: dealt[0])]))
        session.load()
        #expect(session.snapshot.choice == Sentence(.chosenForTempoAndLevel))
        session.command(.setMode(.smooth, false))
        #expect(session.snapshot.choice == nil && session.queueNames[1] == "e", "the order stays")
    }

    @Test func whatAPersonHasPutThereStays() throws {
        var session = Self.playing(Self.six)
        #expect(session.queueNames[1] == "e")
        session.command(
            .edit(.insert([NewEntry(uri: "file:///x"), NewEntry(uri: "file:///y")], at: .next, play: false)))
        session.load()
        #expect(Array(session.queueNames.prefix(4)) == ["a", "x", "y", "e"])
        #expect(session.snapshot.choice == nil)
        goOn(&session)
        #expect(session.shownName == "x" && session.queueNames[2] == "y")
        let last = try #require(session.player.queue.entry(at: 7))
        session.command(.edit(.move([last.id], to: .next)))
        goOn(&session)
        #expect(session.snapshot.track?.id == last.id)
    }

    @Test func newOnesAreDealtBehindWhatWasChosen() {
        for seed in 1...20 as ClosedRange<UInt64> {
            var session = Self.playing(Self.six, seed: seed)
            session.command(.edit(.insert([NewEntry(uri: "file:///x")], at: .last, play: false)))
            #expect(Array(session.queueNames.prefix(2)) == ["a", "e"], "seed \(seed)")
        }
    }

    @Test func whoGoesBackComesForwardTheSameWay() {
        var session = Self.playing(Self.six)
        var heard = ["a"]
        for _ in 0..<3 {
            goOn(&session)
            heard.append(session.shownName ?? "")
        }
        for _ in 0..<2 {
            session.wait(MediaTime(seconds: 1))
            session.command(.previous)
            goOn(&session)
        }
        #expect(session.shownName == heard[1])
        for name in heard[2...3] {
            goOn(&session)
            #expect(session.shownName == name)
        }
    }

    @Test func anotherOneIsChosenWhereTheChosenOneLeaves() throws {
        var session = Self.playing(["a": 120, "b": 120.1, "c": 97, "d": 120.2, "e": 133])
        let chosen = try #require(session.player.queue.entry(at: 1))
        session.command(.edit(.remove([chosen.id])))
        session.load()
        #expect(Set(["b", "d"]) == Set([session.name(chosen), session.queueNames[1]]))
    }

    @Test func aSortIsKept() {
        var session = Self.playing(Self.six)
        session.command(.edit(.sort(.title)))
        #expect(session.queueNames == ["a", "b", "c", "d", "e", "f"] && !session.snapshot.modes.isSmooth)
        goOn(&session)
        #expect(session.shownName == "b")
    }

    @Test func theQueueIsSortedSmoothlyAndBack() {
        var session = Self.playing(Self.six)
        session.command(.setShuffle(false))
        #expect(session.command(.edit(.sort(.smooth))) == .done)
        #expect(Array(session.queueNames.prefix(2)) == ["a", "e"])
        let pairs = [2, 4].map { Set(session.queueNames[$0...$0 + 1]) }
        #expect(Set(pairs) == [["b", "d"], ["c", "f"]])
        #expect(session.command(.edit(.sort(.smooth))) == .nothingToDo)
        session.command(.edit(.undo))
        #expect(session.queueNames == ["a", "b", "c", "d", "e", "f"])
    }

    @Test func aRestoredSessionGoesOnAsItWas() {
        var session = Self.playing(Self.six)
        session.command(.edit(.insert([NewEntry(uri: "file:///x")], at: .next, play: false)))
        let saved = session.player.savedSession(at: session.moment)
        var second = PlayerHarness(seed: 7)
        second.handle(.audio(.outputReady(name: "test", fallback: nil)))
        second.handle(.endsRestored(Self.six.map { FileEnds(uri: Self.uri($0), ends: SmoothnessTests.ends($1)) }))
        second.handle(.restore(saved))
        second.command(.play)
        second.load()
        #expect(second.snapshot.modes.isSmooth && second.queueNames == session.queueNames)
        #expect(second.snapshot.planned?.to.uri == "file:///x")
    }

    @Test func whatIsLearnedIsKept() {
        var session = PlayerHarness.playing(["a", "b"])
        let facts = SyntheticTrack().then(60, from: -30).facts
        let keeps = { (step: Step) -> [FileEnds] in
            step.effects.compactMap { if case .keep(let file) = $0 { file } else { nil } }
        }
        let first = keeps(session.handle(.analysed("file:///a", .facts(facts))))
        #expect(first.map(\.uri) == ["file:///a"])
        #expect(first.first.map { abs($0.ends.tail.level + 30) < 1 && $0.ends.tail.tempo == nil } == true)
        session.command(.seek(to: MediaTime(seconds: 1), track: nil))
        #expect(keeps(session.handle(.analysed("file:///a", .facts(facts)))).isEmpty, "it is no news")
    }
}
