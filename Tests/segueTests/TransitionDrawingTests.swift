import SDBus
import SegueClient
import SegueCore
import Testing

@testable import segue

/// The drawing of `segue transition`.
@Suite struct TransitionDrawingTests {
    private static func transition(start: Int64? = 90, incomingStart: Int64 = 0, duration: Int64 = 8) throws
        -> PlannedTransition
    {
        let steps = (0...32).map { Double($0) / 32 }
        return try #require(
            PlannedTransition([
                "Tier": .string("ramped"), "Start": .int64(start.map { $0 * 1_000_000 } ?? -1),
                "IncomingStart": .int64(incomingStart * 1_000_000), "Duration": .int64(duration * 1_000_000),
                "OutgoingGains": .array(of: "d", duration > 0 ? steps.map { .double(1 - $0) } : []),
                "IncomingGains": .array(of: "d", duration > 0 ? steps.map { .double($0) } : []),
            ]))
    }

    /// Returns the envelope of audio of this many seconds: silent up to `silence`, then at full scale.
    private static func sound(seconds: Double, silentUpTo silence: Double = 0) -> Envelope {
        let bins = Int(seconds * 4)
        let band = (0..<bins).map { Double($0) / 4 < silence ? UInt8(0) : 255 }
        return Envelope(duration: MediaTime(seconds: seconds), low: band, middle: band, high: band)
    }

    private static func lines(
        _ transition: PlannedTransition, _ outgoing: Envelope? = nil, _ incoming: Envelope? = nil, columns: Int = 54
    ) -> [String] {
        TransitionDrawing(transition: transition, outgoing: outgoing, incoming: incoming, columns: columns).lines
    }

    @Test func theGainsCrossAndTheTimesStandBelow() throws {
        // 48 columns for 12 s: the transition starts at 2 s and is 8 s long.
        let lines = Self.lines(try Self.transition())
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("gain  " + String(repeating: "█", count: 10)) && lines[0].hasSuffix("▁"))
        #expect(lines[0].count <= 6 + 40)
        #expect(lines[1].hasPrefix("gain  " + String(repeating: " ", count: 8)) && lines[1].hasSuffix("████████"))
        #expect(lines[1].count == 54)
        #expect(lines[2] == String(repeating: " ", count: 14) + "1:30" + String(repeating: " ", count: 28) + "1:38")
    }

    @Test(arguments: [16, 40, 200]) func theDrawingIsAsWideAsTheTerminal(columns: Int) throws {
        let sound = Self.sound(seconds: 100)
        let widest = Self.lines(try Self.transition(), sound, sound, columns: columns).dropLast().map(\.count).max()
        #expect(widest == columns)
    }

    @Test func aSoundIsAsLoudAsItIsHeard() throws {
        let lines = Self.lines(try Self.transition(), Self.sound(seconds: 98), Self.sound(seconds: 60, silentUpTo: 3))
        #expect(lines.count == 5)
        #expect(lines[1].hasPrefix("sound ████████") && lines[1].count < 6 + 41, "nothing behind the end")
        // Silent for 3 s; a gain of three eighths is -8.5 dB, in the block below the highest.
        #expect(lines[3].hasPrefix("sound " + String(repeating: " ", count: 20) + "▇"))
        #expect(lines[3].hasSuffix("████"))
    }

    @Test func whatIsLeftOutOfTheIncomingTrackIsNotDrawn() throws {
        let lines = Self.lines(
            try Self.transition(incomingStart: 4), Self.sound(seconds: 98), Self.sound(seconds: 60, silentUpTo: 4))
        #expect(lines[3].dropFirst(6).prefix { $0 == " " }.count < 12)
    }

    @Test func withoutGainsTheSoundsMeet() throws {
        let join = try Self.transition(start: nil, duration: 0)
        #expect(Self.lines(join).isEmpty)
        let lines = Self.lines(join, Self.sound(seconds: 100), Self.sound(seconds: 60))
        #expect(lines[1] == "sound " + String(repeating: "█", count: 24))
        #expect(lines[3] == "sound " + String(repeating: " ", count: 24) + String(repeating: "█", count: 24))
        #expect(lines[4] == String(repeating: " ", count: 30) + "1:40")
    }
}
