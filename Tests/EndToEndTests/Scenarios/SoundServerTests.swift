import Foundation
import Glibc
import SDBus
import Testing

/// The sound servers that desktops have; each one here belongs to the test.
extension EndToEnd {
    @Suite(.timeLimit(.minutes(2))) struct SoundServers {
        enum Server: CaseIterable {
            case pulseAudio
            case pipeWire

            func start(in session: Session) async throws -> [RunningProgram] {
                switch self {
                case .pulseAudio: [try await session.startSoundServer("speakers")]
                case .pipeWire: try await session.startPipeWire("speakers")
                }
            }
        }

        /// Waits until sound, or silence, goes out at the sink: a server plays what it has to the end, and takes its
        /// time to begin.
        private func wait(forSound isWanted: Bool, in session: Session) async throws {
            while try await isHeard(session) != isWanted { try Task.checkCancellation() }
        }

        /// Whether a second of what goes out at the sink is more than silence.
        private func isHeard(_ session: Session) async throws -> Bool {
            let recorded = try await session.run(
                "sh", "-c",
                "parec --device=speakers.monitor --format=s16le --rate=44100 --channels=2 --raw | head -c 176400 >heard"
            )
            #expect(recorded.status == 0, "\(recorded)")
            let data = try Data(contentsOf: session.music("heard"))
            #expect(data.count == 176_400)
            return data.contains { $0 != 0 }
        }

        @Test("Playing, a pause, and the server's end and return", arguments: Server.allCases)
        func life(of server: Server) async throws {
            try await Session.run { session in
                var parts = try await server.start(in: session)
                try await session.makeFLAC("A.flac", title: "A", seconds: 60)
                _ = try await session.startDaemon("A.flac")
                try await session.playing("A")
                #expect(try await session.status().outputFallback == nil)
                #expect(try await session.outputs() == (["speakers"], "speakers"))
                try await wait(forSound: true, in: session)
                // Programs that only ask end neither the player nor themselves.
                for _ in 0..<10 { #expect(try await session.outputs().names == ["speakers"]) }
                let doctor = try await session.segue("doctor")
                #expect(doctor.status <= 1 && doctor.text.contains("Devices"), "\(doctor)")
                #expect(try await session.segue("output", "speakers").status == 0)
                try await wait(forSound: true, in: session)

                #expect(try await session.segue("pause").status == 0)
                try await wait(forSound: false, in: session)
                #expect(try await session.segue("resume").status == 0)
                try await wait(forSound: true, in: session)

                let mark = await session.observer.mark()
                for part in parts {
                    part.send(SIGKILL)
                    _ = try await part.finish()
                }
                try await session.observer.signal(from: mark, "the loss") { $0.isEvent("outputLost") }
                let lost = try await session.status()
                #expect(lost.status == "Paused" && lost.outputFallback != nil)
                parts = try await server.start(in: session)
                try await session.observer.signal(from: mark, "the return") { $0.isEvent("outputReady") }
                try await session.playing("A")
                try await wait(forSound: true, in: session)
                #expect(try await session.status().position >= lost.position)
                try await session.endPlayer()
                for part in parts {
                    part.send(SIGTERM)
                    _ = try await part.finish()
                }
            }
        }

        @Test("A call pauses what plays, and it goes on afterwards; a person's word outlives the call")
        func call() async throws {
            try await Session.run { session in
                let server = try await session.startSoundServer("speakers")
                #expect(try await session.run("pactl", "load-module", "module-role-cork").status == 0)
                try await session.makeFLAC("A.flac", title: "A", seconds: 60)
                _ = try await session.startDaemon("A.flac")
                try await session.playing("A")
                try await wait(forSound: true, in: session)
                for isAnswered in [false, true] {
                    let mark = await session.observer.mark()
                    let phone = try session.start(
                        "/usr/bin/pacat", ["--property=media.role=phone", "--raw", "/dev/zero"])
                    try await session.announced("PlaybackStatus", from: mark) { $0.asString == "Paused" }
                    try await wait(forSound: false, in: session)
                    if isAnswered { #expect(try await session.segue("pause").status <= 1) }
                    let end = await session.observer.mark()
                    phone.send(SIGTERM)
                    _ = try await phone.finish()
                    guard !isAnswered else { break }
                    try await session.announced("PlaybackStatus", from: end) { $0.asString == "Playing" }
                    try await wait(forSound: true, in: session)
                }
                try await session.settle()
                #expect(try await session.status().status == "Paused")
                try await session.endPlayer()
                server.send(SIGTERM)
                _ = try await server.finish()
            }
        }

        @Test(
            "Headphones that are gone pause what plays, and what a person chooses does not", arguments: Server.allCases)
        func unplugged(from server: Server) async throws {
            try await Session.run { session in
                let parts = try await server.start(in: session)
                func load(_ sink: String) async throws -> String {
                    let loaded = try await session.run(
                        "pactl", "load-module", "module-null-sink", "sink_name=\(sink)",
                        "sink_properties=device.description=The-\(sink)")
                    #expect(loaded.status == 0, "\(loaded)")
                    while try await !session.run("pactl", "list", "short", "sinks").text.contains(sink) {
                        try Task.checkCancellation()
                    }
                    return loaded.text.trimmingCharacters(in: .whitespacesAndNewlines)
                }
                func choose(_ sink: String) async throws {
                    #expect(try await session.run("pactl", "set-default-sink", sink).status == 0)
                    while try await session.outputs().current != sink { try Task.checkCancellation() }
                }
                try await session.makeFLAC("A.flac", title: "A", seconds: 60)
                _ = try await session.segue("config", "set", "fadeInDuration", "0")
                let headphones = try await load("headphones")
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
                try await wait(forSound: false, in: session)
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
                let again = try await load("headphones")
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
                _ = try await load("headphones")
                try await choose("headphones")
                try await session.announced("PlaybackStatus", from: back) { $0.asString == "Playing" }
                try await session.endPlayer()
                for part in parts {
                    part.send(SIGTERM)
                    _ = try await part.finish()
                }
            }
        }
    }
}

extension BusSignal {
    /// Whether the player reports such an event by `Control1.Event`.
    fileprivate func isEvent(_ kind: String) -> Bool { member == "Event" && arguments.first?.asString == kind }
}
