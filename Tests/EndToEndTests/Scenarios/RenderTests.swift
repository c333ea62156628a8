import Foundation
import Testing

/// `segue render`, measured in its output file (design.md, Tolerances).
extension EndToEnd {
    @Suite struct Render {
        private static let rate = 44100
        private static let first = 12 * rate
        private static let second = 11 * rate
        private static let fade = 5 * rate

        /// Renders two tracks, the first audible on the left only, the second on the right only: each channel is the
        /// gain of one track.
        private func renderPair(_ session: Session, _ output: String, _ options: String...) async throws -> Finished {
            try session.makeLevel("A.wav", frames: Self.first, left: 16384, right: 0)
            try session.makeLevel("B.wav", frames: Self.second, left: 0, right: 16384)
            return try await session.start(
                BuiltProducts.segue.path, ["render", "A.wav", "B.wav", "-o", output, "--crossfade", "5"] + options
            ).finish()
        }

        @Test("A track that breaks off with an error is rendered to there, and the next one follows", arguments: 1...3)
        func damaged(attempt: Int) async throws {
            try await Session.run { session in
                try session.makeLevel("A.wav", frames: Self.first, left: 16384, right: 0)
                try session.makeLevel("C.wav", frames: Self.second, left: 0, right: 16384)
                // GStreamer's parser passes on what is left of the last sample, and its converter ends there.
                let convert = try await session.run("sox", "A.wav", "B.aiff")
                #expect(convert.status == 0)
                let whole = try Data(contentsOf: session.music("B.aiff"))
                let half = whole.count / 8 * 4 + 2
                try whole.prefix(half).write(to: session.music("B.aiff"))
                let result = try await session.start(
                    BuiltProducts.segue.path,
                    ["render", "A.wav", "B.aiff", "C.wav", "-o", "out.wav", "--crossfade", "0", "--json", "-"]
                ).finish()
                #expect(result.status == 0, "\(result)")
                let wave = try Wave(contentsOf: session.music("out.wav"))
                let broken = Self.first + half / 4
                #expect((broken - 8820...broken + 8820).contains(wave.frames - Self.second), "\(wave.frames)")
                #expect(wave.channels[1].suffix(Self.second - 4410).allSatisfy { abs($0 - 0.5) < 1e-6 })
                let report = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
                let tracks = try #require(report?["tracks"] as? [[String: Any]])
                let starts = tracks.compactMap { ($0["firstSample"] as? NSNumber)?.intValue }
                #expect(starts == [0, Self.first, wave.frames - Self.second], "\(starts) of \(wave.frames)")
                #expect((report?["samples"] as? NSNumber)?.intValue == wave.frames)
            }
        }

        @Test("A crossfade begins on its sample and follows its curve within 0.05 dB")
        func crossfade() async throws {
            try await Session.run { session in
                let result = try await renderPair(session, "out.wav", "--rate", "44100", "--json", "report.json")
                #expect(result.status == 0, "\(result)")
                let wave = try Wave(contentsOf: session.music("out.wav"))
                #expect(wave.rate == Self.rate)
                #expect(wave.frames == Self.first + Self.second - Self.fade)
                let start = Self.first - Self.fade

                #expect(wave.channels[0][..<start].allSatisfy { abs($0 - 0.5) < 1e-6 })
                #expect(wave.channels[1][...start].allSatisfy { $0 == 0 })
                #expect(wave.channels[1][(start + Self.fade)...].allSatisfy { abs($0 - 0.5) < 1e-6 })
                #expect(wave.channels[0][(start + Self.fade)...].allSatisfy { $0 == 0 })

                var worst = 0.0
                for sample in 0..<Self.fade {
                    let progress = Double(sample) / Double(Self.fade)
                    for (channel, ideal) in [(0, cos(.pi / 2 * progress)), (1, sin(.pi / 2 * progress))] {
                        guard ideal > 0.001 else { continue }
                        let gain = wave.channels[channel][start + sample] / 0.5
                        worst = max(worst, abs(20 * log10(max(gain, 1e-9) / ideal)))
                    }
                }
                #expect(worst < 0.05, "the gain is off by \(worst) dB")

                let data = try Data(contentsOf: session.music("report.json"))
                let report = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
                let transition = try #require((report["transitions"] as? [[String: Any]])?.first)
                #expect(transition["kind"] as? String == "crossfade")
                #expect((transition["firstSample"] as? NSNumber)?.intValue == start)
                #expect((transition["lastSample"] as? NSNumber)?.intValue == start + Self.fade - 1)
                #expect((transition["duration"] as? NSNumber)?.doubleValue == 5)
                #expect(transition["curve"] as? String == "equalPower")
                let tracks = try #require(report["tracks"] as? [[String: Any]])
                #expect(tracks.map { ($0["firstSample"] as? NSNumber)?.intValue } == [0, start])
                #expect((report["samples"] as? NSNumber)?.intValue == wave.frames)
            }
        }

