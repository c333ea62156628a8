import SegueTestSupport
import Testing

@testable import SegueFiles

/// Album, disc and track from the heads of files, in the forms that encoders and taggers write.
@Suite struct AlbumPlaceTests {
    private let folder = TemporaryFolder()

    private func place(_ name: String, _ bytes: [UInt8]) throws -> AlbumPlace? {
        AlbumPlace.read(LocalPath(try folder.write(name, bytes)))
    }

    @Test(arguments: [
        "flacenc", "vorbisenc ! oggmux", "opusenc ! oggmux", "lamemp3enc ! id3v2mux",
    ]) func isReadAsEncodersWriteIt(encoder: String) throws {
        let wav = try folder.write("a.wav", SampleFiles.wav(samples: 44_100))
        let tags = "taginject tags=album=Nord,track-number=(uint)7,track-count=(uint)9,album-disc-number=(uint)2"
        try SampleFiles.encode(wav, to: folder.file("a"), by: "\(tags) ! \(encoder)")
        #expect(AlbumPlace.read(LocalPath(folder.file("a"))) == AlbumPlace(album: "Nord", disc: 2, track: 7))
    }

    /// The boxes are after the audio, or before it.
    @Test(arguments: [[], ["-movflags", "+faststart"]]) func isReadOfMP4(options: [String]) throws {
        let wav = try folder.write("a.wav", SampleFiles.wav(samples: 44_100))
        let tags = ["album=Nord", "track=7/9", "disc=2"].flatMap { ["-metadata", $0] }
        try Tool.run(["ffmpeg", "-v", "error", "-i", wav] + tags + options + [folder.file("a.m4a")])
        #expect(AlbumPlace.read(LocalPath(folder.file("a.m4a"))) == AlbumPlace(album: "Nord", disc: 2, track: 7))
    }

    @Test func aFileWithoutANumberHasNone() throws {
        #expect(try place("a.mp3", SampleFiles.id3Tag([SampleFiles.id3Text("TALB", "Nord")])) == nil)
        #expect(try place("b.mp3", SampleFiles.id3Tag([SampleFiles.id3Text("TRCK", "A1")])) == nil)
        #expect(try place("c.mp3", SampleFiles.id3Tag([SampleFiles.id3Text("TRCK", "0")])) == nil)
        #expect(try place("d.wav", SampleFiles.wav(samples: 10)) == nil)
        #expect(try place("e.mp3", SampleFiles.id3Tag([SampleFiles.id3Text("TRCK", "5")])) == AlbumPlace(track: 5))
    }

    @Test func aCoverInFrontIsPassedOver() throws {
        let cover = SampleFiles.id3Frame("APIC", [UInt8](repeating: 1, count: 300_000))
        let tag = SampleFiles.id3Tag([cover, SampleFiles.id3Text("TRCK", "3/4"), SampleFiles.id3Text("TALB", "Süd")])
        #expect(try place("a.mp3", tag) == AlbumPlace(album: "Süd", track: 3))
    }

    @Test func olderTagsAreRead() throws {
        func frame(_ name: String, _ text: String) -> [UInt8] {
            Array(name.utf8) + [0, 0, UInt8(text.utf8.count + 1), 0] + Array(text.utf8)
        }
        let frames = frame("TAL", "West") + frame("TRK", "4/9") + frame("TPA", "3")
        let tag = Array("ID3".utf8) + [2, 0, 0, 0, 0, 0, UInt8(frames.count)] + frames
        #expect(try place("a.mp3", tag) == AlbumPlace(album: "West", disc: 3, track: 4))
    }

    @Test func damagedFilesAreReadInTime() throws {
        var random = SeededRandom.anew()
        let wav = try folder.write("a.wav", SampleFiles.wav(samples: 2000))
        for encoder in ["flacenc", "vorbisenc ! oggmux", "lamemp3enc ! id3v2mux", "avenc_aac ! mp4mux"] {
            try SampleFiles.encode(wav, to: folder.file("a"), by: "taginject tags=track-number=(uint)7 ! \(encoder)")
            let whole = try SampleFiles.contents(folder.file("a"))
            for _ in 0..<50 {
                var damaged = whole
                for _ in 0..<20 {
                    damaged[Int.random(in: 4..<min(2000, damaged.count), using: &random)] = .random(
                        in: 0...255, using: &random)
                }
                // Success and failure are both correct; the call must only return.
                _ = try place("damaged", damaged)
                _ = try place("cut", Array(whole.prefix(.random(in: 0..<whole.count, using: &random))))
            }
        }
        for head in ["fLaC", "OggS", "\0\0\0\u{8}ftyp"] {
            // Nothing but empty blocks, pages or boxes.
            _ = try place("endless", Array(head.utf8) + [UInt8](repeating: 0, count: 1 << 20))
        }
    }
}
