import Foundation
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueAudio

/// Compares the analysed loudness and true peak with FFmpeg's.
@Suite struct ReferenceLoudnessTests {
    private struct Reference {
        var loudness: Double
        var peak: Double

        /// The figures of `ffmpeg -af ebur128=peak=true` for a file.
        init(_ path: String) throws {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["ffmpeg", "-nostats", "-i", path, "-af", "ebur128=peak=true", "-f", "null", "-"]
            let pipe = Pipe()
            process.standardError = pipe
            process.standardInput = FileHandle.nullDevice
            try process.run()
            let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            let summary = try #require(text.components(separatedBy: "Summary:").last)
            func figure(_ name: String) throws -> Double {
                let words = try #require(summary.components(separatedBy: "\(name):").dropFirst().first)
                return try #require(Double(words.split(separator: " ").first ?? ""))
            }
            loudness = try figure(" I")
            peak = try figure(" Peak")
        }
    }

    /// The arguments for sox after the format, by the name of the file.
    private static let pieces: [String: [String]] = [
        "pink": ["synth", "5", "pinknoise", "vol", "0.4"],
        "sweep": ["synth", "5", "sine", "60-8000", "vol", "0.7", "tremolo", "0.3", "60"],
        "white": ["synth", "5", "whitenoise", "vol", "0.4"],
        "quiet": ["synth", "5", "pinknoise", "vol", "0.5", "fade", "t", "2", "5", "2", "pad", "1", "2"],
    ]

    @Test("Loudness within 0.1 LU and true peak within 0.2 dB", arguments: ["pink", "white", "sweep", "quiet"])
    func sounds(name: String) throws {
        let folder = try Folder()
        try make(name, in: folder)
        try compare("\(name).wav", in: folder)
    }

    @Test("The same for every format", arguments: ["flac", "ogg", "mp3", "opus"])
    func formats(format: String) throws {
        let folder = try Folder()
        try make("quiet", in: folder)
        guard let encoding = Encoding(rawValue: format) else { throw Tool.Failed(command: [format], status: 0) }
        try encoding.encode("quiet", in: folder)
        try compare("quiet.\(format)", in: folder)
    }

    @Test("Other rates, and channels with their weights", arguments: [(22050, 1), (48000, 1), (96000, 2), (48000, 6)])
    func layouts(rate: Int, channels: Int) throws {
        let folder = try Folder()
        try Tool.run(
            "sox", "-D", "-R", "-n", "-r", "\(rate)", "-c", "\(channels)", "-b", "24", folder.file("a.wav"), "synth",
            "4", "pinknoise", "vol", "0.4")
        try Tool.run("flac", "-s", "--channel-map=none", folder.file("a.wav"), "-o", folder.file("a.flac"))
        try compare("a.flac", in: folder)
    }

    private func make(_ name: String, in folder: Folder) throws {
        let wave = folder.file("\(name).wav")
        let words = try #require(Self.pieces[name])
        try Tool.run(["sox", "-D", "-R", "-n", "-r", "44100", "-c", "2", "-b", "16", wave] + words)
    }

    private func compare(_ name: String, in folder: Folder) throws {
        let reference = try Reference(folder.file(name))
        let facts = try SoundAnalysis(uri: folder.uri(name)).run().facts
        // FFmpeg writes one decimal.
        let rounding = 0.05
        #expect(abs(try #require(facts.measurement.loudness) - reference.loudness) <= 0.1 + rounding, "\(name)")
        #expect(abs(try #require(facts.truePeak) - reference.peak) <= 0.2 + rounding, "\(name)")
    }
}