        @Test("Two renders are the same file", arguments: ["wav f32", "wav s16", "wav s24", "flac s16", "flac s24"])
        func identical(kind: String) async throws {
            let parts = kind.split(separator: " ").map(String.init)
            try await Session.run { session in
                for (name, rate, sound) in [("a", "48000", "pinknoise"), ("b", "44100", "sawtooth")] {
                    let music = session.music("\(name).flac").path
                    _ = try await session.run(
                        "sox", "-q", "-n", "-r", rate, "-c", "2", music, "synth", "3", sound, "gain", "-6")
                }
                for name in ["one", "two"] {
                    let result = try await session.segue(
                        "render", "a.flac", "b.flac", "-o", "\(name).\(parts[0])", "--format", parts[1], "--crossfade",
                        "1")
                    #expect(result.status == 0, "\(result)")
                }
                let one = try Data(contentsOf: session.music("one.\(parts[0])"))
                #expect(one.count > 200_000)
                #expect(try one == Data(contentsOf: session.music("two.\(parts[0])")))
            }
        }

        @Test(
            "Without a fade and at the files' own rate, integers come out as they went in",
            arguments: [(16, "wav", 48000), (24, "wav", 44100), (16, "flac", 44100), (24, "flac", 96000)])
        func untouched(bits: Int, container: String, rate: Int) async throws {
            try await Session.run { session in
                let music = session.music("x").deletingLastPathComponent().path
                // Full scale on both channels, where rounding would be visible.
                let make = try await session.run(
                    "sox", "-q", "-n", "-r", "\(rate)", "-c", "2", "-b", "\(bits)", "\(music)/in.flac", "synth", "2",
                    "whitenoise", "gain", "0.3")
                #expect(make.status == 0 || make.errors.contains("clipped"), "\(make)")
                let result = try await session.segue(
                    "render", "in.flac", "in.flac", "-o", "out.\(container)", "--format", "s\(bits)", "--crossfade", "0"
                )
                #expect(result.status == 0, "\(result)")
                let raw = ["-t", "raw", "-e", "signed", "-b", "\(bits)", "-L"]
                let before = try await session.start("sox", ["in.flac", "in.flac"] + raw + ["before.raw"]).finish()
                let after = try await session.start("sox", ["out.\(container)"] + raw + ["after.raw"]).finish()
                #expect(before.status == 0 && after.status == 0, "\(before) \(after)")
                let samples = try Data(contentsOf: session.music("before.raw"))
                #expect(samples.count == 2 * 2 * rate * 2 * bits / 8)
                #expect(try samples == Data(contentsOf: session.music("after.raw")))
            }
        }

        @Test("The rate is the one that most of the files have")
        func commonRate() async throws {
            try await Session.run { session in
                for (name, rate) in [("a", "44100"), ("b", "48000"), ("c", "48000")] {
                    let music = session.music("\(name).flac").path
                    _ = try await session.run(
                        "sox", "-q", "-n", "-r", rate, "-c", "2", music, "synth", "2", "sine", "440")
                }
                let result = try await session.segue("render", "a.flac", "b.flac", "c.flac", "-o", "out.wav")
                #expect(result.status == 0, "\(result)")
                #expect(try Wave(contentsOf: session.music("out.wav")).rate == 48000)
            }
        }

        @Test("Each curve is the one that was asked for")
        func curves() async throws {
            try await Session.run { session in
                let middle: [(String, Double)] = [
                    ("equalPower", 0.5.squareRoot()), ("linear", 0.5), ("logarithmic", log10(5.5)),
                    ("exponential", 0.25), ("sCurve", 0.5),
                ]
                for (curve, gain) in middle {
                    #expect(try await renderPair(session, "out.wav", "--curve", curve).status == 0)
                    let wave = try Wave(contentsOf: session.music("out.wav"))
                    let sample = Self.first - Self.fade / 2
                    #expect(abs(wave.channels[0][sample] / 0.5 - gain) < 0.002, "\(curve)")
                    #expect(abs(wave.channels[1][sample] / 0.5 - gain) < 0.002, "\(curve)")
                }
            }
        }

