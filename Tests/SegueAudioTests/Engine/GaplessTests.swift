import Foundation
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueAudio

/// A programme that was cut into files is rendered as the uncut one.
@Suite(.serialized) struct GaplessTests {
    /// Writes the parts between these sample positions, numbered, and encodes them.
    private static func cut(_ whole: Signal, at places: [Int], as format: Encoding, in folder: Folder) throws
        -> [String]
    {
        let bounds = [0] + places + [whole.count]
        return try zip(bounds, bounds.dropFirst()).enumerated().map { index, bounds in
            try whole[bounds.0..<bounds.1].write(to: folder.file("\(index).wav"), as: .int16)
            try format.encode("\(index)", in: folder)
            return folder.uri("\(index).\(format.rawValue)")
        }
    }

    @Test(
        "Without loss, bit for bit, and in 16 bits too",
        arguments: [Encoding.flac, .wav], [44100, 48000])
    func lossless(format: Encoding, rate: Int) throws {
        let folder = try Folder()
        let whole = Signal.sweep(rate: rate, seconds: 7).roundedTo16Bits
        // The parts in the middle are shorter than a block of the mixer, and than the read-ahead.
        let files = try Self.cut(whole, at: [100_003, 102_000, 102_700, 250_001], as: format, in: folder)
        for depth in [SampleFormat.float32, .int16] {
            let render = try RenderedChain(files, to: folder.file("out.wav"), rate: rate, format: depth)
            #expect(render.isComplete, "\(render.events.suffix(3))")
            let out = try Signal(reading: folder.file("out.wav"))
            #expect(out.count == whole.count)
            let isSame = out == whole
            #expect(isSame, "\(format) as \(depth)")
        }
    }

    @Test("At another rate than the mixer's too: the filter runs through the seam", arguments: [44100, 48000])
    func resampled(fileRate: Int) throws {
        let rate = fileRate == 44100 ? 48000 : 44100
        let folder = try Folder()
        let whole = Signal.sweep(rate: fileRate, seconds: 5)
        try whole.write(to: folder.file("whole.wav"), as: .int16)
        let files = try Self.cut(whole, at: [100_003, 102_000, 150_000], as: .flac, in: folder)
        for (name, uris) in [("uncut.wav", [folder.uri("whole.wav")]), ("joined.wav", files)] {
            let render = try RenderedChain(uris, to: folder.file(name), rate: rate)
            #expect(render.isComplete, "\(render.events.suffix(3))")
        }
        let uncut = try Signal(reading: folder.file("uncut.wav"))
        #expect(uncut.count == (whole.count * rate + fileRate - 1) / fileRate)
        let isSame = try Signal(reading: folder.file("joined.wav")) == uncut
        #expect(isSame)
    }

    @Test("Files of two rates: no sample too many or too few")
    func mixedRates() throws {
        let folder = try Folder()
        try Signal.sweep(seconds: 2).write(to: folder.file("a.wav"))
        try Signal.sweep(rate: 48000, seconds: 2).write(to: folder.file("b.wav"))
        let files = ["a.wav", "b.wav", "a.wav"].map { folder.uri($0) }
        let render = try RenderedChain(files, to: folder.file("out.wav"), rate: 44100)
        #expect(render.isComplete, "\(render.events.suffix(3))")
        #expect(try Signal(reading: folder.file("out.wav")).count == 6 * 44100)
    }

