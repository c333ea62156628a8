import Foundation
import Glibc
import SDBus
import Testing

/// The loss of an output during playback: audio meant for headphones must not reach the speakers.
extension EndToEnd {
    @Suite(.timeLimit(.minutes(2))) struct Unplugging {
        @Test(
            "Headphones that are gone pause what plays, and what a person chooses does not",
            arguments: SoundServer.allCases)
        func unplugged(from server: SoundServer) async throws {
            try await Session.run { session in
                let parts = try await server.start(in: session)
                func choose(_ sink: String) async throws {
                    #expect(try await session.run("pactl", "set-default-sink", sink).status == 0)
                    try await session.output(is: sink)
                }
                try await session.makeFLAC("A.flac", title: "A", seconds: 60)
                try session.configure("fadeInDuration = 0")
                let headphones = try await session.plugIn("headphones")
                _ = try await session.startDaemon("A.flac")
                try await session.playing("A")
                for sink in ["speakers", "headphones"] {
                    let mark = await session.observer.mark()
                    try await choose(sink)
                    try await session.settle()
                    let events = await session.observer.signals(from: mark).filter { $0.isEvent("error") }
                    #expect(events.isEmpty, "a person's choice of \(sink)")
                    #expect(try await session.status().status == "Playing")
                }

                let recorder = try session.start(
                    "/usr/bin/parec",
                    [
                        "--device=speakers.monitor", "--format=s16le", "--rate=44100", "--channels=2", "--raw",
                        "--latency-msec=10", session.music("leak").path,
                    ])
                while (try? Data(contentsOf: session.music("leak")).count) ?? 0 < 44100 { try Task.checkCancellation() }
                let mark = await session.observer.mark()
                #expect(try await session.run("pactl", "unload-module", headphones).status == 0)
                try await session.announced("PlaybackStatus", from: mark) { $0.asString == "Paused" }
                let event = try await session.observer.signal(from: mark, "the reason") { $0.isEvent("error") }
                #expect(event.arguments[1].asString?.contains("The-headphones") == true, "\(event)")
                #expect(try await session.status().error?.contains("The-headphones") == true)
                try await session.wait(forSound: false)
                recorder.send(SIGTERM)
                _ = try await recorder.finish()
                let leak = try Data(contentsOf: session.music("leak"))
                let loud = stride(from: 0, to: leak.count - 3, by: 4).filter {
                    leak[$0 + 1] != 0 && leak[$0 + 1] != 255
                }
                let seconds = Double((loud.last ?? 0) - (loud.first ?? 0)) / 4 / 44100
                print("\(server): for \(seconds) s, the speakers were loud.")
                #expect(seconds < 0.3)

                // Without the setting, the headphones may return.
                let before = await session.observer.mark()
                let again = try await session.plugIn("headphones")
                try await choose("headphones")
                try await session.settle()
                let statuses = await session.announcements(from: before).compactMap { $0["PlaybackStatus"]?.asString }
                #expect(statuses.isEmpty)
                _ = try await session.segue("config", "set", "resumeOnReconnect", "true")
                #expect(try await session.segue("resume").status == 0)
                #expect(try await session.status().error == nil)
                let second = await session.observer.mark()
                #expect(try await session.run("pactl", "unload-module", again).status == 0)
                try await session.announced("PlaybackStatus", from: second) { $0.asString == "Paused" }
                let back = await session.observer.mark()
                _ = try await session.plugIn("headphones")
                try await choose("headphones")
                try await session.announced("PlaybackStatus", from: back) { $0.asString == "Playing" }
                try await session.endPlayer()
                try await SoundServer.end(parts)
            }
        }

        @Test(
            "A chosen device that is gone is replaced, which is shown, until it is back",
            arguments: SoundServer.allCases)
        func chosen(from server: SoundServer) async throws {
            try await Session.run { session in
                let parts = try await server.start(in: session)
                func isShown(_ name: String, since mark: Int, because reason: String?) async throws {
                    try await session.announced(
                        "OutputFallback", of: "io.github.segueplayer.Segue.Control1", from: mark
                    ) {
                        reason.map($0.asString!.contains) ?? ($0.asString == "")
                    }
                    let shown = try await session.segue("output").text
                    #expect(shown.hasPrefix(name) && shown.contains("The-headphones") == (reason != nil), "\(shown)")
                }
                try await session.makeFLAC("A.flac", title: "A", seconds: 60)
                var headphones = try await session.plugIn("headphones")
                _ = try await session.startDaemon("--output", "headphones")
                #expect(try await session.segue("add", session.music("A.flac").path).status == 0)
                // Before anything has played, in a pause, after a stop, and while it plays.
                for command in [nil, "pause", "stop", "resume"] {
                    if let command { #expect(try await session.segue(command).status == 0) }
                    let isPlaying = command == "resume"
                    let mark = await session.observer.mark()
                    #expect(try await session.run("pactl", "unload-module", headphones).status == 0)
                    if isPlaying {
                        try await session.announced("PlaybackStatus", from: mark) { $0.asString == "Paused" }
                        #expect(try await session.status().error?.contains("The-headphones") == true)
                    }
                    try await isShown("PulseAudio", since: mark, because: "The-headphones")
                    #expect(try await session.segue("resume").status == 0)
                    try await session.wait(forSound: true)
                    let back = await session.observer.mark()
                    headphones = try await session.plugIn("headphones")
                    try await isShown("headphones", since: back, because: nil)
                    try await session.output(is: "headphones")
                    #expect(try await session.status().status == "Playing")
                }
                try await session.endPlayer()
                try await SoundServer.end(parts)
            }
        }
    }
}

extension Session {
    /// Gives the sound server a sink without hardware. Returns the module to unload.
    fileprivate func plugIn(_ sink: String) async throws -> String {
        let loaded = try await run(
            "pactl", "load-module", "module-null-sink", "sink_name=\(sink)",
            "sink_properties=device.description=The-\(sink)")
        #expect(loaded.status == 0, "\(loaded)")
        while try await !run("pactl", "list", "short", "sinks").text.contains(sink) { try Task.checkCancellation() }
        return loaded.text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
