import Foundation

/// Files to play, created by the test that needs them.
extension Session {
    /// Returns the file of this name in the test's own music folder, which is also the working directory of the
    /// programs that the test starts.
    func music(_ name: String) -> URL {
        folder.appendingPathComponent("music").appendingPathComponent(name)
    }

    /// Creates a FLAC file with a tone, title and artist.
    @discardableResult
    func makeFLAC(_ name: String, title: String, seconds: Double, hertz: Int = 440, rate: Int = 44100) async throws
        -> URL
    {
        let wave = music(name + ".wav")
        defer { try? FileManager.default.removeItem(at: wave) }
        try Wave.file(samples: Self.tone(hertz, seconds: seconds, rate: rate), rate: rate).write(to: wave)
        // Better compression would take several times as long, and the file is not kept.
        let result = try await run(
            "flac", "-s", "-f", "-0", "-T", "TITLE=\(title)", "-T", "ARTIST=The Tones", "-T", "ALBUM=\(title)", "-o",
            music(name).path, wave.path)
        guard result.status == 0 else { throw MusicFailure(description: "\(result)") }
        return music(name)
    }

    /// Returns a tone at a quarter of full scale, on both channels.
    private static func tone(_ hertz: Int, seconds: Double, rate: Int) -> [Int16] {
        // Each second is the same, because it contains a whole number of waves.
        var second: [Int16] = []
        for frame in 0..<rate {
            let sample = Int16(8192 * sin(2 * .pi * Double(frame * hertz % rate) / Double(rate)))
            second.append(sample)
            second.append(sample)
        }
        var samples: [Int16] = []
        for _ in 0..<Int(seconds.rounded(.up)) { samples += second }
        return Array(samples.prefix(2 * Int(seconds * Double(rate))))
    }

    /// Creates a WAV file with a constant level on both channels, from which a fade can be read sample by sample.
    @discardableResult
    func makeLevel(_ name: String, frames: Int, left: Int16, right: Int16) throws -> URL {
        let frame = UInt32(UInt16(bitPattern: left)) | UInt32(UInt16(bitPattern: right)) << 16
        let samples = Array(repeating: frame.littleEndian, count: frames).withUnsafeBytes {
            Array($0.bindMemory(to: Int16.self))
        }
        try Wave.file(samples: samples, rate: 44100).write(to: music(name))
        return music(name)
    }
}

struct MusicFailure: Error, CustomStringConvertible {
    var description: String
}
