import CGStreamer
import SegueCore
import SegueFiles
import Testing

@testable import SegueAudio

@Suite struct TagReaderTests {
    /// Returns the metadata from lists in GStreamer's serialized form.
    private func metadata(
        _ lists: String..., after start: TrackMetadata = TrackMetadata(), location: SourceLocation = #_sourceLocation
    ) throws -> TrackMetadata {
        gst_init(nil, nil)
        // Registers the tags of libgsttag.
        gst_tag_register_musicbrainz_tags()
        var metadata = start
        for text in lists {
            let list = try #require(gst_tag_list_new_from_string("taglist, " + text), sourceLocation: location)
            defer { gst_tag_list_unref(list) }
            TagReader.apply(list, to: &metadata)
        }
        return metadata
    }

    @Test func readsNames() throws {
        let read = try metadata(
            """
            title=(string)" The \\001Title ", artist=(string){ "One", "Two", "One" }, album=(string)Album, \
            album-artist=(string)Various, genre=(string){ "A", "B" }, composer=(string)C, comment=(string)"a note", \
            lyrics=(string)"la\\012la"
            """)
        #expect(read.title == "The Title")
        #expect(read.artists == ["One", "Two"])
        #expect(read.album == "Album")
        #expect(read.albumArtists == ["Various"])
        #expect(read.genres == ["A", "B"])
        #expect(read.composers == ["C"])
        #expect(read.comments == ["a note"])
        #expect(read.lyrics == "la\nla")
    }

    @Test func whatAListDoesNotSayStays() throws {
        let read = try metadata("title=(string)T, artist=(string)A, track-number=(uint)3", "title=(string)U")
        #expect(read.title == "U")
        #expect(read.artists == ["A"])
        #expect(read.trackNumber == 3)
    }

    @Test func numbersCountFromOne() throws {
        let read = try metadata("track-number=(uint)12, album-disc-number=(uint)2, beats-per-minute=(double)119.6")
        #expect(read.trackNumber == 12)
        #expect(read.discNumber == 2)
        #expect(read.beatsPerMinute == 120)
        let absurd = try metadata(
            "track-number=(uint)0, album-disc-number=(uint)4294967295, beats-per-minute=(double)0, user-rating=(uint)60"
        )
        #expect(absurd.trackNumber == nil)
        #expect(absurd.discNumber == nil)
        #expect(absurd.beatsPerMinute == nil)
        #expect(absurd.userRating == 0.6)
    }

    @Test(arguments: [
        ("datetime=(datetime)1997", "1997-01-01T00:00:00"), ("datetime=(datetime)1997-05", "1997-05-01T00:00:00"),
        ("datetime=(datetime)1997-05-17", "1997-05-17T00:00:00"),
        ("datetime=(datetime)2001-02-03T04:05:06Z", "2001-02-03T04:05:06Z"),
        ("datetime=(datetime)2001-02-03T04:05+0230", "2001-02-03T04:05:00+02:30"),
        ("date=(date)1969-09-26", "1969-09-26T00:00:00"),
        (
            "container-format=(string)\"ISO MP4/M4A\", date=(date)1997-05-01, datetime=(datetime)1997-05",
            "1997-05-01T00:00:00"
        ),
    ])
    func datesHaveAtLeastADay(list: String, expected: String) throws {
        #expect(try metadata(list).contentCreated == expected)
    }

    @Test func theMomentAnMP4FileWasWrittenIsNoDate() throws {
        let list = "container-format=(string)\"ISO MP4/M4A\", datetime=(datetime)2026-11-21T14:57:22Z"
        #expect(try metadata(list).contentCreated == nil)
    }

