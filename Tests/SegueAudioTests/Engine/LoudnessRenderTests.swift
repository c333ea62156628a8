import Foundation
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueAudio

/// The loudness of files with and without loudness tags in a render.
@Suite(.serialized) struct LoudnessRenderTests {
    /// The tags of a file, the settings, and the result of both.
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var format = Encoding.flac
        var tags: [String] = []
        /// The decibels that the header of an Opus file adds.
        var headerGain = 0.0
        var mode = Configuration.LoudnessMode.track
        var preamplification = 0.0
        var fallback = 0.0
        /// The expected change of level, in decibels.
        var expected: Double

        var testDescription: String { name }
    }

    static let tagged = [
        "REPLAYGAIN_TRACK_GAIN=-6.00 dB", "REPLAYGAIN_TRACK_PEAK=0.5", "REPLAYGAIN_ALBUM_GAIN=-3.50 dB",
        "REPLAYGAIN_ALBUM_PEAK=0.9",
    ]
    static let quiet = ["REPLAYGAIN_TRACK_GAIN=+12.00 dB", "REPLAYGAIN_TRACK_PEAK=0.5"]

    static let cases = [
        Case(name: "off", tags: tagged, mode: .off, expected: 0),
        Case(name: "track", tags: tagged, expected: -6),
        Case(name: "album", tags: tagged, mode: .album, expected: -3.5),
        Case(name: "auto, alone", tags: tagged, mode: .auto, expected: -6),
        Case(name: "album, of which nothing is known", tags: quiet, mode: .album, expected: 6.02),
        Case(name: "pre-amp", tags: tagged, preamplification: 4, expected: -2),
        Case(name: "off knows no pre-amp", tags: tagged, mode: .off, preamplification: 4, expected: 0),
        Case(name: "up to the peak", tags: quiet, expected: 6.02),
        Case(name: "an unknown peak", tags: ["REPLAYGAIN_TRACK_GAIN=+3.00 dB"], expected: 3),
        Case(name: "untagged", expected: 0),
        Case(name: "untagged, with a fallback", preamplification: 3, fallback: -9, expected: -9),
        Case(name: "untagged may be at full scale", fallback: 6, expected: 0),
        Case(name: "Vorbis", format: .vorbis, tags: tagged, expected: -6),
        Case(name: "MP3", format: .mp3, tags: tagged, expected: -6),
        // Relative to -23 LUFS, 5 dB below the player's level.
        Case(name: "R128", format: .opus, tags: ["R128_TRACK_GAIN=-2048"], expected: -3),
        Case(
            name: "R128, album", format: .opus, tags: ["R128_TRACK_GAIN=-2048", "R128_ALBUM_GAIN=-3072"], mode: .album,
            expected: -7),
        Case(name: "R128 before ReplayGain", format: .opus, tags: tagged + ["R128_TRACK_GAIN=-2048"], expected: -3),
        Case(name: "Opus with ReplayGain", format: .opus, tags: tagged, expected: -6),
        Case(name: "header gain", format: .opus, headerGain: -6, mode: .off, expected: -6),
        Case(
            name: "header gain and R128", format: .opus, tags: ["R128_TRACK_GAIN=-1792"], headerGain: -6, expected: -8),
    ]

    @Test("A file comes out as loud as its tags and the settings say", arguments: cases)
    func level(of file: Case) throws {
        let folder = try Folder()
        let source = Signal.sine(997, amplitude: 0.5, seconds: 2)
        try source.write(to: folder.file("a.wav"), as: .int16)
        let (input, output) = (folder.file("a.wav"), folder.file("a.\(file.format.rawValue)"))
        switch file.format {
        case .flac: try Tool.run(["flac", "-s", input, "-o", output] + file.tags.flatMap { ["-T", $0] })
        case .vorbis:
            try Tool.run(["oggenc", "-Q", "-q", "6", input, "-o", output] + file.tags.flatMap { ["-c", $0] })
        case .opus:
            try Tool.run(["opusenc", "--quiet"] + file.tags.flatMap { ["--comment", $0] } + [input, output])
            try Self.setHeaderGain(file.headerGain, of: output)
        case .mp3:
            try Tool.run(
                ["lame", "--silent", "-V", "2", "--noreplaygain", "--add-id3v2"]
                    + file.tags.flatMap { ["--tv", "TXXX=" + $0] }
                    + [input, output])
        case .wav: break
        }
        let queue = try RenderedQueue([folder.uri("a.\(file.format.rawValue)")], to: folder.file("out.wav")) {
            $0.loudnessMode = file.mode
            $0.preamplification = file.preamplification
            $0.fallbackGain = file.fallback
        }
        #expect(queue.isComplete)
        let out = try Signal(reading: folder.file("out.wav"))
        let change = out.level(22050..<66150) - source.level(22050..<66150)
        #expect(abs(change - file.expected) < 0.1, "\(file.name): \(change) dB, not \(file.expected) dB")
        #expect(out.left.allSatisfy { abs($0) <= 1 })
    }

    @Test("In an album each track has the album's gain, and only there")
    func album() throws {
        let folder = try Folder()
        let source = Signal.sine(997, amplitude: 0.5, seconds: 2)
        try source.write(to: folder.file("a.wav"), as: .int16)
        // The third file does not have the next number.
        let files = try [1, 2, 5].map { number in
            let name = "\(number).flac"
            try Tool.run(
                ["flac", "-s", folder.file("a.wav"), "-o", folder.file(name)]
                    + (Self.tagged + ["ALBUM=One", "ARTIST=Somebody", "TRACKNUMBER=\(number)"]).flatMap { ["-T", $0] })
            return folder.uri(name)
        }
        let queue = try RenderedQueue(files, to: folder.file("out.wav")) { $0.crossfadeDuration = .zero }
        #expect(queue.isComplete)
        #expect(queue.joins.map(\.start) == [2 * 44100, 4 * 44100])
        let out = try Signal(reading: folder.file("out.wav"))
        for (second, expected) in [(0, -3.5), (2, -3.5), (4, -6)] {
            let change = out.level(second * 44100 + 22050..<second * 44100 + 66150) - source.level(22050..<66150)
            #expect(abs(change - expected) < 0.1, "from second \(second): \(change) dB, not \(expected) dB")
        }
    }

    /// Writes the output gain into an Opus header (RFC 7845 §5.1), and the checksum of its page (RFC 3533 §6).
    private static func setHeaderGain(_ decibels: Double, of path: String) throws {
        guard decibels != 0 else { return }
        var bytes = try SampleFiles.contents(path)
        let packet = 27 + Int(bytes[26])
        let length = packet + bytes[27..<packet].reduce(0) { $0 + Int($1) }
        let gain = UInt16(bitPattern: Int16(decibels * 256))
        bytes[packet + 16] = UInt8(gain & 0xFF)
        bytes[packet + 17] = UInt8(gain >> 8)
        for index in 22..<26 { bytes[index] = 0 }
        var checksum: UInt32 = 0
        for byte in bytes[..<length] {
            checksum ^= UInt32(byte) << 24
            for _ in 0..<8 { checksum = checksum & 0x8000_0000 == 0 ? checksum << 1 : checksum << 1 ^ 0x04C1_1DB7 }
        }
        for index in 0..<4 { bytes[22 + index] = UInt8(truncatingIfNeeded: checksum >> (8 * UInt32(index))) }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }
}
