import SDBus
import SegueCore
import Testing

@testable import SegueMPRIS

/// What clients are told of the transition that comes.
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
}
