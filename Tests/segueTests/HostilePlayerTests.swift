import SDBus
import SegueClient
import SegueKit
import Testing

@testable import segue

/// A program that owns the player's name and sends arbitrary values: each verb prints something.
@Suite struct HostilePlayerTests {
    private static let values: [BusValue] =
        [.nan, .infinity, -.infinity, 1e308, -1e308, -0.0, .leastNonzeroMagnitude].map { .double($0) }
        + [.int64(.max), .int64(.min), .int64(-1), .uint64(.max), .uint32(.max), .byte(255)]
        + [.string(""), .boolean(true), .array(of: "d", [.double(.nan), .double(1e308)]), .array(of: "v", [])]

    private static let numbers: [(PlayerInterface, String)] = [
        (.player, "Volume"), (.player, "Position"), (.queue, "Count"), (.queue, "CurrentIndex"), (.queue, "Revision"),
        (.control, "OutputRate"), (.control, "Gain"), (.control, "SleepRemaining"), (.crossfade, "Duration"),
        (.crossfade, "StartedAt"), (.crossfade, "Progress"), (.crossfade, "OutgoingStart"),
        (.crossfade, "IncomingStart"), (.crossfade, "OutgoingGains"), (.crossfade, "IncomingGains"),
    ]

    private static let id = "/io/github/segueplayer/Segue/Track/1"

    private static func metadata(length: BusValue) -> [String: BusValue] {
        ["mpris:trackid": .objectPath(id), "xesam:title": .string("Piece"), "mpris:length": length]
    }

    private static func print(_ properties: PlayerProperties) {
        let report = StatusReport(
            player: "org.mpris.MediaPlayer2.segue", properties: properties, position: properties.position,
            fadeProgress: properties.fade?.progress(at: .now), outgoing: properties.track, incoming: properties.track)
        _ = (report.json.text, report.plainLine, report.line(width: 80))
        for field in StatusField.allCases { _ = field.text(report) }
    }

    @Test("The status of a player is shown, whatever its numbers are")
    func status() {
        for (interface, name) in Self.numbers {
            for value in Self.values {
                var properties = PlayerProperties()
                properties[.player] = ["Metadata": .properties(Self.metadata(length: .int64(1_000_000)))]
                properties[.control] = ["State": .string("crossfading"), "GainSource": .string("track")]
                properties[.crossfade] = ["State": .string("Fading"), "Duration": .int64(10_000_000)]
                properties[interface][name] = value
                Self.print(properties)
                #expect((0...1).contains(properties.volume), "\(value)")
                #expect((0...1).contains(properties.fade?.progress(at: .now) ?? -1), "\(name) \(value)")
            }
        }
        for value in Self.values {
            var properties = PlayerProperties()
            properties[.player]["Metadata"] = .properties(Self.metadata(length: value))
            Self.print(properties)
        }
    }

    @Test("A transition is drawn, whatever its numbers are")
    func transition() {
        let numbers = ["Start", "IncomingStart", "Duration", "OutgoingGains", "IncomingGains"]
        let sounds = [BusValue.int64(1), .int64(20_000_000), .int64(.max)].map { duration in
            let band = BusValue.array(of: "y", (0..<100).map { .byte($0) })
            return Envelope(reply: [duration, band, band, band])
        }
        for name in numbers {
            for value in Self.values {
                var properties: [String: BusValue] = [
                    "Tier": .string("ramped"), "Start": .int64(15_000_000), "Duration": .int64(5_000_000),
                    "OutgoingGains": .array(of: "d", [.double(1), .double(0)]),
                    "IncomingGains": .array(of: "d", [.double(0), .double(1)]),
                ]
                properties[name] = value
                for sound in sounds + [nil] {
                    let report = TransitionReport(
                        transition: PlannedTransition(properties), outgoing: "a", incoming: "b", outgoingSound: sound,
                        incomingSound: sound)
                    _ = report.json.text
                    #expect(report.lines(position: 0, columns: 80).allSatisfy { $0.utf8.count < 1000 })
                }
            }
        }
    }

    @Test("What the player has measured is shown, whatever it is")
    func statistics() {
        for value in Self.values {
            for name in ["next", "next.heardP50", "P95", "", "a.b.cMax"] {
                _ = StatisticsTable([(name, value), ("x.yMax", value)]).lines
            }
            let fields = [BusValue.string("next"), value, value, value, value, value, value, .string("x")]
            let rows = [BusValue.structure(fields), value].compactMap(SlowCommandRow.init)
            _ = rows.map(\.line)
            _ = StatisticsVerb.json(of: [("wait", value)], rows).text
        }
    }
}
