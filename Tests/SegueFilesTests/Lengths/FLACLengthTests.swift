import SegueCore
import SegueTestSupport
import Testing

@testable import SegueFiles

/// The length of a FLAC file, regardless of its header.
@Suite struct FLACLengthTests {
    private let folder = TemporaryFolder()

    /// Returns a little more than 3 s of noise, encoded, and the number of samples.
    private func music() throws -> (bytes: [UInt8], samples: Int64) {
        let samples = 132_842
        var random = SeededRandom(state: 3)
        var wave = SampleFiles.wav(samples: samples)
        for index in 44..<wave.count { wave[index] = .random(in: 0...255, using: &random) }
        let flac = folder.file("a.flac")
        try SampleFiles.encode(try folder.write("a.wav", wave), to: flac, by: "flacenc")
        return (try SampleFiles.contents(flac), Int64(samples))
    }

    /// Returns the bytes with the header that an encoder leaves when it writes to a pipe.
    private func withoutLength(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        bytes[21] &= 0xF0
        for index in 22..<26 { bytes[index] = 0 }
        return bytes
    }

    private func length(_ bytes: [UInt8]) throws -> Int64? {
        FLACLength.read(LocalPath(try folder.write("x.flac", bytes)))?.samples(rate: 44100)
    }

    @Test("By the last frame, with a length in the header and without, and with a tag behind it")
    func whole() throws {
        let (bytes, samples) = try music()
        #expect(try length(bytes) == samples)
        #expect(try length(withoutLength(bytes)) == samples)
        #expect(try length(bytes + Array("TAG".utf8) + [UInt8](repeating: 0, count: 125)) == samples)
    }

    @Test("A file that was cut off ends with its last whole frame")
    func cutOff() throws {
        let (bytes, samples) = try music()
        let half = try #require(try length(Array(bytes.prefix(bytes.count / 2))))
        #expect(half > samples * 4 / 10 && half <= samples * 6 / 10, "\(half) of \(samples)")
        #expect(half.isMultiple(of: 1152))
        #expect(try length(Array(bytes.prefix(40))) == nil)
    }
}
