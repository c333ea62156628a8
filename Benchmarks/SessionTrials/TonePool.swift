import Foundation

/// A file with a unique sine, by which it is recognised in a recording.
struct Tone: Sendable {
    /// The name of the file, and the title that the player shows.
    var name: String
    var file: URL
    /// The position in the file at which the tone begins, with other tones around it; nil if the file is the tone.
    var start: Double?
    var hertz: Double
    var seconds: Double

    /// The URI of the file, or of the excerpt that is the tone.
    var uri: String {
        file.absoluteString + (start.map { "#t=\($0),\($0 + seconds)" } ?? "")
    }

    /// True if the file is shorter than any fade.
    var isShort: Bool { seconds <= 1 }
}

/// Twenty files, of all formats, rates and channel counts, and eight of 0.02 to 1 s. Every third one is an excerpt
/// between two other tones, like the track of a cue sheet.
enum TonePool {
    struct NotMade: Error, CustomStringConvertible {
        var description: String
    }

    /// The name, rate, channels and arguments for ffmpeg's encoder of each file.
    private static let kinds: [(suffix: String, rate: Int, channels: Int, encoder: [String])] = [
        ("wav", 22050, 1, ["pcm_s16le"]), ("wav", 44100, 2, ["pcm_f32le"]), ("wav", 48000, 2, ["pcm_s24le"]),
        ("wav", 96000, 2, ["pcm_s16le"]), ("flac", 22050, 2, ["flac"]), ("flac", 44100, 1, ["flac"]),
        ("flac", 48000, 2, ["flac"]), ("flac", 96000, 2, ["flac"]), ("ogg", 22050, 1, ["libvorbis"]),
        ("ogg", 44100, 2, ["libvorbis"]), ("ogg", 48000, 2, ["libvorbis"]), ("opus", 48000, 1, ["libopus"]),
        ("opus", 48000, 2, ["libopus"]), ("mp3", 22050, 1, ["libmp3lame"]), ("mp3", 44100, 2, ["libmp3lame"]),
        ("mp3", 48000, 2, ["libmp3lame", "-q:a", "4"]), ("m4a", 22050, 1, ["aac"]), ("m4a", 44100, 2, ["aac"]),
        ("m4a", 48000, 2, ["aac"]), ("wav", 32000, 1, ["pcm_u8"]),
    ]

    /// The lengths of the short files, each in one format.
    private static let moments = [0.02, 0.05, 0.1, 0.15, 0.25, 0.4, 0.7, 1]
    private static let shortKinds: [(suffix: String, rate: Int, channels: Int, encoder: [String])] =
        moments.indices.map { index in kinds[[1, 6, 10, 14][index % 4]] }

    static let amplitude = 0.25
    /// The frequencies of the tones. A short tone has a wide spectrum, so the frequencies of the short files are far
    /// from the others.
    static let hertz =
        kinds.indices.map { 300 + 120 * Double($0) } + moments.indices.map { 6000 + 500 * Double($0) }

    static func make(in folder: URL) throws -> [Tone] {
        let seconds = kinds.indices.map { 4 + Double($0 % 5) } + moments
        let kinds = kinds + shortKinds
        let tones = kinds.enumerated().map { index, kind in
            let name = "\(index) \(kind.suffix) \(kind.rate) Hz \(kind.channels)"
            return Tone(
                name: name, file: folder.appendingPathComponent("\(name).\(kind.suffix)"),
                start: index % 3 == 1 ? Double(index % 5) * 0.625 + 0.25 : nil, hertz: hertz[index],
                seconds: seconds[index])
        }
        var words = ["ffmpeg", "-v", "error", "-nostdin", "-y"]
        for (index, (tone, kind)) in zip(tones, kinds).enumerated() {
            let sine = "\(amplitude)*sin(2*PI*\(tone.hertz)*t)"
            let other = "\(amplitude)*sin(2*PI*\(hertz[(index + 7) % Self.kinds.count])*t)"
            let end = (tone.start ?? 0) + tone.seconds
            let whole = tone.start.map { "if(between(t\\,\($0)\\,\(end))\\,\(sine)\\,\(other))" } ?? sine
            let source = Array(repeating: whole, count: kind.channels).joined(separator: "|")
            let length = tone.start == nil ? end : end + 1.5
            words += ["-f", "lavfi", "-i", "aevalsrc=\(source):s=\(kind.rate):d=\(length)"]
        }
        for (index, (tone, kind)) in zip(tones, kinds).enumerated() {
            words += ["-map", "\(index)", "-metadata", "title=\(tone.name)", "-c:a"] + kind.encoder + [tone.file.path]
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
