import SDBus
import SegueClient
import SegueKit
import Testing

@testable import segue

@Suite struct TemplateTests {
    private func report(album: String?) -> StatusReport {
        var metadata: [String: BusValue] = [
            "mpris:trackid": .objectPath("/io/github/segueplayer/Segue/Track/1"),
            "xesam:title": .string("A \u{1B}[31mSong"),
            "mpris:length": .int64(240_000_000), "xesam:artist": .strings(["One", "Two"]),
        ]
        metadata["xesam:album"] = album.map { .string($0) }
        var properties = PlayerProperties()
        properties[.player] = [
            "Metadata": .properties(metadata), "PlaybackStatus": .string("Playing"), "Volume": .double(0.5),
        ]
        properties[.queue] = ["CurrentIndex": .int32(2), "Count": .uint32(9), "Shuffle": .boolean(true)]
        return StatusReport(player: "x", properties: properties, position: MediaTime(seconds: 65.5))
    }

    private func line(_ format: String, album: String? = nil) throws -> String {
        try LineTemplate<StatusField>(format).text(report(album: album))
    }

    @Test func fieldsAndGroups() throws {
        #expect(
            try line("{artist}: {place}/{count} {position} of {length}, {remaining}")
                == "One, Two: 3/9 1:05 of 4:00, 2:54")
        #expect(try line("{status} {volume} {shuffle} {mute} {positionSeconds}") == "Playing 50 on off 65.5")
        let format = "{artist}{? on [album]}{? ([error])}."
        #expect(try line(format, album: "Best") == "One, Two on Best.")
        #expect(try line(format) == "One, Two.")
        #expect(try line("{album}|{?plain}|{?}") == "|plain|")
        #expect(try line(#"\{\[\]\}\\\n\t[x]{?\[[album]\]}"#, album: "B") == "{[]}\\\n\t[x][B]")
        #expect(try !line("{title}").contains("\u{1B}"), "a title does not drive the terminal")
    }

    @Test(arguments: StatusField.allCases) func everyFieldIsKnownByItsName(field: StatusField) throws {
        #expect(try LineTemplate<StatusField>("{\(field.rawValue)}").fields == [field])
    }

    @Test func anEntryOfTheQueueHasTheFieldsOfATrackAndItsPlace() throws {
        let metadata: [String: BusValue] = [
            "mpris:trackid": .objectPath("/1"), "xesam:title": .string("Song"), "xesam:audioBPM": .int32(124),
            "mpris:length": .int64(240_000_000),
        ]
        let track = try #require(TrackSummary(metadata: metadata))
        let format = "{place}\\t{title}\\t{bpm}{? [album]} {length}"
        #expect(try LineTemplate<QueueField>(format).text((7, track)) == "7\tSong\t124 4:00")
        for field in QueueField.allCases where field != .place {
            #expect(TrackField(rawValue: field.rawValue) != nil, "\(field)")
        }
    }

    @Test(arguments: [
        ("{titel}", 2, "there is no field 'titel'"), ("ab {?x[titel]}", 8, "there is no field 'titel'"),
        ("ab{title", 3, "has no end"), ("a{?b", 2, "has no end"), ("a}", 2, "no counterpart"),
        ("{?]}", 3, "no counterpart"), ("{?{title}}", 3, "in brackets"), (#"a\q"#, 3, "backslash"),
        (#"\"#, 1, "backslash"),
    ])
    func anErrorSaysWhere(format: String, place: Int, words: String) {
        do throws(LineTemplate<StatusField>.Problem) {
            _ = try LineTemplate<StatusField>(format)
            Issue.record("\(format) is taken")
        } catch {
            #expect(error.place == place && error.sentence.contains(words), "\(format): \(error)")
        }
    }
}
