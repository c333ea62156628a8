import Foundation
import SDBus
import SegueTestSupport
import Testing

/// A request for an unplayable item reports the failure to its caller, and nothing is lost (design.md, Robustness).
extension EndToEnd {
    @Suite struct Failures {
        @Test("`play` of an address that nothing is at: exit 1 with the sentence, and what played goes on")
        func notFound() async throws {
            let server = try MediaServer()
            defer { server.close() }
            server.serve(.status(404), at: "/gone")
            try await Session.run { session in
                // A player started by this verb has nothing to play, and reports the reason.
                let first = try await session.segue("play", server.url("/gone"))
                #expect(first.status == 1, "\(first)")
                #expect(first.sentences.count == 1, "\(first)")
                #expect(first.errors.contains("/gone"), "\(first)")
                var status = try await session.status()
                #expect(status.error?.contains("/gone") == true)
                #expect(status.queueCount == 0)
                let line = try await session.segue("status")
                #expect(line.text.contains("/gone"), "\(line)")

                try session.makeLevel("a.wav", frames: 44100 * 60, left: 8192, right: 8192)
                #expect(try await session.segue("output", "null").status == 0)
                #expect(try await session.segue("play", "a.wav").status == 0)
                status = try await session.status()
                #expect(status.title == "a")
                #expect(status.error == nil)
                #expect(status.state == "playing", "it returns when it is heard")

                let second = try await session.segue("play", server.url("/gone"))
                #expect(second.status == 1, "\(second)")
                status = try await session.status()
                #expect(status.title == "a")
                #expect(status.status == "Playing")
                #expect(status.queueCount == 1)
                let added = try await session.segue("add", server.url("/gone"))
                #expect(added.status == 1, "\(added)")
                #expect(added.errors.contains("/gone"), "\(added)")
                status = try await session.status()
                #expect(status.queueCount == 1)
                #expect(status.error?.contains("/gone") == true)
            }
        }

        @Test(
            "A file that is deleted or replaced while it plays is played to its end, across seeks and other plans",
            arguments: [false, true])
        func deleted(isReplaced: Bool) async throws {
            try await Session.run { session in
                try await session.makeFLAC("A.flac", title: "A", seconds: 40)
                try await session.makeFLAC("B.flac", title: "B", seconds: 20)
                _ = try await session.startDaemon("--output", "null", "A.flac", "B.flac")
                try await session.playing("A")
                let mark = await session.observer.mark()
                try FileManager.default.removeItem(at: session.music("A.flac"))
                if isReplaced { try await session.makeFLAC("A.flac", title: "Short", seconds: 5) }
                #expect(try await session.segue("seek", "32").status == 0)
                #expect(try await session.position() >= 32_000_000)
                // What has been mixed is mixed again, for which the file is opened again.
                #expect(try await session.segue("config", "set", "crossfadeDuration", "6").status == 0)
                try await session.announced("Metadata", from: mark) { $0.asProperties?["xesam:title"]?.asString == "B" }
                try await session.announced("State", of: Session.crossfade, from: mark) { $0.asString == "Fading" }
                let events = await session.observer.signals(from: mark)
                #expect(!events.contains { $0.isEvent("error") || $0.isEvent("trackSkipped") })
                try await session.endPlayer()
            }
        }

        @Test("Of several addresses, dead ones are left out, and those that may play later are queued; all are named")
        func severalAddresses() async throws {
            let server = try MediaServer()
            defer { server.close() }
            server.serve(.status(404), at: "/gone")
            server.serve(.status(503), at: "/busy")
            server.serve(.silence, at: "/slow")
            try await Session.run { session in
                try session.makeLevel("a.wav", frames: 44100 * 60, left: 8192, right: 8192)
                _ = try await session.startDaemon("--output", "null")
                let urls = ["/gone", "/busy", "/slow"].map(server.url)
                for verb in ["add", "play"] {
                    let answer = try await session.segue(verb, "a.wav", urls[0], urls[1], urls[2])
                    #expect(answer.status == 0)
                    #expect(answer.sentences.count == 3, "\(answer)")
                    #expect(answer.errors.contains("Left out: \(urls[0]): "), "\(answer)")
                    for url in urls.dropFirst() {
                        #expect(answer.errors.contains("Queued anyway: \(url): "), "\(answer)")
                    }
                    #expect(try await session.status().queueCount == 3)
                }
                let alone = try await session.segue("add", urls[2])
                #expect(alone.status == 0 && alone.errors.contains("Queued anyway: \(urls[2]): "), "\(alone)")
                #expect(try await session.status().queueCount == 4)
            }
        }
    }
}