    @Test(
        "With loss: the length is exact, and the seam is no worse than the middle",
        arguments: [(Encoding.vorbis, 44100), (.vorbis, 48000), (.mp3, 44100), (.mp3, 48000), (.opus, 48000)])
    func lossy(format: Encoding, rate: Int) throws {
        let folder = try Folder()
        let whole = Signal.sweep(rate: rate, seconds: 13).roundedTo16Bits
        let place = 6 * rate + 777
        let files = try Self.cut(whole, at: [place], as: format, in: folder)
        let render = try RenderedChain(files, to: folder.file("out.wav"), rate: rate)
        #expect(render.isComplete, "\(render.events.suffix(3))")
        let out = try Signal(reading: folder.file("out.wav"))
        #expect(out.count == whole.count)
        guard out.count == whole.count else { return }
        func error(around center: Int) -> Double {
            out.error(against: whole, center - rate / 20..<center + rate / 20)
        }
        let (before, seam, after) = (
            error(around: place - 5 * rate), error(around: place), error(around: place + 5 * rate)
        )
        // An encoder treats everything outside its file as silence, and is therefore a little worse at both ends.
        #expect(seam <= max(before, after) + 0.2, "\(before) dB before, \(seam) dB at the seam, \(after) dB after")
        // The player adds nothing to the output of the format's own decoder for the two files.
        let parts = try ["0", "1"].map { try format.decode($0, in: folder, rate: rate) }
        let expected = Signal(rate: rate, left: parts[0].left + parts[1].left, right: parts[0].right + parts[1].right)
        #expect(expected.count == out.count)
        #expect(out.error(against: expected, place - rate..<place + rate) < -80)
    }

    @Test(
        "MP3s by FFmpeg's library: nothing of what their encoder added is heard at a join", arguments: [44100, 48000])
    func ffmpeg(rate: Int) throws {
        let folder = try Folder()
        let whole = Signal.sweep(rate: rate, seconds: 6).roundedTo16Bits
        let place = 3 * rate + 777
        let files = try Self.cut(whole, at: [place], as: .wav, in: folder).indices.map { index in
            let name = "\(index).mp3"
            try Tool.run(
                "ffmpeg", "-v", "error", "-i", folder.file("\(index).wav"), "-b:a", "192k", folder.file(name))
            return folder.uri(name)
        }
        let render = try RenderedChain(files, to: folder.file("out.wav"), rate: rate)
        #expect(render.isComplete, "\(render.events.suffix(3))")
        let out = try Signal(reading: folder.file("out.wav"))
        #expect(out.count == whole.count)
        guard out.count == whole.count else { return }
        let error = out.error(against: whole, place - rate / 20..<place + rate / 20)
        #expect(error < -30, "\(error) dB at the seam")
    }

    @Test(
        "AAC: from an M4A file nothing is missing but what its last packet holds; without a container silence stays",
        arguments: [44100, 48000])
    func aac(rate: Int) throws {
        let folder = try Folder()
        let whole = Signal.noise(seed: 5, rate: rate, seconds: 2.017)
        try whole.write(to: folder.file("a.wav"), as: .int16)
        for name in ["a.m4a", "a.aac"] {
            try Tool.run("ffmpeg", "-v", "error", "-i", folder.file("a.wav"), "-b:a", "256k", folder.file(name))
        }
        try Tool.run(
            "ffmpeg", "-v", "error", "-i", folder.file("a.aac"), "-c:a", "pcm_f32le", folder.file("decoded.wav"))
        let decoded = try Signal(reading: folder.file("decoded.wav"))
        /// Joins `count` copies of this file in a row.
        func join(_ name: String, count: Int) throws -> Signal {
            let render = try RenderedChain(
                [String](repeating: folder.uri(name), count: count), to: folder.file("out.wav"), rate: rate)
            #expect(render.isComplete, "\(render.events.suffix(3))")
            return try Signal(reading: folder.file("out.wav"))
        }
        // The encoder's delay is one packet, which M4A states in its edit list; the last packet is filled up.
        let (delay, packet) = (1024, 1024)
        let packets = (whole.count + delay + packet - 1) / packet
        for (name, skipped, range) in [
            ("a.m4a", delay, (packets - 1) * packet - delay...whole.count + 1),
            ("a.aac", 0, packets * packet...packets * packet),
        ] {
            let length = try join(name, count: 1).count
            #expect(range.contains(length), "\(name): \(length) for \(whole.count)")
            print("\(name), \(rate) Hz: \(length - whole.count) samples")
            // The player loses and adds nothing between two copies, and the second begins on its sample.
            let joined = try join(name, count: 2)
            #expect(joined.count == 2 * length)
            for start in [0, length] {
                let found = joined.lag(at: start + 5000, behind: decoded, at: skipped + 5000)
                #expect(abs(found.samples) <= 1 && found.likeness > 0.999, "\(name) at \(start): \(found)")
            }
        }
    }
}
