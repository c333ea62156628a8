import SDBus
import SegueCore
import Testing

@testable import SegueMPRIS

@Suite struct MetadataTests {
    private func dictionary(_ entry: QueueEntry?, _ extent: MetadataDictionary.Extent = .full) -> [String: BusValue] {
        MetadataDictionary.value(of: entry, extent).asProperties ?? [:]
    }

    private func entry(_ change: (inout TrackMetadata) -> Void) -> QueueEntry {
        var metadata = TrackMetadata()
        change(&metadata)
        return QueueEntry(id: EntryID(rawValue: 7), uri: "file:///music/A%20%231.flac", metadata: metadata)
    }

    private let full: QueueEntry = {
        var metadata = TrackMetadata()
        metadata.title = "Title"
        metadata.artists = ["One", "Two"]
        metadata.album = "Album"
        metadata.albumArtists = ["Various"]
        metadata.trackNumber = 3
        metadata.discNumber = 1
        metadata.genres = ["Jazz"]
        metadata.composers = ["Composer"]
        metadata.lyricists = ["Lyricist"]
        metadata.contentCreated = "1997-01-01T00:00:00"
        metadata.comments = ["Comment"]
        metadata.lyrics = "La la"
        metadata.beatsPerMinute = 120
        metadata.userRating = 0.8
        metadata.useCount = 0
        metadata.lastUsed = "2024-05-01T10:00:00Z"
        metadata.duration = MediaTime(nanoseconds: 12_345_678_999)
        metadata.artURI = "file:///cache/cover.jpg"
        return QueueEntry(id: EntryID(rawValue: 7), uri: "file:///music/A%20%231.flac", metadata: metadata)
    }()

    @Test func everyKeyHasTheTypeThatClientsExpect() {
        let types = dictionary(full).mapValues(\.signature)
        #expect(
            types == [
                "mpris:trackid": "o", "mpris:length": "x", "mpris:artUrl": "s", "xesam:title": "s",
                "xesam:artist": "as", "xesam:album": "s", "xesam:albumArtist": "as", "xesam:trackNumber": "i",
                "xesam:discNumber": "i", "xesam:genre": "as", "xesam:composer": "as", "xesam:lyricist": "as",
                "xesam:contentCreated": "s", "xesam:comment": "as", "xesam:asText": "s", "xesam:audioBPM": "i",
                "xesam:userRating": "d", "xesam:useCount": "i", "xesam:lastUsed": "s", "xesam:url": "s",
            ])
    }

    @Test func valuesAreThoseOfTheTags() {
        let values = dictionary(full)
        #expect(values["mpris:trackid"] == .objectPath(path(7)))
        #expect(values["mpris:length"] == .int64(12_345_678))
        #expect(values["xesam:artist"] == .strings(["One", "Two"]))
        #expect(values["xesam:url"] == .string("file:///music/A%20%231.flac"))
        #expect(values["xesam:useCount"] == .int32(0))
    }

    @Test func theSignatureIsThatOfTheSpecification() {
        #expect(MetadataDictionary.value(of: full).signature == "a{sv}")
        #expect(MetadataDictionary.value(of: nil).signature == "a{sv}")
    }

    @Test func withoutATrackOnlyTheReservedPathIsLeft() {
        #expect(dictionary(nil) == ["mpris:trackid": .objectPath(TrackPath.none)])
    }

    @Test func anUntaggedFileHasATitleAndNoEmptyKeys() {
        let keys = dictionary(entry { _ in })
        #expect(keys.keys.sorted() == ["mpris:trackid", "xesam:title", "xesam:url"])
        #expect(keys["xesam:title"] == .string("A #1"))
    }

    @Test func emptyAndAbsurdTagsAreLeftOut() {
        let keys = dictionary(
            entry {
                $0.album = ""
                $0.artists = ["", ""]
                $0.genres = ["", "Jazz"]
                $0.trackNumber = 0
                $0.discNumber = -1
                $0.beatsPerMinute = .min
                $0.useCount = -1
                $0.userRating = .nan
                $0.duration = .zero
                $0.artURI = ""
            })
        #expect(keys.keys.sorted() == ["mpris:trackid", "xesam:genre", "xesam:title", "xesam:url"])
        #expect(keys["xesam:genre"] == .strings(["Jazz"]))
    }

    @Test func hugeTagsStayBelowWhatClientsCanBear() {
        let huge = String(repeating: "é", count: 1_000_000)
        let many = (0..<1000).map { "\($0) " + huge }
        let entry = entry {
            $0.title = huge
            $0.album = huge
            $0.artists = many
            $0.albumArtists = many
            $0.genres = many
            $0.composers = many
            $0.lyricists = many
            $0.comments = many
            $0.lyrics = huge
            $0.contentCreated = huge
            $0.lastUsed = huge
        }
        let values = dictionary(entry)
        let bytes = values.values.map { $0.asString?.utf8.count ?? $0.asStrings?.joined().utf8.count ?? 8 }
        #expect(bytes.reduce(0, +) < 56 * 1024)
        #expect(values["xesam:asText"]?.asString?.utf8.count ?? 0 > 32 * 1024 - 4)
        #expect(values["xesam:title"]?.asString?.hasSuffix("é…") == true)
    }

    @Test func listsLeaveTheLyricsOut() {
        #expect(dictionary(full, .brief)["xesam:asText"] == nil)
        #expect(dictionary(full, .brief).count == dictionary(full).count - 1)
    }

    @Test func aMeasuredTempoStandsInForATag() {
        func beats(tagged: Int32?, measured: Double?) -> Int64? {
            var entry = makeEntry(1)
            entry.metadata.beatsPerMinute = tagged
            entry.metadata.tempo = measured
            return MetadataDictionary.value(of: entry).asProperties?["xesam:audioBPM"]?.asInt64
        }
        #expect(beats(tagged: nil, measured: 123.6) == 124)
        #expect(beats(tagged: 90, measured: 123.6) == 90)
        #expect(beats(tagged: nil, measured: nil) == nil)
    }
}
