import Foundation
import SegueCore
import SegueFiles
import SegueTestSupport
import Testing

@testable import SegueAudio

/// The length of a loaded file, whatever its header states.
@Suite(.serialized) struct LoadedLengthTests {
    @Test("A load tells the length that its file has before it plays")
    func loaded() throws {
        let folder = try Folder()
        let signal = Signal.noise(seed: 3, seconds: 3.0123)
        try signal.write(to: folder.file("a.wav"), as: .int16)
        try SampleFiles.encode(folder.file("a.wav"), to: folder.file("a.flac"), by: "flacenc")
        let bytes = try SampleFiles.contents(folder.file("a.flac"))
        // The header that an encoder leaves if it writes to a pipe.
        var withoutLength = bytes
        withoutLength[21] &= 0xF0
        for index in 22..<26 { withoutLength[index] = 0 }
        let contents = ["no.flac": withoutLength, "cut.flac": Array(bytes.prefix(bytes.count / 2))]
        for (name, content) in contents {
            try Data(content).write(to: URL(fileURLWithPath: folder.file(name)))
            let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "null")))
            var length: Int64?
            live.run(limit: 10, [.load(.first, uri: folder.uri(name), position: .zero)]) { event in
                if case .loaded(_, let track) = event { length = track.metadata.duration?.samples(rate: 44100) }
                if case .outputReady = event { return }
                live.finish()
            }
            let expected =
                name == "no.flac"
                ? Int64(signal.count) : FileLength.read(LocalPath(folder.file(name)))?.samples(rate: 44100)
            #expect(length == expected, "\(name)")
        }
    }

    @Test("A length that no file of its size can hold is unknown", arguments: [22_900_000, 20])
    func lie(seconds: Int64) throws {
        let folder = try Folder()
        try Signal.noise(seed: 3, seconds: 5).write(to: folder.file("a.wav"), as: .int16)
        try SampleFiles.encode(folder.file("a.wav"), to: folder.file("a.ogg"), by: "vorbisenc ! oggmux")
        var content = try SampleFiles.contents(folder.file("a.ogg"))
        OggPage.setLastPosition(seconds * 44100, in: &content)
        try Data(content).write(to: URL(fileURLWithPath: folder.file("a.ogg")))
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "null")))
        var loaded: LoadedTrack?
        live.run(limit: 10, [.load(.first, uri: folder.uri("a.ogg"), position: .zero)]) { event in
            if case .loaded(_, let track) = event { loaded = track }
            if case .outputReady = event { return }
            live.finish()
        }
        let isTold = seconds == 20
        #expect(loaded?.isSeekable == true && loaded?.isLive == false)
        #expect(loaded?.metadata.duration == (isTold ? MediaTime(seconds: Double(seconds)) : nil))
        let read = try PlayableTrack.examine(NewEntry(uri: folder.uri("a.ogg")), artwork: nil).metadata
        #expect(read.duration == (isTold ? MediaTime(seconds: Double(seconds)) : nil))
    }
}

/// The pages of an Ogg file (RFC 3533).
private enum OggPage {
    /// Sets the end position that the last page of a file states, with a correct checksum.
    static func setLastPosition(_ position: Int64, in file: inout [UInt8]) {
        guard let start = file.indices.last(where: { file[$0...].starts(with: "OggS".utf8) }) else { return }
        file.replaceSubrange(start + 6..<start + 14, with: withUnsafeBytes(of: position.littleEndian) { Array($0) })
        file.replaceSubrange(start + 22..<start + 26, with: [0, 0, 0, 0])
        let checksum = file[start...].reduce(UInt32(0)) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte) << 24) { value, _ in
                value & 0x8000_0000 == 0 ? value << 1 : value << 1 ^ 0x04C1_1DB7
            }
        }
        file.replaceSubrange(start + 22..<start + 26, with: withUnsafeBytes(of: checksum.littleEndian) { Array($0) })
    }
}
