import Foundation
import SegueCore
import Testing

@testable import SegueAudio

/// How long a FLAC file is, whatever its header says.
@Suite(.serialized) struct FLACLengthTests {
    /// 3 s and a bit, encoded; the count of samples.
    private func music(in folder: Folder) throws -> (bytes: [UInt8], samples: Int64) {
        let signal = Signal.noise(seed: 3, seconds: 3.0123)
        try signal.write(to: folder.file("a.wav"), as: .int16)
        try SampleFiles.encode(folder.file("a.wav"), to: folder.file("a.flac"), by: "flacenc")
        return (try SampleFiles.contents(folder.file("a.flac")), Int64(signal.count))
    }

    /// As an encoder leaves it that writes to a pipe.
    private func withoutLength(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        bytes[21] &= 0xF0
        for index in 22..<26 { bytes[index] = 0 }
        return bytes
    }

    private func length(_ bytes: [UInt8]) throws -> Int64? {
        let folder = try TemporaryFolder()
        return FLACLength.read(LocalPath(try folder.write("x.flac", bytes)))?.samples(rate: 44100)
    }

    @Test("By the last frame, with a length in the header and without, and with a tag behind it")
    func whole() throws {
        let (bytes, samples) = try music(in: try Folder())
        #expect(try length(bytes) == samples)
        #expect(try length(withoutLength(bytes)) == samples)
        #expect(try length(bytes + Array("TAG".utf8) + [UInt8](repeating: 0, count: 125)) == samples)
    }

    @Test("A file that was cut off ends with its last whole frame")
    func cutOff() throws {
        let (bytes, samples) = try music(in: try Folder())
        let half = try #require(try length(Array(bytes.prefix(bytes.count / 2))))
        #expect(half > samples * 4 / 10 && half <= samples * 6 / 10, "\(half) of \(samples)")
        #expect(half.isMultiple(of: 1152))
        #expect(try length(Array(bytes.prefix(40))) == nil)
    }

    @Test("A load tells the length that its file has before it plays")
    func loaded() throws {
        let folder = try Folder()
        let (bytes, samples) = try music(in: folder)
        let contents = ["no.flac": withoutLength(bytes), "cut.flac": Array(bytes.prefix(bytes.count / 2))]
        for (name, content) in contents {
            try Data(content).write(to: URL(fileURLWithPath: folder.file(name)))
            let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "null")))
            var length: Int64?
            live.run(limit: 10, [.load(.first, node: .a, uri: folder.uri(name), position: .zero)]) { event in
                if case .loaded(_, let track) = event { length = track.metadata.duration?.samples(rate: 44100) }
                if case .outputReady = event { return }
                live.finish()
            }
            let expected = name == "no.flac" ? samples : try self.length(content)
            #expect(length == expected, "\(name)")
        }
    }
}
