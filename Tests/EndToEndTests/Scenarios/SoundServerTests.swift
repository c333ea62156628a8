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
                try await session.makeFLAC("A.flac", title: "A", seconds: 120)
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
                try await session.makeFLAC("A.flac", title: "A", seconds: 120)
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
    }
}

extension BusSignal {
    /// Whether the player reports such an event by `Control1.Event`.
    fileprivate func isEvent(_ kind: String) -> Bool { member == "Event" && arguments.first?.asString == kind }
}