        @Test("A file that can't be played is left out and named, and the rest is rendered")
        func unplayable() async throws {
            try await Session.run { session in
                try "not a sound\n".write(to: session.music("text.wav"), atomically: true, encoding: .utf8)
                try session.makeLevel("A.wav", frames: Self.rate * 3, left: 16384, right: 0)
                let nothing = try await session.segue("render", "text.wav", "-o", "out.wav")
                #expect(nothing.status == 1, "\(nothing)")
                #expect(nothing.sentences.count == 1 && nothing.errors.contains("text.wav: is not audio"), "\(nothing)")
                // More bad files in succession than a player would try.
                let some = try await session.segue(
                    "render", "A.wav", "text.wav", "text.wav", "text.wav", "text.wav", "gone.wav", "A.wav", "-o",
                    "out.wav", "--crossfade", "0", "--json", "report.json")
                #expect(some.status == 0, "\(some)")
                #expect(some.sentences.count == 5, "\(some)")
                #expect(some.sentences.first == "segue: Left out: gone.wav: there is no such file.", "\(some)")
                #expect(some.sentences.dropFirst().allSatisfy { $0.contains("text.wav: is not audio") }, "\(some)")
                let data = try Data(contentsOf: session.music("report.json"))
                let report = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
                #expect((report["leftOut"] as? [String])?.count == 5)
                #expect(try Wave(contentsOf: session.music("out.wav")).frames == Self.rate * 6)
            }
        }

        @Test("With trimSilence the fade lies on what sounds; without it, on what the files hold")
        func trimmed() async throws {
            try await Session.run { session in
                // Audio from 0 to 5 s of 8, and from 2 to 9 s of 10.
                for (name, effects) in [
                    ("a", ["trim", "0", "5", "pad", "0", "3"]), ("b", ["trim", "0", "7", "pad", "2", "1"]),
                ] {
                    let make = [
                        "-q", "-r", "44100", "-n", "-c", "2", session.music("\(name).flac").path, "synth", "square",
                        "441",
                    ]
                    let made = try await session.start("sox", make + effects).finish()
                    #expect(made.status == 0, "\(made)")
                }
                for (isOn, start, end) in [("false", 6.0, 16.0), ("true", 3.05, 11.1)] {
                    #expect(try await session.segue("config", "set", "trimSilence", isOn).status == 0)
                    let result = try await session.segue(
                        "render", "a.flac", "b.flac", "-o", "out.wav", "--crossfade", "2", "--json", "-")
                    let document = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
                    let report = try #require(document as? [String: Any], "\(result)")
                    let transition = try #require((report["transitions"] as? [[String: Any]])?.first)
                    #expect((transition["firstSample"] as? NSNumber)?.intValue == Int((start * 44100).rounded()))
                    #expect((transition["duration"] as? NSNumber)?.doubleValue == 2)
                    #expect((report["samples"] as? NSNumber)?.intValue == Int((end * 44100).rounded()))
                }
            }
        }

