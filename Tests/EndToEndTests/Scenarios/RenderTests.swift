import Foundation
import Testing

/// `segue render`, measured in the file that it writes (spec §4).
extension EndToEnd {
    @Suite struct Render {
        private static let rate = 44100
        private static let first = 12 * rate
        private static let second = 11 * rate
        private static let fade = 5 * rate

        /// The first track sounds on the left only, the second on the right only: each channel is the gain of one of them.
        private func renderPair(_ session: Session, _ output: String, _ options: String...) async throws -> Finished {
            try session.makeLevel("A.wav", frames: Self.first, left: 16384, right: 0)
            try session.makeLevel("B.wav", frames: Self.second, left: 0, right: 16384)
            return try await session.start(
                BuiltProducts.segue.path, ["render", "A.wav", "B.wav", "-o", output, "--crossfade", "5"] + options
            ).finish()
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

        @Test("Two renders are the same file", arguments: ["f32", "s16", "s24"])
        func identical(format: String) async throws {
            try await Session.run { session in
                #expect(try await renderPair(session, "one.wav", "--format", format).status == 0)
                #expect(try await renderPair(session, "two.wav", "--format", format).status == 0)
                let one = try Data(contentsOf: session.music("one.wav"))
                #expect(one.count > 1_000_000)
                #expect(try one == Data(contentsOf: session.music("two.wav")))
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

        @Test("A file that can't be played is left out and named; with nothing left it fails")
        func problems() async throws {
            try await Session.run { session in
                try "not a sound\n".write(to: session.music("text.wav"), atomically: true, encoding: .utf8)
                try session.makeLevel("A.wav", frames: Self.rate * 3, left: 16384, right: 0)
                let nothing = try await session.segue("render", "text.wav", "-o", "out.wav")
                #expect(nothing.status == 1, "\(nothing)")
                #expect(nothing.errors.contains("text.wav"))
                let some = try await session.segue("render", "text.wav", "A.wav", "-o", "out.wav")
                #expect(some.status == 0, "\(some)")
                #expect(some.errors.contains("text.wav"))
                #expect(try Wave(contentsOf: session.music("out.wav")).frames == Self.rate * 3)
                let unwritable = try await session.segue("render", "A.wav", "-o", "no such folder/out.wav")
                #expect(unwritable.status == 1)
                #expect(unwritable.sentences.count == 1, "\(unwritable)")
            }
        }
    }
}
