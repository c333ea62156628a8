import SDBus
import SegueClient
import SegueCore
import Testing

/// The player's reply about a track's envelope, as read by clients.
@Suite struct EnvelopeReplyTests {
    private static let envelope = Envelope(
        duration: MediaTime(seconds: 4), low: [255, 0, 0, 51], middle: [0, 255, 0, 0], high: [0, 0, 255, 0])

    @Test func theHighestPeakOfAStretchCounts() {
        #expect(Self.envelope.peaks(from: 0, to: 1) == (1, 0, 0))
        #expect(Self.envelope.peaks(from: 0, to: 2) == (1, 1, 0))
        #expect(Self.envelope.peaks(from: 3.2, to: 3.3) == (0.2, 0, 0))
    }

    @Test func thereIsNothingOutsideOfTheTrack() {
        #expect(Self.envelope.peaks(from: -2, to: -1) == (0, 0, 0))
        #expect(Self.envelope.peaks(from: 4, to: 5) == (0, 0, 0))
    }

    @Test func readsOnlyBandsOfOneLength() {
        let bytes = { (count: Int) in BusValue.array(of: "y", Array(repeating: BusValue.byte(9), count: count)) }
        #expect(Envelope(reply: [.int64(4_000_000), bytes(2), bytes(2), bytes(2)])?.low == [9, 9])
        #expect(Envelope(reply: [.int64(4_000_000), bytes(2), bytes(1), bytes(2)]) == nil)
        #expect(Envelope(reply: [.int64(4_000_000), bytes(0), bytes(0), bytes(0)]) == nil)
        #expect(Envelope(reply: [.int64(0), bytes(1), bytes(1), bytes(1)]) == nil)
        #expect(Envelope(reply: []) == nil)
    }
}
