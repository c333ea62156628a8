import SDBus
import SegueClient
import SegueKit
import Testing

@testable import segue

@Suite struct StatusTests {
    private static func metadata(_ number: Int, _ title: String) -> BusValue {
        .properties([
            "mpris:trackid": .objectPath("/io/github/segueplayer/Segue/Track/\(number)"), "xesam:title": .string(title),
            "mpris:length": .int64(240_000_000), "xesam:artist": .strings(["Somebody"]),
        ])
    }

    private static func properties(state: String, fading: Bool) -> PlayerProperties {
        var properties = PlayerProperties()
        properties[.player] = ["Metadata": metadata(2, "Next Piece"), "PlaybackStatus": .string("Playing")]
        properties[.control] = ["State": .string(state), "StatusText": .string("Crossfading 50%")]
        properties[.crossfade] = [
            "State": .string(fading ? "Fading" : "Idle"), "Duration": .int64(10_000_000),
            "StartedAt": .uint64(100_000_000), "Progress": .double(0.3),
            "OutgoingTrack": .objectPath("/io/github/segueplayer/Segue/Track/1"),
            "IncomingTrack": .objectPath("/io/github/segueplayer/Segue/Track/2"),
        ]
        return properties
    }

    private static func report(fading: Bool) throws -> StatusReport {
        let properties = properties(state: fading ? "crossfading" : "playing", fading: fading)
        let first = try #require(metadata(1, "First Piece").asProperties.flatMap(TrackSummary.init(metadata:)))
        return StatusReport(
            player: "org.mpris.MediaPlayer2.segue", properties: properties, position: MediaTime(seconds: 5),
            fadeProgress: fading ? 0.5 : nil, outgoing: fading ? first : nil,
            incoming: fading ? properties.track : nil)
    }

    @Test(arguments: ["paused", "crossfadePaused", "idle", "finished", "playing"])
    func whatStoppedTheMusicIsSaid(_ state: String) {
        var properties = Self.properties(state: state, fading: false)
        properties[.control]["StatusText"] = .string("Silent")
        properties[.control]["Error"] = .string("The output Headphones failed: it was unplugged.")
        let report = StatusReport(
            player: "org.mpris.MediaPlayer2.segue", properties: properties, position: MediaTime(seconds: 5))
        let line = "Silent: The output Headphones failed: it was unplugged.  Somebody – Next Piece  0:05 / 4:00"
        #expect((report.plainLine == line) == (state != "playing"), "\(report.plainLine)")
    }

    @Test("In a crossfade the line has both titles and a bar, at any width")
    func crossfadeLine() throws {
        let report = try Self.report(fading: true)
        #expect(
            report.line(width: 100)
                == "Crossfading  50%  Somebody – First Piece ▕█████████         ▏ Somebody – Next Piece  0:05 / 4:00")
        for width in 1...160 { #expect(report.line(width: width).columns <= width) }
        let narrow = report.line(width: 60)
        #expect(narrow.contains("…") && narrow.contains("▕") && narrow.hasSuffix("0:05 / 4:00"))
    }

    @Test("A track alone has its title and times")
    func plainLine() throws {
        var report = try Self.report(fading: false)
        report.properties[.control]["StatusText"] = .string("Playing")
        #expect(report.plainLine == "Playing  Somebody – Next Piece  0:05 / 4:00")
        #expect(report.json.text.contains("\"crossfade\":null"))
    }

    @Test("The rate of the output is told, and whether the track has another; null before there was any sound")
    func sampleRate() throws {
        var report = try Self.report(fading: false)
        #expect(report.json.text.contains("\"outputRate\":null,\"resampled\":null"))
        report.properties[.control] = ["OutputRate": .uint32(48000), "Resampled": .boolean(true)]
        #expect(report.json.text.contains("\"outputRate\":48000,\"resampled\":true"))
        report.properties[.control] = ["OutputRate": .uint32(96000), "Resampled": .boolean(false)]
        #expect(report.json.text.contains("\"outputRate\":96000,\"resampled\":false"))
    }

    @Test("All that tells of a fade is of one moment")
    func oneMoment() throws {
        var report = try Self.report(fading: true)
        report.fadeProgress = 0.272
        report.properties[.control]["StatusText"] = .string("Crossfading 20%")
        #expect(report.json.text.contains("\"statusText\":\"Crossfading 27%\""))
        #expect(report.json.text.contains("\"crossfade\":{\"state\":\"fading\",\"progress\":0.272,"))
    }

