import SDBus
import SegueCore
import Testing

@testable import SegueMPRIS

/// The properties about the next transition.
@Suite struct TransitionsInterfaceTests {
    private func value(_ name: String, in snapshot: Snapshot) -> BusValue? {
        TransitionsInterface.model.properties.first { $0.name == name }?.announced(snapshot)
    }

    @Test func thePlannedTransitionIsShown() {
        let planned = Snapshot.withPlan
        #expect(value("Tier", in: planned) == .string("ramped"))
        #expect(value("Reason", in: planned) == .string("The ending fades out by itself over 8 s."))
        #expect(value("OutgoingTrack", in: planned) == .objectPath(TrackPath.path(of: makeEntry(2).id)))
        #expect(value("IncomingTrack", in: planned) == .objectPath(TrackPath.path(of: makeEntry(3).id)))
        #expect(value("Start", in: planned) == .int64(50_000_000))
        #expect(value("IncomingStart", in: planned) == .int64(2_000_000))
        #expect(value("Duration", in: planned) == .int64(8_000_000))
    }

    @Test func theGainsAreThoseThatAreHeard() throws {
        let outgoing = try #require(value("OutgoingGains", in: .withPlan)?.asArray).compactMap(\.asDouble)
        let incoming = try #require(value("IncomingGains", in: .withPlan)?.asArray).compactMap(\.asDouble)
        #expect(outgoing == Array(repeating: 1, count: 33), "the track keeps its own fade")
        #expect(incoming.count == 33)
        #expect(incoming[0] == 0 && incoming[8] == 0.5 && incoming[16...].allSatisfy { $0 == 1 })
    }

    @Test func withoutAPlanNothingIsShown() {
        for snapshot in [Snapshot.playing(), .empty] {
            #expect(value("Tier", in: snapshot) == .string(""))
            #expect(value("Start", in: snapshot) == .int64(-1))
            #expect(value("IncomingStart", in: snapshot) == .int64(0))
            #expect(value("Duration", in: snapshot) == .int64(0))
            #expect(value("IncomingGains", in: snapshot) == .array(of: "d", []))
            #expect(value("IncomingTrack", in: snapshot) == .objectPath(TrackPath.none))
        }
    }

    @Test func aJoinHasNoStartAndNoGains() {
        var snapshot = Snapshot.withPlan
        snapshot.planned?.plan.kind = .gapless
        #expect(value("Start", in: snapshot) == .int64(-1))
        #expect(value("OutgoingGains", in: snapshot) == .array(of: "d", []))
    }

    @Test func itSaysWhyTheTrackWasChosen() {
        var snapshot = Snapshot.withPlan
        #expect(value("Choice", in: snapshot) == .string(""))
        snapshot.choice = Sentence(.chosenForLevel)
        #expect(value("Choice", in: snapshot) == .string("Chosen: even level."))
        let fading: BusValue = .structure([.string("fadingEnding"), .strings(["8"])])
        let chosen: BusValue = .structure([.string("chosenForLevel"), .strings([])])
        #expect(value("Explanation", in: snapshot) == .array(of: "(sas)", [fading, chosen]))
    }

    @Test func theBeatsAroundItAreShown() throws {
        var snapshot = Snapshot.withPlan
        #expect(value("Alignment", in: snapshot) == .string(""))
        #expect(value("OutgoingTempo", in: snapshot) == .double(0))
        snapshot.planned?.plan.beats = TransitionBeats(
            outgoing: BeatGrid(period: 0.5, phase: 0.25, isBeatCertain: true, range: 0...60),
            incoming: BeatGrid(period: 1, phase: 0.125, isBeatCertain: true, range: 0...60), alignment: .beat)
        #expect(value("Alignment", in: snapshot) == .string("beat"))
        #expect(value("OutgoingTempo", in: snapshot) == .double(120))
        #expect(value("IncomingTempo", in: snapshot) == .double(60))
        // From 50 s to 58 s in one track, from 2 s to 10 s in the other, and 10 s around it.
        let outgoing = try #require(value("OutgoingBeats", in: snapshot)?.asArray).compactMap(\.asInt64)
        #expect(outgoing.first == 40_250_000 && outgoing.last == 67_750_000 && outgoing.count == 56)
        let incoming = try #require(value("IncomingBeats", in: snapshot)?.asArray).compactMap(\.asInt64)
        #expect(incoming == (0..<20).map { 125_000 + $0 * 1_000_000 }, "none before the track")
        snapshot.planned?.plan.kind = .gapless
        let last = try #require(value("OutgoingBeats", in: snapshot)?.asArray).compactMap(\.asInt64)
        #expect(last.first == 50_250_000, "a join is at the end of the track")
    }
}
