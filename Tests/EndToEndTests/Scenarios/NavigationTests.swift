import Foundation
import Glibc
import SDBus
import SegueTestSupport
import Testing

/// Skips with real files: unplayable files are skipped, and the shown state is correct after every command
/// (design.md, Navigation).
extension EndToEnd {
    @Suite struct Navigation {
        private static let control = "io.github.segueplayer.Segue.Control1"

        @Test(
            "Good, corrupt, good: one `next` lands on the third, no silence is heard, and the reason is told"
        )
        func corruptInTheMiddle() async throws {
            try await Session.run { session in
                try session.makeLevel("first.wav", frames: 44100 * 60, left: 8192, right: 8192)
                try makeCorrupt("corrupt.flac", session)
                try session.makeLevel("third.wav", frames: 44100 * 60, left: 8192, right: 8192)
                try session.configure("fadeInDuration = 0", "fadeOutDuration = 0")
                let mark = await session.observer.mark()
                // Entries of a playlist are not inspected before their turn.
                try "first.wav\ncorrupt.flac\nthird.wav\n".write(
                    to: session.music("list.m3u"), atomically: true, encoding: .utf8)
                let daemon = try await session.startDaemon(
                    "--output", "file:\(session.music("heard.wav").path)", "list.m3u")
                try await session.playing("first")

                let next = try await session.segue("next")
                #expect(next.status == 0, "\(next)")
                let status = try await session.status()
                #expect(status.queueIndex == 2)
                #expect(status.title == "third")
                let told = try await session.observer.signal(from: mark, "the reason, as an event") { signal in
                    signal.interface == Self.control && signal.member == "Event"
                        && signal.arguments[0].asString == "trackSkipped"
                }
                #expect(told.arguments[1].asString?.contains("corrupt.flac") == true, "\(told)")
                try await session.observer.signal(from: mark, "the fade to end") { $0.member == "Finished" }
                #expect(try await session.segue("stop").status == 0)
                daemon.send(SIGTERM)
                let result = try await daemon.finish()
                #expect(result.status == 0)
                #expect(result.errors.contains("corrupt.flac"), "\(result)")

                // The recording from the first sample to the last: a constant level, so that any silence is a gap.
                let heard = try Wave(contentsOf: session.music("heard.wav")).channels[0]
                let loud = heard.indices.filter { abs(heard[$0]) > 0.01 }
                let silences = zip(loud, loud.dropFirst()).map { $1 - $0 - 1 }
                let longest = try #require(silences.max())
                #expect(longest < 44100 / 20, "\(longest) samples of silence")
            }
        }

        @Test("All others corrupt: `next` fails with a sentence, and the first plays to its end")
        func allCorrupt() async throws {
            try await Session.run { session in
                try await session.makeFLAC("first.flac", title: "first", seconds: 120)
                try makeCorrupt("one.flac", session)
                try makeCorrupt("two.ogg", session)
                let mark = await session.observer.mark()
                try "first.flac\none.flac\ntwo.ogg\n".write(
                    to: session.music("list.m3u"), atomically: true, encoding: .utf8)
                _ = try await session.startDaemon("--output", "null", "list.m3u")
                try await session.playing("first")

                let next = try await session.segue("next")
                #expect(next.status == 1, "\(next)")
                #expect(next.sentences.count == 1, "\(next)")
                #expect(next.errors.contains("could be played"), "\(next)")
                let status = try await session.status()
                #expect(status.status == "Playing")
                #expect(status.title == "first")
                #expect(status.queueIndex == 0)

                #expect(try await session.segue("seek", "118").status == 0)
                try await session.announced("PlaybackStatus", from: mark) { $0.asString == "Stopped" }
                let shown = await session.observer.signals(from: mark).compactMap { signal in
                    signal.member == "PropertiesChanged"
                        ? signal.arguments[1].asProperties?["PlaybackStatus"]?.asString : nil
                }
                #expect(shown.filter { $0 == "Stopped" }.count == 1, "\(shown)")
            }
        }

        @Test(
            "200 presses at once over 1,000 tracks: a few files are opened, the last plays, and each Metadata is right")
        func storm() async throws {
            try await Session.run { session in
                let tone = try session.makeLevel("tone.wav", frames: 44100 * 20, left: 8192, right: 8192)
                let folder = session.music("many")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                for number in 0..<1000 {
                    let name = String(format: "%04d.wav", number)
                    try FileManager.default.linkItem(at: tone, to: folder.appendingPathComponent(name))
                }
                _ = try await session.startDaemon("--output", "null", "many")
                try await session.playing("0000")

                let mark = await session.observer.mark()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<200 {
                        group.addTask {
                            try await session.observer.call(
                                Session.player, Session.mprisPath, "org.mpris.MediaPlayer2.Player", "Next")
                        }
                    }
                    try await group.waitForAll()
                }
                try await session.playing("0200")
                #expect(try await session.status().queueIndex == 200)

                let signals = await session.observer.signals(from: mark)
                let shown = signals.compactMap { signal in
                    signal.member == "PropertiesChanged"
                        ? signal.arguments[1].asProperties?["Metadata"]?.asProperties : nil
                }
                // Every announcement describes a single track, each track is further on than the previous one, and the
                // last one is the last track.
                var titles: [String] = []
                var tracks: Set<String> = []
                for metadata in shown {
                    let title = try #require(metadata["xesam:title"]?.asString)
                    let url = try #require(metadata["xesam:url"]?.asString)
                    #expect(url.hasSuffix("/many/\(title).wav"), "\(title) at \(url)")
                    if titles.last != title {
                        titles.append(title)
                        tracks.insert(try #require(metadata["mpris:trackid"]?.asObjectPath))
                    }
                }
                #expect(titles == titles.sorted())
                #expect(titles.count == 200, "each press shows its track")
                #expect(tracks.count == titles.count)
                #expect(titles.last == "0200")

                let loads = signals.filter { signal in
                    signal.interface == Self.control && signal.member == "Event"
                        && signal.arguments[0].asString == "loadStarted"
                }
                #expect(loads.count <= 4, "\(loads.map { $0.arguments[1].asString ?? "" })")
            }
        }

        /// Creates a file with the name of music and random content.
        private func makeCorrupt(_ name: String, _ session: Session) throws {
            var random = SeededRandom.anew()
            let bytes = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &random) }
            try (Data("fLaC".utf8) + Data(bytes)).write(to: session.music(name))
        }
    }
}