        /// Returns the contents of the music folder, without the files created by the tests.
        private func leftovers(_ session: Session) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: session.music(".").path)
                .filter { !["A.wav", "full.wav", "full.flac", "folder.wav"].contains($0) }.sorted()
        }

        @Test("An output that can't be written is told in one sentence, and nothing of it is left")
        func unwritable() async throws {
            try await Session.run { session in
                try session.makeLevel("A.wav", frames: Self.rate * 3, left: 16384, right: 0)
                let files = FileManager.default
                for name in ["full.wav", "full.flac"] {
                    try files.createSymbolicLink(atPath: session.music(name).path, withDestinationPath: "/dev/full")
                }
                try files.createDirectory(at: session.music("folder.wav"), withIntermediateDirectories: true)
                for (output, reason) in [
                    ("full.wav", "no space left"), ("full.flac", "no space left"), ("folder.wav", "Is a directory"),
                    ("no such folder/out.wav", "No such file"), ("A.wav", "it is one of the files"),
                ] {
                    let result = try await session.segue("render", "A.wav", "-o", output)
                    #expect(result.status == 1, "\(output): \(result)")
                    #expect(result.sentences.count == 1, "\(output): \(result)")
                    #expect(result.errors.localizedCaseInsensitiveContains(reason), "\(output): \(result)")
                    #expect(result.output.isEmpty, "\(output): \(result)")
                }
                let report = try await session.segue("render", "A.wav", "-o", "out.wav", "--json", "folder.wav")
                #expect(report.status == 1 && report.sentences.count == 1, "\(report)")
                #expect(try leftovers(session) == [])
                #expect(try Wave(contentsOf: session.music("A.wav")).frames == Self.rate * 3)
            }
        }

        @Test("Bad options are told in one sentence with status 2, before anything is done")
        func badOptions() async throws {
            try await Session.run { session in
                try session.makeLevel("A.wav", frames: Self.rate * 3, left: 16384, right: 0)
                for (options, reason) in [
                    (["-o", "out.mp3"], "neither .wav nor .flac"), (["-o", "out.flac", "--format", "f32"], "WAV only"),
                    (["-o", "out.wav", "--format", "s8"], "s24"), (["-o", "out.wav", "--rate", "7999"], "8000"),
                    (["-o", "out.wav", "--rate", "fast"], "fast"), (["-o", "out.wav", "--crossfade", "31"], "1 to 30"),
                    (["-o", "out.wav", "--curve", "round"], "equalPower"),
                    (["-o", "out.wav", "--json", "out.wav"], "same"),
                    ([], "--output"),
                ] {
                    let result = try await session.start(BuiltProducts.segue.path, ["render", "A.wav"] + options)
                        .finish()
                    #expect(result.status == 2, "\(options): \(result)")
                    #expect(result.sentences.count == 1 && result.errors.contains(reason), "\(options): \(result)")
                    #expect(try leftovers(session) == [])
                }
            }
        }

        @Test("A file of that name is replaced when the new one is complete, and stays when the render is interrupted")
        func interrupted() async throws {
            try await Session.run { session in
                try session.makeLevel("A.wav", frames: Self.rate * 3, left: 16384, right: 0)
                #expect(try await session.segue("render", "A.wav", "-o", "out.wav").status == 0)
                let former = try Data(contentsOf: session.music("out.wav"))
                // Long enough not to end before the signal arrives. script(1) provides a terminal for the program that
                // it runs.
                let command =
                    ["exec", "'\(BuiltProducts.segue.path)'", "render"] + Array(repeating: "A.wav", count: 2000)
                let terminal = try session.start(
                    "script",
                    [
                        "-qec", (command + ["-o", "out.wav", "--json", "report.json"]).joined(separator: " "),
                        "/dev/null",
                    ])
                try await terminal.wrote("\u{2595}")
                let children = "/proc/\(terminal.identifier)/task/\(terminal.identifier)/children"
                let child = try String(contentsOfFile: children, encoding: .utf8).split(separator: " ").first.flatMap {
                    pid_t($0)
                }
                kill(try #require(child), SIGINT)
                let result = try await terminal.finish()
                #expect(result.status == 128 + SIGINT, "\(result)")
                #expect(result.output.hasSuffix("segue: Interrupted; out.wav was not written.\r\n"), "\(result)")
                #expect(try leftovers(session) == ["out.wav"])
                #expect(try Data(contentsOf: session.music("out.wav")) == former)
                #expect(
                    try await session.segue("render", "A.wav", "A.wav", "-o", "out.wav", "--crossfade", "0").status == 0
                )
                #expect(try Data(contentsOf: session.music("out.wav")).count > former.count)
            }
        }

        @Test("The bar is for a terminal: elsewhere stderr stays empty")
        func progressBar() async throws {
            try await Session.run { session in
                try session.makeLevel("A.wav", frames: Self.rate * 3, left: 16384, right: 0)
                let piped = try await session.segue("render", "A.wav", "-o", "out.wav")
                #expect(piped.errors.isEmpty && piped.output == "out.wav  0:03  1 track\n", "\(piped)")
                // script(1) provides a terminal for the program that it runs.
                let shown = try await session.run(
                    "script", "-qec", "'\(BuiltProducts.segue.path)' render A.wav -o out.wav", "/dev/null")
                #expect(shown.status == 0 && shown.output.contains("Rendering  \u{2595}"), "\(shown)")
                #expect(shown.output.contains("100%"), "\(shown)")
            }
        }
    }
}
