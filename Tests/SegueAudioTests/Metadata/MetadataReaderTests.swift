import CGStreamer
import EventLoop
import Foundation
import SegueCore
import SegueFiles
import SegueTestSupport
import Synchronization
import Testing

@testable import SegueAudio

@Suite struct MetadataReaderTests {
    private let folder = TemporaryFolder()
    private let artwork: ArtworkCache

    init() throws {
        artwork = ArtworkCache(directory: folder.file("covers"))
    }

    private func read(_ path: String) throws(AudioPlayerError) -> TrackMetadata {
        try TrackProbe(LocalPath(path)).read(artwork: artwork).get()
    }

    private func failure(_ path: String) -> AudioPlayerError? {
        do throws(AudioPlayerError) {
            _ = try read(path)
            return nil
        } catch {
            return error
        }
    }

    // MARK: - Formats

    @Test func wavAndFlacAreExact() throws {
        let wav = try folder.write("a.wav", SampleFiles.wav(samples: 123_457))
        let flac = folder.file("a.flac")
        try SampleFiles.encode(wav, to: flac, by: "flacenc")
        for (path, format) in [(wav, "WAV"), (flac, "FLAC")] {
            let metadata = try read(path)
            #expect(metadata.format == format)
            #expect(metadata.duration?.samples(rate: 44_100) == 123_457)
            #expect(metadata.sampleRate == 44_100)
            #expect(metadata.channels == 2)
            #expect(metadata.artURI == nil)
        }
    }

    @Test func vorbisAndOpusAreAsLongAsTheyWere() throws {
        let wav = try folder.write("a.wav", SampleFiles.wav(samples: 96_000, rate: 48_000, channels: 1))
        for (name, encoder, format) in [("a.ogg", "vorbisenc", "Ogg Vorbis"), ("a.opus", "opusenc", "Opus")] {
            try SampleFiles.encode(wav, to: folder.file(name), by: "\(encoder) ! oggmux")
            let metadata = try read(folder.file(name))
            #expect(metadata.format == format)
            #expect(metadata.channels == 1)
            let samples = try #require(metadata.duration?.samples(rate: 48_000))
            #expect(abs(samples - 96_000) <= 1, "\(format) says \(samples)")
        }
    }

