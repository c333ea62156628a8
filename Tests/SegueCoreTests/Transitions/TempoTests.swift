import SegueTestSupport
import Testing

@testable import SegueCore

/// The tempi in lists and in the plan of a transition.
@Suite struct TempoTests {
    private static let soft = SyntheticTrack().then(9, from: -15.5, swing: 1)
    private static let facts = SyntheticTrack.song(head: soft, tail: soft).facts

    private func session(_ names: String...) -> PlayerHarness {
        var session = PlayerHarness()
        session.command(.edit(.replace(names.map { NewEntry(uri: "file:///\($0)") }, play: true)))
        session.load()
        return session
    }

    @Test func whatIsMeasuredIsATempoOfTheTrack() throws {
        var session = session("a", "b")
        let rhythm = try #require(Self.facts.beating(124).measurement.rhythm)
        let tempo = try #require(rhythm.tempo)
        #expect(abs(tempo - 124) < 0.1)
        session.handle(.analysed("file:///a", .facts(Self.facts.beating(124))))
        #expect(session.snapshot.track?.metadata.tempo == tempo)
        let entry = try #require(session.player.queue.entry(at: 0))
        #expect(entry.metadata.tempo == tempo)
        // Tags that are read later do not remove the tempo.
        session.handle(.metadataRead(entry.id, TrackMetadata()))
        #expect(session.player.queue.entry(at: 0)?.metadata.tempo == tempo)
    }

    @Test(arguments: [
        (124.0, 124.0, TransitionBeats.Alignment.beat), (110, 140, .apart), (120, 80, .related),
    ])
    func thePlanTellsHowTheBeatsLie(last: Double, first: Double, alignment: TransitionBeats.Alignment) throws {
        var session = session("a", "b")
        session.handle(.analysed("file:///a", .facts(Self.facts.beating(last))))
        #expect(session.engine.plan?.beats == nil, "half of it is not known")
        session.handle(.analysed("file:///b", .facts(Self.facts.beating(first))))
        let plan = try #require(session.engine.plan)
        #expect(plan.beats?.alignment == alignment)
        #expect((plan.tier == .onBeat) == (alignment == .beat))
        #expect(abs((plan.beats?.outgoing?.tempo ?? 0) - last) < 0.1)
        #expect(abs((plan.beats?.incoming?.tempo ?? 0) - first) < 0.1)
    }

    @Test func aTrackWithoutAPulseHasNoTempo() {
        let beats = TransitionBeats(from: Self.facts, to: Self.facts.beating(100))
        #expect(beats.alignment == .unknown)
        #expect(beats.outgoing == nil && beats.incoming != nil)
    }
}
