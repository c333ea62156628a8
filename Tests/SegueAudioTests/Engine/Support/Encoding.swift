import SegueTestSupport

/// The formats in which tracks must join to the sample (design.md, Tolerances).
enum Encoding: String, CaseIterable {
    case flac
    case wav
    case vorbis = "ogg"
    case opus
    case mp3

    /// Encodes a WAV file beside the original: `a.wav` becomes `a.mp3`. MP3 gets a LAME header.
    func encode(_ name: String, in folder: Folder) throws {
        let (input, output) = (folder.file(name + ".wav"), folder.file("\(name).\(rawValue)"))
        switch self {
        case .flac: try Tool.run("flac", "-s", "-f", input, "-o", output)
        case .wav: break
        case .vorbis: try Tool.run("oggenc", "-Q", "-q", "6", input, "-o", output)
        case .opus: try Tool.run("opusenc", "--quiet", "--bitrate", "192", input, output)
        case .mp3: try Tool.run("lame", "--silent", "-b", "192", input, output)
        }
    }

    /// Decodes with the reference decoder of the format, to `rate`: the player should produce the same audio.
    func decode(_ name: String, in folder: Folder, rate: Int) throws -> Signal {
        let (input, output) = (folder.file("\(name).\(rawValue)"), folder.file("\(name)-\(rawValue)-decoded.wav"))
        switch self {
        case .flac: try Tool.run("flac", "-s", "-f", "-d", input, "-o", output)
        case .wav: try Tool.run("cp", input, output)
        case .vorbis: try Tool.run("oggdec", "-Q", "-b", "16", "-o", output, input)
        case .opus: try Tool.run("opusdec", "--quiet", "--no-dither", "--force-wav", "--rate", "48000", input, output)
        case .mp3: try Tool.run("lame", "--silent", "--decode", input, output)
        }
        let converted = folder.file("\(name)-\(rawValue)-\(rate).wav")
        try Tool.run("sox", "-D", output, "-b", "32", "-e", "floating-point", "-r", "\(rate)", converted, "rate", "-v")
        return try Signal(reading: converted)
    }
}
