import EventLoop
import Foundation
import Glibc
import SegueCore
import SegueFiles
import SegueTestSupport
import Testing

@testable import SegueAudio

/// Files that crashed the process, or kept it busy forever, when they were decoded.
@Suite(.serialized, .timeLimit(.minutes(1))) struct DecoderGuardTests {
    private let folder = TemporaryFolder()

    private func mp3(seconds: Int = 2) throws -> [UInt8] {
        let wav = try folder.write("plain.wav", SampleFiles.wav(samples: 44_100 * seconds))
        try SampleFiles.encode(wav, to: folder.file("plain.mp3"), by: "lamemp3enc")
        return try SampleFiles.contents(folder.file("plain.mp3"))
    }

    /// Returns the header of an APEv2 tag, which is at both ends of the tag.
    private static func head(size: UInt32, items: UInt32 = 1, flags: UInt32 = 0xA000_0000) -> [UInt8] {
        Array("APETAGEX".utf8)
            + [2000, size, items, flags, 0, 0].flatMap { number in
                withUnsafeBytes(of: number.littleEndian) { Array($0) }
            }
    }

    /// Returns a whole tag with one item.
    private static func tag(_ key: String, _ value: String) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(value).littleEndian) { Array($0) } }
        let item = number(value.utf8.count) + number(0) + Array(key.utf8) + [0] + Array(value.utf8)
        let size = UInt32(item.count + 32)
        return head(size: size) + item + head(size: size, flags: 0x8000_0000)
    }

    private static let id3v1 = Array("TAG".utf8) + [UInt8](repeating: 0, count: 125)

    private func loaded(_ uri: String) throws -> AudioEvent? {
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "null")))
        live.run(limit: 20, [.load(.first, uri: uri, position: .zero)]) { [unowned live] event in
            switch event {
            case .loaded, .loadFailed: live.finish()
            default: break
            }
        }
        return live.events.first { event in
            switch event {
            case .loaded, .loadFailed: true
            default: false
            }
        }
    }

    // MARK: - Tags

    @Test("A tag whose size is an overflow is passed over, wherever it lies", arguments: 0..<7)
    func harmfulTags(place: Int) throws {
        let sound = try mp3()
        let (largest, smallest) = (Self.head(size: .max), Self.head(size: 0xFFFF_FFE0))
        let contents: [UInt8] =
            switch place {
            case 0: sound + largest
            case 1: sound + smallest
            case 2: sound + largest + Self.id3v1
            case 3: smallest + sound
            case 4: sound + largest + Self.tag("Title", "T")
            case 5: sound + largest + Self.id3v1 + Self.id3v1
            // Before the start of the file.
            default: sound + Self.head(size: UInt32(sound.count + 1), flags: 0)
            }
        let path = try folder.write("a.mp3", contents)
        let metadata = try TrackProbe(LocalPath(path)).read(artwork: nil).get()
        #expect(metadata.format == "MP3")
        if place == 4 { #expect(metadata.title == "T") }
        guard case .loaded = try loaded(FileURI.uri(path: path)) else {
            Issue.record("it does not load")
            return
        }
        func isMeasured(_ path: String) -> Bool {
            let limits = SilenceLimits(threshold: -90, longest: MediaTime(seconds: 1))
            return limits.analysis(of: FileURI.uri(path: path), record: OpeningRecord()).run()
                .flatMap(limits.audible) != nil
        }
        #expect(isMeasured(path) == isMeasured(folder.file("plain.mp3")))
    }

    @Test func aTagThatIsSoundIsRead() throws {
        let path = try folder.write("a.mp3", try mp3() + Self.tag("Artist", "One"))
        #expect(try TrackProbe(LocalPath(path)).read(artwork: nil).get().artists == ["One"])
    }

    @Test func onlyHarmfulTagsAreFound() {
        func places(_ bytes: [UInt8], at offset: UInt64? = 0) -> [Int] {
            bytes.withUnsafeBytes { HarmfulTags.places(in: $0, at: offset) }
        }
        let filler = [UInt8](repeating: UInt8(ascii: "A"), count: 1000)
        #expect(places([]) == [])
        #expect(places(filler + Self.tag("Title", "T")) == [])
        #expect(places(filler + Self.head(size: 0xFFFF_FFDF)) == [])
        #expect(places(filler + Self.head(size: 0xFFFF_FFE0) + Self.head(size: .max)) == [1000, 1032])
        // Cut off: an element needs the whole header to read it.
        #expect(places(filler + Self.head(size: .max).dropLast()) == [])
        #expect(places(Self.head(size: 1001, flags: 0), at: 1000) == [0])
        #expect(places(Self.head(size: 1000, flags: 0), at: 1000) == [])
        #expect(places(Self.head(size: 1001, flags: 0), at: nil) == [])
    }

    // MARK: - Types

    @Test func whatIsNoSoundIsNotDecoded() throws {
        for type in ["audio/midi", "audio/riff-midi", "image/png", "text/html", "application/x-subtitle-vtt"] {
            #expect(!DecoderGuard.mayHoldSound(type), "\(type)")
        }
        for type in [
            "audio/mpeg", "audio/x-wav", "video/quicktime", "video/x-matroska", "application/ogg", "application/x-id3",
            "application/x-apetag", "application/x-icy", "application/x-hls", "audio/x-mod",
        ] {
            #expect(DecoderGuard.mayHoldSound(type), "\(type)")
        }
    }

    /// The MIDI parser in GStreamer's plug-ins “bad” never reaches the end of this score.
    @Test func aScoreIsRefused() throws {
        let score: [UInt8] =
            Array("MThd".utf8) + [0, 0, 0, 6, 0, 1, 0xFF, 0xFF, 0, 0x60] + Array("MTrk".utf8) + [255, 255, 255, 255]
        let path = try folder.write("x.mp3", score)
        #expect(throws: AudioPlayerError.self) { try TrackProbe(LocalPath(path)).read(artwork: nil).get() }
        guard case .loadFailed = try loaded(FileURI.uri(path: path)) else {
            Issue.record("it is taken for sound")
            return
        }
    }

    // MARK: - What does not end

    /// The first 100 bytes of an AIFF file, from which FFmpeg's demuxer delivers empty packets forever.
    @Test func emptyPacketsEnd() throws {
        var bytes: [UInt8] = Array("FORM".utf8) + [0, 2, 0xB1, 0x4E] + Array("AIFFNAME".utf8) + [0, 0, 0, 8]
        bytes += Array("Hostile\0COMM".utf8) + [0, 0, 0, 18, 0, 1, 0, 1, 0x58, 0x88, 0, 16]
        bytes += [0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0] + Array("SSND".utf8) + [0, 2, 0xB1, 0x18]
        bytes += [UInt8](repeating: 0, count: 8) + (0..<15).flatMap { [UInt8($0), 0xFF] }
        #expect(bytes.count == 100)
        let event = try loaded(FileURI.uri(path: folder.write("cut.aiff", bytes)))
        if case .loadFailed(_, let error) = event {
            #expect(!"\(error)".contains("did not load within"), "\(error)")
        }
        #expect(event != nil)
    }

    /// A pipe without a writer: opening it waits forever.
    @Test func nobodyWaitsForAProbe() async throws {
        let fifo = folder.file("fifo")
        #expect(mkfifo(fifo, 0o600) == 0)
        let pipeline = try ProbePipeline(LocalPath(fifo))
        pipeline.start()
        let isClosed = Locked(false)
        pipeline.close { isClosed.withLock { $0 = true } }
        // Both calls have returned. The pipeline itself ends when the other end is opened.
        while !isClosed.withLock({ $0 }) {
            let writer = open(fifo, O_WRONLY | O_NONBLOCK)
            if writer >= 0 { close(writer) }
            await Task.yield()
        }
    }
}
