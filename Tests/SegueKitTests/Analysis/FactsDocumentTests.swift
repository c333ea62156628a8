import SegueCore
import Testing

@testable import SegueKit

/// The transfer of facts from one process to another.
@Suite struct FactsDocumentTests {
    private static func facts(loudness: Double?) -> TrackFacts {
        let values = (0...300).map { index in -14.25 - (index > 200 ? Double(index - 200) / 4 : 0) }
        return TrackFacts(
            TrackFacts.Measurement(
                seconds: 30, loudness: loudness, range: loudness.map { _ in 6.0625 }, peak: 0.987654321,
                firstSound: loudness.map { _ in 0 }, lastSound: loudness.map { _ in 29.5 },
                momentary: LoudnessCurve(values), low: PeakCurve(linear: values.map { _ in 0.1 }),
                middle: PeakCurve(linear: values.map { _ in 0.5 }), high: PeakCurve(linear: values.map { _ in 0 }),
                channels: 2))
    }

    @Test("What is written is read as it was, with everything that follows from it", arguments: [-14.5, nil])
    func same(loudness: Double?) throws {
        let facts = Self.facts(loudness: loudness)
        #expect(TrackFacts(json: facts.json.utf8) == facts)
        #expect(facts.json.contains("\"truePeak\":-0.1"))
        #expect(facts.ending == nil || facts.ending?.fade != nil)
    }

    private static let rhythm = TrackRhythm(
        head: .grid(
            BeatGrid(
                period: 60 / 131.7, phase: 0.412345678, isBeatCertain: true, bar: BeatGrid.Bar(beats: 4, first: 3),
                range: 0...30)),
        tail: .unknown(.unsteady))

    @Test("A rhythm is read as it was written; one of another version is none, and costs no other fact")
    func rhythm() throws {
        var measurement = Self.facts(loudness: -14).measurement
        measurement.rhythm = Self.rhythm
        let facts = TrackFacts(measurement)
        #expect(TrackFacts(json: facts.json.utf8) == facts)
        for reason in Rhythm.Reason.allCases {
            measurement.rhythm = TrackRhythm(head: Self.rhythm.head, tail: .unknown(reason))
            #expect(TrackFacts(json: TrackFacts(measurement).json.utf8)?.measurement == measurement)
        }
        for (isBeatCertain, name) in [(true, "beat"), (false, "pulse")] {
            var grid = try #require(Self.rhythm.head.grid)
            (grid.isBeatCertain, grid.bar) = (isBeatCertain, nil)
            measurement.rhythm = TrackRhythm(head: .grid(grid), tail: .grid(grid))
            let text = TrackFacts(measurement).json
            #expect(
                text.contains("\"certainty\":\"\(name)\"") && TrackFacts(json: text.utf8)?.measurement == measurement)
        }
        let old = facts.json.replacing(
            "\"rhythm\":{\"version\":\(TrackRhythm.version)", with: "\"rhythm\":{\"version\":0")
        let read = try #require(TrackFacts(json: old.utf8))
        measurement.rhythm = nil
        #expect(old != facts.json && read.measurement == measurement)
    }

    @Test("A rhythm that can't be true is none")
    func impossibleRhythm() {
        var measurement = Self.facts(loudness: -14).measurement
        measurement.rhythm = Self.rhythm
        let text = TrackFacts(measurement).json
        for (part, other) in [
            ("\"phase\":0.412345678", "\"phase\":1e300"), ("\"bar\":[4,3]", "\"bar\":[4,4]"),
            ("\"bar\":[4,3]", "\"bar\":[5,3]"), ("\"bar\":[4,3]", "\"bar\":[9223372036854775807,-1]"),
            ("\"bar\":[4,3]", "\"bar\":null"), ("\"certainty\":\"bar\"", "\"certainty\":\"sure\""),
            ("\"range\":[0.0,30.0]", "\"range\":[30.0,0.0]"), ("\"range\":[0.0,30.0]", "\"range\":[0.0,99.0]"),
            ("\"reason\":\"unsteady\"", "\"reason\":\"tired\""), ("\"period\":", "\"period\":0,\"old\":"),
            ("\"period\":", "\"period\":1e-9,\"old\":"),
        ] {
            let broken = text.replacing(part, with: other)
            #expect(broken != text, "\(part)")
            let read = TrackFacts(json: broken.utf8)
            #expect(read != nil && read?.measurement.rhythm == nil, "\(other)")
        }
    }

    @Test("What is known of the ends alone stays so; a part that can't be missing is refused")
    func ends() throws {
        var measurement = Self.facts(loudness: nil).measurement
        measurement.unheard = 10...20.5
        let facts = TrackFacts(measurement)
        #expect(facts.source == .ends)
        #expect(TrackFacts(json: facts.json.utf8) == facts)
        for bounds in ["[20.5,10.0]", "[-1.0,2.0]", "[10.0,31.0]", "[10.0]", "[null,1]"] {
            let text = facts.json.replacing("[10.0,20.5]", with: bounds)
            #expect(text != facts.json && TrackFacts(json: text.utf8) == nil, "\(bounds)")
        }
    }

    @Test("What is no line with curves of this version is refused")
    func refused() {
        let facts = Self.facts(loudness: -14)
        let short = JSONValue.object(facts.members(curves: false)).text
        let old = facts.json.replacing("\"version\":\(TrackFacts.version)", with: "\"version\":0")
        for text in ["", "{}", "null", "[1,2", short, old, String(facts.json.dropLast(3)), facts.json + "{}"] {
            #expect(TrackFacts(json: text.utf8) == nil, "\(text.prefix(40))")
        }
    }

    @Test("Places outside of the track are refused")
    func places() {
        let facts = Self.facts(loudness: -14)
        for place in ["1e300", "-1", "99999", "-0.5"] {
            let text = facts.json.replacing("\"lastSound\":29.5", with: "\"lastSound\":\(place)")
            #expect(text != facts.json && TrackFacts(json: text.utf8) == nil, "\(place)")
        }
        for seconds in ["1e18", "25300", "-1", "2"] {
            let text = facts.json.replacing("\"seconds\":30", with: "\"seconds\":\(seconds)")
            #expect(text != facts.json && TrackFacts(json: text.utf8) == nil, "\(seconds)")
        }
    }

    @Test("Every kind of JSON value is read")
    func values() {
        let text = #" {"a" : [1, -2.5e1, true, false, null], "b\"\u00e9\ud83c\udfb5\n": {}, "c": [] } "#
        #expect(
            JSONValue(text.utf8)
                == .object([
                    ("a", .array([.integer(1), .number(-25), .boolean(true), .boolean(false), .null])),
                    ("b\"é🎵\n", .object([])), ("c", .array([])),
                ]))
        for broken in ["[1,]", "{\"a\"}", "\"a", "\"\\x\"", "tru", "1 2", "\"\u{1}\"", "\"\\ud83c\"", "-"] {
            #expect(JSONValue(broken.utf8) == nil, "\(broken)")
        }
        #expect(JSONValue(String(repeating: "[", count: 100_000).utf8) == nil)
    }
}
