import Foundation
import Testing

/// `segue analyse`: its output, and its errors about unreadable files.
extension EndToEnd {
    @Suite struct Analysis {
        private static func objects(_ result: Finished) throws -> [[String: Any]] {
            try result.output.split(separator: "\n").map { line in
                try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            }
        }

        @Test("A folder gives an object for each file, with numbers; what is broken is named, and the rest goes on")
        func json() async throws {
            try await Session.run { session in
                try FileManager.default.createDirectory(
                    at: session.music("album"), withIntermediateDirectories: true)
                for name in ["1", "2"] {
                    let made = try await session.run(
                        "sox", "-q", "-n", "-r", "44100", "-c", "2", "-b", "16", "album/\(name).wav", "synth", "2",
                        "sine", "441")
                    #expect(made.status == 0, "\(made)")
                }
                try "no music".write(to: session.music("album/3.flac"), atomically: true, encoding: .utf8)
                let some = try await session.segue("analyse", "--json", "album", "gone.wav")
                #expect(some.status == 0, "\(some)")
                #expect(some.sentences.count == 2, "\(some)")
                #expect(some.sentences.first == "segue: Left out: gone.wav: there is no such file.")
                #expect(some.sentences.last?.contains("3.flac: is not audio") == true)
                let objects = try Self.objects(some)
                #expect(objects.map { $0["title"] as? String } == ["1", "2"])
                for object in objects {
                    #expect((object["uri"] as? String)?.hasPrefix("file:///") == true)
                    #expect((object["seconds"] as? NSNumber)?.doubleValue == 2)
                    #expect((object["channels"] as? NSNumber)?.intValue == 2)
                    #expect((object["firstSound"] as? NSNumber).map { $0.doubleValue < 0.001 } == true)
                    #expect(object["momentary"] == nil && object["range"] is NSNull)
                    let tail = (object["rhythm"] as? [String: Any])?["tail"]
                    #expect(tail as? [String: String] == ["reason": "short"])
                }
                let curves = try Self.objects(try await session.segue("analyse", "--json", "--curves", "album/1.wav"))
                #expect((curves.first?["momentary"] as? [Int])?.count == 21)
                #expect((curves.first?["low"] as? [Int])?.count == 20)
            }
        }

        @Test("For people there is a block for each file, and a bar while it is listened to")
        func text() async throws {
            try await Session.run { session in
                try await session.makeFLAC("One.flac", title: "Title: One", seconds: 5)
                let seen = try await session.segue("analyse", "One.flac")
                #expect(seen.status == 0 && seen.errors.isEmpty, "\(seen)")
                #expect(seen.output.hasPrefix("The Tones – Title: One  0:05\n"), "\(seen)")
                #expect(seen.output.contains(" LUFS, range ") && seen.output.contains(" dBTP\n"), "\(seen)")
                #expect(seen.output.contains("audible from 0:00.0 to 0:05.0"), "\(seen)")
                #expect(seen.output.contains("    no tempo: less than 60 s of sound\n"), "\(seen)")
                #expect(!seen.output.contains("MixRamp"))
                let tagged = try await session.run("metaflac", "--set-tag=MIXRAMP_END=-20.5 0.3;-6 1;", "One.flac")
                #expect(tagged.status == 0, "\(tagged)")
                #expect(try await session.segue("analyse", "One.flac").output.contains("MixRamp tags"))
                let ramps = try Self.objects(try await session.segue("analyse", "--json", "One.flac")).first?["mixRamp"]
                #expect((ramps as? [String: [[Double]]])?["ending"] == [[-20.5, 0.3], [-6, 1]], "\(ramps ?? 0)")
                try session.makeLevel("silent.wav", frames: 44100, left: 0, right: 0)
                #expect(try await session.segue("analyse", "silent.wav").output.contains("nothing but silence"))
                let bar = try await session.run(
                    "script", "-qec", "\(BuiltProducts.segue.path) analyse One.flac silent.wav", "/dev/null")
                #expect(bar.output.contains("Listening") && bar.output.contains("2 of 2"), "\(bar)")
            }
        }

        @Test("One broken file is status 1 and one sentence; curves without JSON are bad usage")
        func failures() async throws {
            try await Session.run { session in
                try "no music".write(to: session.music("a.flac"), atomically: true, encoding: .utf8)
                for (name, words) in [("a.flac", "is not audio"), ("gone.flac", "there is no such file")] {
                    let result = try await session.segue("analyse", name)
                    #expect(result.status == 1 && result.output.isEmpty)
                    #expect(result.sentences.count == 1 && result.errors.contains(words), "\(result)")
                }
                let none = try await session.segue("analyse", "a.flac", "gone.flac")
                #expect(none.status == 1 && none.sentences.count == 3, "\(none)")
                #expect(try await session.segue("analyse", "--curves", "a.flac").status == 2)
                #expect(try await session.process(of: Session.player) == nil)
            }
        }
    }
}
