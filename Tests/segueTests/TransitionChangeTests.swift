import SDBus
import SegueClient
import Testing

@testable import segue

/// The changes expressed by the words of `segue transition set`.
@Suite struct TransitionChangeTests {
    private static func seam(_ more: [String: BusValue] = [:]) throws -> Seam {
        var properties: [String: BusValue] = [
            "Tier": .string("ramped"), "Start": .int64(50_000_000), "IncomingStart": .int64(2_000_000),
            "Duration": .int64(8_000_000),
        ]
        properties.merge(more) { $1 }
        return Seam(try #require(PlannedTransition(properties)), length: 60)
    }

    private static func beats(_ first: Int64, _ period: Int64) -> BusValue {
        .array(of: "x", (0..<40).map { .int64(first + $0 * period) })
    }

    @Test func onTheBeatIsTheNearestPlaceOfOne() throws {
        let known = ["OutgoingBeats": Self.beats(40_250_000, 500_000), "IncomingBeats": Self.beats(100_000, 500_000)]
        var seam = try Self.seam(known)
        try #require(try TransitionChange.read(["later", "0.2", "on-beat"]) == [.move(0.2), .onBeat])
        try seam.apply(.onBeat)
        // The incoming track's zero is at 48 s: its beats are 0.15 s before the others there.
        #expect(abs((seam.start ?? 0) - 50.15) < 1e-6)
        #expect(seam.duration == 8)
        try seam.apply(.onBeat)
        #expect(abs((seam.start ?? 0) - 50.15) < 1e-6, "it is on the beat already")
    }

    @Test func withoutBeatsThatIsSaid() throws {
        for known in [[:], ["OutgoingBeats": Self.beats(40_250_000, 500_000)]] {
            var seam = try Self.seam(known)
            #expect(throws: CommandFailure.self) { try seam.apply(.onBeat) }
            #expect(seam.start == 50)
        }
    }
}