    /// Big-endian PCM, by the specification of AIFF.
    @Test func aiffIsReadEachTime() throws {
        func big<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
            withUnsafeBytes(of: number.bigEndian) { Array($0) }
        }
        // 44,100 as an 80-bit number with an exponent of 15.
        let rate: [UInt8] = [0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]
        let form = big(UInt16(1)) + big(UInt32(5000)) + big(UInt16(16)) + rate
        let sound = big(UInt64(0)) + [UInt8](repeating: 0, count: 10_000)
        let chunks = Array("COMM".utf8) + big(UInt32(18)) + form + Array("SSND".utf8) + big(UInt32(sound.count)) + sound
        let path = try folder.write(
            "a.aiff", Array("FORM".utf8) + big(UInt32(4 + chunks.count)) + Array("AIFF".utf8) + chunks)
        for _ in 0..<30 {
            let metadata = try read(path)
            #expect(metadata.format == "AIFF")
            #expect(metadata.duration?.samples(rate: 44_100) == 5000)
        }
    }

    @Test func mp3WithTagsCoverAndRating() throws {
        let wav = try folder.write("a.wav", SampleFiles.wav(samples: 88_200))
        try SampleFiles.encode(wav, to: folder.file("plain.mp3"), by: "lamemp3enc")
        let cover = SampleFiles.png(seed: 7, size: 3000)
        let tag = SampleFiles.id3Tag([
            SampleFiles.id3Text("TIT2", "Title"), SampleFiles.id3Text("TPE1", "One", "Two"),
            SampleFiles.id3Text("TDRC", "1997"),
            SampleFiles.id3Text("TEXT", "Poet"), SampleFiles.id3Text("TRCK", "4/12"),
            SampleFiles.id3Text("TBPM", "120"),
            SampleFiles.id3Frame("USLT", [3] + Array("eng\0words".utf8)),
            SampleFiles.id3Frame("POPM", Array("me@x\0".utf8) + [255]),
            SampleFiles.id3Text("TXXX", "REPLAYGAIN_TRACK_GAIN", "-7.5 dB"),
            SampleFiles.id3Frame("APIC", [3] + Array("image/png\0".utf8) + [3, 0] + cover),
        ])
        let path = try folder.write("a.mp3", tag + SampleFiles.contents(folder.file("plain.mp3")))
        let metadata = try read(path)
        #expect(metadata.format == "MP3")
        #expect(metadata.title == "Title")
        #expect(metadata.artists == ["One", "Two"])
        #expect(metadata.contentCreated == "1997-01-01T00:00:00")
        #expect(metadata.lyricists == ["Poet"])
        #expect(metadata.trackNumber == 4)
        #expect(metadata.beatsPerMinute == 120)
        #expect(metadata.lyrics == "words")
        #expect(metadata.userRating == 1)
        #expect(metadata.loudness.trackGain == -7.5)
        let art = try #require(metadata.artURI.flatMap { FileURI.path(of: $0) })
        #expect(try SampleFiles.contents(art.description) == cover)
        // Whole frames, with the encoder's delay: no header states how much of them is audio.
        let samples = try #require(metadata.duration?.samples(rate: 44_100))
        #expect(samples % 1152 == 0 && samples >= 88_200 && samples < 88_200 + 3 * 1152)
    }

    @Test func flacCommentsAndPicture() throws {
        let wav = try folder.write("a.wav", SampleFiles.wav(samples: 5000))
        try SampleFiles.encode(wav, to: folder.file("plain.flac"), by: "flacenc")
        let comments = [
            "TITLE=T", "ARTIST=One", "ARTIST=Two", "LYRICS=first\nsecond", "LYRICIST=Poet", "DATE=1997-05",
            "DISCNUMBER=2",
            "REPLAYGAIN_TRACK_GAIN=-3.2 dB", "REPLAYGAIN_REFERENCE_LOUDNESS=83.0 dB", "COMMENT=note", "GENRE=A",
            "GENRE=B",
        ]
        let cover = SampleFiles.png(seed: 9, size: 3000)
        let plain = try SampleFiles.contents(folder.file("plain.flac"))
        let metadata = try read(folder.write("a.flac", SampleFiles.flac(plain, comments: comments, picture: cover)))
        #expect(metadata.artists == ["One", "Two"])
        #expect(metadata.genres == ["A", "B"])
        #expect(metadata.lyrics == "first\nsecond")
        #expect(metadata.lyricists == ["Poet"])
        #expect(metadata.contentCreated == "1997-05-01T00:00:00")
        #expect(metadata.discNumber == 2)
        #expect(metadata.comments == ["note"])
        let gain = try #require(metadata.loudness.trackGain)
        #expect(abs(gain - 2.8) < 0.001)
        #expect(metadata.artURI?.hasPrefix("file://\(folder.path)/covers/") == true)
    }

    @Test func aPictureThatIsNoneIsIgnoredAndTheFoldersTaken() throws {
        let wav = try folder.write("a.wav", SampleFiles.wav(samples: 5000))
        try SampleFiles.encode(wav, to: folder.file("plain.flac"), by: "flacenc")
        let plain = try SampleFiles.contents(folder.file("plain.flac"))
        let hostile = [UInt8](repeating: 0x41, count: 100_000)
        let path = try folder.write("album/a.flac", SampleFiles.flac(plain, comments: [], picture: hostile))
        #expect(try read(path).artURI == nil)
        try folder.write("album/Cover.png", SampleFiles.png())
        try folder.write("album/a.lrc", text: "[00:01.00]la")
        let metadata = try read(path)
        #expect(metadata.lyrics == "[00:01.00]la")
        // In the cache, named by its content: another picture of that name has another URI, and the first one stays.
        let art = try #require(metadata.artURI.flatMap { FileURI.path(of: $0) })
        #expect(art.description.hasPrefix(folder.file("covers/")))
        #expect(try SampleFiles.contents(art.description) == SampleFiles.png())
        #expect(try read(path).artURI == metadata.artURI)
        try folder.write("album/Cover.png", SampleFiles.png(seed: 5))
        let other = try #require(try read(path).artURI.flatMap { FileURI.path(of: $0) })
        #expect(other != art)
        #expect(try SampleFiles.contents(other.description) == SampleFiles.png(seed: 5))
        #expect(try SampleFiles.contents(art.description) == SampleFiles.png())
    }

    @Test func aNameThatIsNotUTF8IsRead() throws {
        let name: [UInt8] = Array("caf".utf8) + [0xE9] + Array(" #1 %.wav".utf8)
        let path = LocalPath(bytes: try folder.write(rawName: name, SampleFiles.wav(samples: 1000)))
        let parsed = try #require(FileURI.path(of: FileURI.uri(path)))
        #expect(parsed == path)
        let metadata = try TrackProbe(parsed).read(artwork: artwork).get()
        #expect(metadata.duration?.samples(rate: 44_100) == 1000)
    }

    // MARK: - Hostile files

    @Test func whatIsNoAudioIsSaidSo() throws {
        let missing = folder.file("missing.mp3")
        #expect(failure(missing) == .fileNotFound(path: missing))
        let empty = try folder.write("empty.mp3")
        #expect(failure(empty) == .fileLoadFailed(path: empty, reason: "the file is empty"))
        #expect(failure(folder.path) == .unsupportedFormat(path: folder.path, reason: "it is a folder"))
        let text = try folder.write("text.mp3", text: String(repeating: "This is a text and not a song.\n", count: 100))
        #expect(failure(text) == .unsupportedFormat(path: text, reason: "it contains no audio"))
        let picture = try folder.write("picture.flac", SampleFiles.png(size: 5000))
        guard case .unsupportedFormat = failure(picture) else {
            Issue.record("a picture is taken for \(String(describing: failure(picture)))")
            return
        }
    }

    @Test func fifosAndDevicesAreNotOpened() {
        let fifo = folder.file("fifo.mp3")
        #expect(mkfifo(fifo, 0o600) == 0)
        let reason = "it is a device, a pipe or a socket, not a file"
        #expect(failure(fifo) == .unsupportedFormat(path: fifo, reason: reason))
        #expect(failure("/dev/zero") == .unsupportedFormat(path: "/dev/zero", reason: reason))
    }

    @Test func damagedFilesAreAnsweredInTime() throws {
        let wav = try folder.write("a.wav", SampleFiles.wav(samples: 20_000))
        var random = SeededRandom.anew()
        for (name, elements) in [
            ("a.flac", "flacenc"), ("a.ogg", "vorbisenc ! oggmux"), ("a.mp3", "lamemp3enc ! id3v2mux"),
            ("a.m4a", "avenc_aac ! mp4mux"), ("a.opus", "opusenc ! oggmux"),
        ] {
            try SampleFiles.encode(wav, to: folder.file(name), by: elements)
            let whole = try SampleFiles.contents(folder.file(name))
            for length in [1, 4, 37, 200, whole.count / 2] {
                // Success and failure are both correct; the call must return.
                _ = failure(try folder.write("cut-" + name, whole.prefix(length)))
            }
            for _ in 0..<8 {
                var damaged = whole
                for _ in 0..<40 {
                    damaged[Int.random(in: 0..<min(4000, damaged.count), using: &random)] = .random(
                        in: 0...255, using: &random)
                }
                _ = failure(try folder.write("damaged-" + name, damaged))
            }
        }
    }

    // MARK: - The reader

    /// The results in the order in which they came.
    private final class Results: Sendable {
        private let stream: AsyncStream<(EntryID, Result<TrackMetadata, AudioPlayerError>)>
        let continuation: AsyncStream<(EntryID, Result<TrackMetadata, AudioPlayerError>)>.Continuation

        init() {
            (stream, continuation) = AsyncStream.makeStream()
        }

        func first(_ count: Int) async -> [(id: EntryID, result: Result<TrackMetadata, AudioPlayerError>)] {
            var results: [(EntryID, Result<TrackMetadata, AudioPlayerError>)] = []
            for await result in stream {
                results.append(result)
                if results.count == count { break }
            }
            return results
        }
    }

    private func request(_ id: UInt64, _ path: String) -> MetadataRequest {
        MetadataRequest(id: EntryID(rawValue: id), uri: FileURI.uri(path: path))
    }

    @Test(.timeLimit(.minutes(1))) func deliversInOrderOnTheLoop() async throws {
        let loop = try EventLoop.startThread(name: "tags-test")
        defer { loop.stop() }
        let results = Results()
        let offLoop = Atomic<Int>(0)
        let reader = MetadataReader(loop: loop, artwork: artwork) { id, result in
            if !loop.isCurrent { offLoop.add(1, ordering: .relaxed) }
            results.continuation.yield((id, result))
        }
        let wav = try folder.write("a.wav", SampleFiles.wav(samples: 1000))
        let stream = MetadataRequest(id: EntryID(rawValue: 9), uri: "http://localhost/stream")
        reader.read([request(3, wav), stream, request(1, folder.file("missing.wav")), request(2, wav)])
        let first = await results.first(3)
        #expect(first.map(\.id.rawValue) == [3, 1, 2])
        #expect(throws: AudioPlayerError.fileNotFound(path: folder.file("missing.wav"))) { try first[1].result.get() }
        #expect(try first[2].result.get().duration?.samples(rate: 44_100) == 1000)
        // The thread has ended or is about to: a new list starts another thread.
        reader.read([request(4, wav)])
        #expect(await results.first(1).map(\.id.rawValue) == [4])
        #expect(offLoop.load(ordering: .relaxed) == 0)
        reader.close()
    }

    @Test(.timeLimit(.minutes(1))) func theNewestListWins() async throws {
        let loop = try EventLoop.startThread(name: "tags-test")
        defer { loop.stop() }
        let results = Results()
        let reader = MetadataReader(loop: loop, artwork: artwork) { results.continuation.yield(($0, $1)) }
        let wav = try folder.write("a.wav", SampleFiles.wav(samples: 1000))
        reader.read((0..<2000).map { request($0, wav) })
        reader.read([request(5000, wav)])
        var seen: [UInt64] = []
        while seen.last != 5000 { seen += await results.first(1).map(\.id.rawValue) }
        #expect(seen.count < 1000)
        reader.close()
    }

    @Test func aReadThatWasGivenUpReturnsAtOnce() throws {
        let wav = try folder.write("a.wav", SampleFiles.wav(samples: 1000))
        let probe = TrackProbe(LocalPath(wav))
        probe.cancel()
        #expect(throws: AudioPlayerError.loadTimeout(path: wav, seconds: 5)) { try probe.read(artwork: artwork).get() }
    }

    @Test(.timeLimit(.minutes(1))) func nothingComesAfterClose() async throws {
        let loop = try EventLoop.startThread(name: "tags-test")
        defer { loop.stop() }
        let results = Results()
        let wav = try folder.write("a.wav", SampleFiles.wav(samples: 1000))
        let reader = MetadataReader(loop: loop, artwork: artwork) { results.continuation.yield(($0, $1)) }
        await withCheckedContinuation { closed in
            loop.perform {
                reader.read((0..<50).map { request($0, wav) })
                reader.close()
                reader.read([request(99, wav)])
                closed.resume()
            }
        }
        // By the result of another reader, the loop has handled everything that the thread had handed over.
        let other = MetadataReader(loop: loop, artwork: artwork) { results.continuation.yield(($0, $1)) }
        other.read([request(1000, wav)])
        #expect(await results.first(1).map(\.id.rawValue) == [1000])
        other.close()
    }
}