    @Test(arguments: [
        ("audio-codec=(string)\"Free Lossless Audio Codec (FLAC)\"", "FLAC"),
        ("audio-codec=(string)\"MPEG-1 Layer 3 (MP3)\", container-format=(string)\"ID3 tag\"", "MP3"),
        ("audio-codec=(string)Vorbis", "Ogg Vorbis"), ("audio-codec=(string)Opus", "Opus"),
        ("audio-codec=(string)\"MPEG-4 AAC\"", "AAC"),
        ("audio-codec=(string)\"Uncompressed 16-bit PCM audio\", container-format=(string)WAV", "WAV"),
        ("container-format=(string)\"Audio Interchange File Format (AIFF)\"", "AIFF"),
        ("audio-codec=(string)Wavpack, container-format=(string)\"APE tag\"", "WavPack"),
    ])
    func formatsHaveTheNamesPeopleUse(list: String, expected: String) throws {
        #expect(try metadata(list).format == expected)
        // A later list of the container takes nothing back.
        #expect(try metadata(list, "container-format=(string)Ogg").format == expected)
    }

    @Test func replayGainAgainstItsReference() throws {
        let plain = try metadata(
            """
            replaygain-track-gain=(double)-6.5, replaygain-track-peak=(double)0.9, replaygain-album-gain=(double)-5, \
            replaygain-album-peak=(double)1.1
            """)
        #expect(plain.loudness == Loudness(trackGain: -6.5, trackPeak: 0.9, albumGain: -5, albumPeak: 1.1))
        let gain = { (level: String) in
            try self.metadata("replaygain-track-gain=(double)-3, replaygain-reference-level=(double)\(level)").loudness
                .trackGain
        }
        #expect(try gain("89") == -3)
        #expect(try gain("83") == 3)
        #expect(try gain("-18") == -3)
        #expect(try gain("-23") == 2)
        #expect(try gain("5") == -3)
    }

    @Test func absurdLoudnessIsNone() throws {
        let read = try metadata("replaygain-track-gain=(double)900, replaygain-track-peak=(double)0")
        #expect(read.loudness == Loudness())
    }

    @Test func r128IsAgainstMinus23() throws {
        let tags = "extended-comment=(string){ \"R128_TRACK_GAIN=-512\", \"R128_ALBUM_GAIN[xxx]=256\" }"
        let alone = try metadata(tags).loudness
        #expect(alone.trackGain == 3)
        #expect(alone.albumGain == 6)
        let beside = tags + ", replaygain-track-gain=(double)-9"
        #expect(try metadata(beside).loudness.trackGain == -9)
        #expect(try metadata(beside + ", audio-codec=(string)Opus").loudness.trackGain == 3)
        #expect(try metadata("extended-comment=(string)\"R128_TRACK_GAIN=99999\"").loudness.trackGain == nil)
    }

    @Test func mixRampIsRead() throws {
        let read = try metadata(
            "extended-comment=(string){ \"mixramp_start=-20.5 0.00;-3 0.25;\", \"MIXRAMP_END=-20 1.5;\" }")
        #expect(read.mixRamp == MixRamp(beginning: "-20.5 0;-3 0.25", ending: "-20 1.5"))
        #expect(read.mixRamp?.beginning.count == 2)
        #expect(try metadata("extended-comment=(string)\"MIXRAMP_END=loud\"").mixRamp == nil)
    }

    @Test func commentsOfOtherProgramsAreRead() throws {
        let read = try metadata(
            """
            extended-comment=(string){ "LYRICIST=A", "lyricist=B", "UNSYNCEDLYRICS=words", "RATING=4", \
            "ALBUM ARTIST=X", "no pair", "=nothing" }
            """)
        #expect(read.lyricists == ["A", "B"])
        #expect(read.lyrics == "words")
        #expect(read.userRating == 0.8)
        #expect(read.albumArtists == ["X"])
    }

    @Test func hugeTextsAreCut() throws {
        let many = (0..<40).map { "\"" + String(repeating: "x", count: 600) + "\($0)\"" }.joined(separator: ", ")
        let read = try metadata(
            "lyrics=(string)\"\(String(repeating: "l", count: 100_000))\", artist=(string){ \(many) }")
        #expect(read.lyrics?.utf8.count == TagText.lyricsLimit)
        #expect(read.artists.reduce(0) { $0 + $1.utf8.count } <= 2048)
    }
}
