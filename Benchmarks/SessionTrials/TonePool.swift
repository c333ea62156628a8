import Foundation

/// A file with a sine of its own, by which it is recognised in a recording.
struct Tone: Sendable {
    /// The name of the file, and the title that the player shows.
    var name: String
    var url: URL
    var hertz: Double
    var seconds: Double
}

/// Twenty files, of all formats, rates and channel counts.
enum TonePool {
    struct NotMade: Error, CustomStringConvertible {
        var description: String
    }

    /// For each file: its name, rate and channels, and the arguments for ffmpeg's encoder.
    private static let kinds: [(suffix: String, rate: Int, channels: Int, encoder: [String])] = [
        ("wav", 22050, 1, ["pcm_s16le"]), ("wav", 44100, 2, ["pcm_f32le"]), ("wav", 48000, 2, ["pcm_s24le"]),
        ("wav", 96000, 2, ["pcm_s16le"]), ("flac", 22050, 2, ["flac"]), ("flac", 44100, 1, ["flac"]),
        ("flac", 48000, 2, ["flac"]), ("flac", 96000, 2, ["flac"]), ("ogg", 22050, 1, ["libvorbis"]),
        ("ogg", 44100, 2, ["libvorbis"]), ("ogg", 48000, 2, ["libvorbis"]), ("opus", 48000, 1, ["libopus"]),
        ("opus", 48000, 2, ["libopus"]), ("mp3", 22050, 1, ["libmp3lame"]), ("mp3", 44100, 2, ["libmp3lame"]),
        ("mp3", 48000, 2, ["libmp3lame", "-q:a", "4"]), ("m4a", 22050, 1, ["aac"]), ("m4a", 44100, 2, ["aac"]),
        ("m4a", 48000, 2, ["aac"]), ("wav", 32000, 1, ["pcm_u8"]),
    ]

    static let amplitude = 0.25
    static let hertz = (0..<kinds.count).map { 300 + 120 * Double($0) }

    static func make(in folder: URL) throws -> [Tone] {
        let tones = kinds.enumerated().map { index, kind in
            let name = "\(index) \(kind.suffix) \(kind.rate) Hz \(kind.channels)"
            return Tone(
                name: name, url: folder.appendingPathComponent("\(name).\(kind.suffix)"), hertz: hertz[index],
                seconds: 4 + Double(index % 5))
        }
        var words = ["ffmpeg", "-v", "error", "-nostdin", "-y"]
        for (tone, kind) in zip(tones, kinds) {
            let sine = "\(amplitude)*sin(2*PI*\(tone.hertz)*t)"
            let source = Array(repeating: sine, count: kind.channels).joined(separator: "|")
            words += ["-f", "lavfi", "-i", "aevalsrc=\(source):s=\(kind.rate):d=\(tone.seconds)"]
        }
        for (index, (tone, kind)) in zip(tones, kinds).enumerated() {
            words += ["-map", "\(index)", "-metadata", "title=\(tone.name)", "-c:a"] + kind.encoder + [tone.url.path]
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw NotMade(description: "ffmpeg could not make the tones") }
        return tones
    }
}