    @Test("Settings and figures are numbers where they are numbers")
    func jsonNumbers() throws {
        let settings = ConfigurationGetVerb.json(of: [
            ("crossfadeDuration", "10"), ("preamplification", "-3.5"), ("trimSilence", "false"), ("output", "1"),
        ])
        let text = #"{"crossfadeDuration":10,"preamplification":-3.5,"trimSilence":false,"output":"1"}"#
        #expect(settings.text == text)
        let slow = try #require(SlowCommandRow(Self.slowCommand))
        let figures = StatisticsVerb.json(of: [("next", .int64(7)), ("next.heardP50", .double(0.00025))], [slow])
        let command =
            #"{"command":"next","date":"1970-01-01T00:00:01Z","decided":0.005,"loaded":9.02,"mixed":null,"#
            + #""heard":0.02,"duration":9.04,"reason":"opening x took 9.02 s"}"#
        #expect(figures.text == #"{"next":7,"next.heardP50":0.00025,"slowest":[\#(command)]}"#)
    }

    @Test("Figures are read by people with their units")
    func figures() throws {
        let table = StatisticsTable([
            ("next", .int64(7)), ("next.decidedP50", .double(0.00025)), ("next.decidedP95", .double(0.0003)),
            ("next.decidedMax", .double(0.5)), ("next.toEarP50", .double(0.06)), ("next.toEarP95", .double(0.09)),
            ("next.toEarMax", .double(9.04)), ("undo", .int64(1)), ("undo.decidedP50", .double(0.001)),
            ("undo.decidedP95", .double(0.001)), ("undo.decidedMax", .double(0.001)),
        ])
        #expect(
            table.lines == [
                "command  count  stage         p50       p95         max",
                "next         7  decided   0.25 ms   0.30 ms   500.00 ms",
                "                toEar    60.00 ms  90.00 ms  9040.00 ms",
                "undo         1  decided   1.00 ms   1.00 ms     1.00 ms",
            ])
        #expect(StatisticsTable([]).lines == ["No command has been measured."])
        let slow = try #require(SlowCommandRow(Self.slowCommand))
        #expect(slow.line == "1970-01-01T00:00:01Z  9.04 s  next: opening x took 9.02 s")
    }

    private static let slowCommand = BusValue.structure([
        .string("next"), .int64(1_000_000), .int64(5000), .int64(9_020_000), .int64(-1), .int64(20_000),
        .int64(9_040_000), .string("opening x took 9.02 s"),
    ])

    @Test("The progress of a fade is counted from its start, without asking")
    func progress() throws {
        let fade = try #require(Self.properties(state: "crossfading", fading: true).fade)
        #expect(fade.progress(at: MonotonicTime(nanoseconds: 103_000_000_000)) == 0.3)
        #expect(fade.progress(at: MonotonicTime(nanoseconds: 99_000_000_000)) == 0)
        #expect(fade.progress(at: MonotonicTime(nanoseconds: 999_000_000_000)) == 1)
    }

    @Test("A paused fade stays at what was announced")
    func suspended() throws {
        var properties = Self.properties(state: "crossfadePaused", fading: true)
        properties.merge(["State": .string("Suspended")], into: .crossfade)
        let fade = try #require(properties.fade)
        #expect(fade.progress(at: MonotonicTime(nanoseconds: 109_000_000_000)) == 0.3)
    }

    @Test("The position moves with the clock while the player plays, and not beyond the end")
    func positionClock() {
        var clock = PositionClock()
        let start = MonotonicTime(nanoseconds: 1_000_000_000)
        clock.set(MediaTime(seconds: 10), at: start)
        let later = start.advanced(byNanoseconds: 3_000_000_000)
        #expect(clock.position(at: later, length: nil) == MediaTime(seconds: 10))
        clock.setMoving(true, at: start)
        #expect(clock.position(at: later, length: nil) == MediaTime(seconds: 13))
        #expect(clock.position(at: later, length: MediaTime(seconds: 12)) == MediaTime(seconds: 12))
        clock.setMoving(false, at: later)
        let end = later.advanced(byNanoseconds: 5_000_000_000)
        #expect(clock.position(at: end, length: nil) == MediaTime(seconds: 13))
    }
}
