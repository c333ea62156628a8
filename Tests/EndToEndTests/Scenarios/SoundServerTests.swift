import Foundation
import Glibc
import SDBus
import Testing

/// The sound servers of desktops; each server here belongs to the test.
extension EndToEnd {
    @Suite(.timeLimit(.minutes(2))) struct SoundServers {
        @Test("Playing, a pause, and the server's end and return", arguments: SoundServer.allCases)
        func life(of server: SoundServer) async throws {
            try await Session.run { session in
                var parts = try await server.start(in: session)
                try await session.makeFLAC("A.flac", title: "A", seconds: 60)
                _ = try await session.startDaemon("A.flac")
                try await session.playing("A")
                #expect(try await session.status().outputFallback == nil)
                #expect(try await session.outputs() == (["speakers"], "speakers"))
                try await session.wait(forSound: true)
                // Programs that only query end neither the player nor themselves.
                for _ in 0..<10 { #expect(try await session.outputs().names == ["speakers"]) }
                let doctor = try await session.segue("doctor")
                #expect(doctor.status <= 1 && doctor.text.contains("Devices"), "\(doctor)")
                #expect(try await session.segue("output", "speakers").status == 0)
                try await session.wait(forSound: true)

                #expect(try await session.segue("pause").status == 0)
                try await session.wait(forSound: false)
                #expect(try await session.segue("resume").status == 0)
                try await session.wait(forSound: true)

                let mark = await session.observer.mark()
                try await SoundServer.end(parts, by: SIGKILL)
                try await session.observer.signal(from: mark, "the loss") { $0.isEvent("outputLost") }
                let lost = try await session.status()
                #expect(lost.status == "Paused" && lost.outputFallback != nil)
                parts = try await server.start(in: session)
                try await session.observer.signal(from: mark, "the return") { $0.isEvent("outputReady") }
                try await session.playing("A")
                try await session.wait(forSound: true)
                #expect(try await session.status().position >= lost.position)
                try await session.endPlayer()
                try await SoundServer.end(parts)
            }
        }

        @Test("A server that starts after the player is heard", arguments: [false, true])
        func late(isAskedFor: Bool) async throws {
            try await Session.run { session in
                try await session.makeFLAC("A.flac", title: "A", seconds: 60)
                _ = try await session.startDaemon("A.flac")
                try await session.playing("A")
                #expect(try await session.status().output == "null")
                let mark = await session.observer.mark()
                let parts = try await SoundServer.pulseAudio.start(in: session)
                if isAskedFor {
                    #expect(try await session.segue("pause").status == 0)
                    #expect(try await session.segue("resume").status == 0)
                }
                try await session.observer.signal(from: mark, "the server") { $0.isEvent("outputReady") }
                try await session.wait(forSound: true)
                let status = try await session.status()
                #expect(status.status == "Playing" && status.outputFallback == nil, "\(status)")
                try await session.endPlayer()
                try await SoundServer.end(parts)
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
                try await session.wait(forSound: true)
                func beginCall() async throws -> RunningProgram {
                    let mark = await session.observer.mark()
                    let phone = try session.start(
                        "/usr/bin/pacat", ["--property=media.role=phone", "--raw", "/dev/zero"])
                    try await session.announced("PlaybackStatus", from: mark) { $0.asString == "Paused" }
                    return phone
                }
                // Playback that a person starts in a call goes on, and the next call pauses it.
                let first = try await beginCall()
                #expect(try await session.segue("resume").status == 0)
                first.send(SIGTERM)
                _ = try await first.finish()
                try await session.wait(forSound: true)
                #expect(try await session.status().status == "Playing")
                for isAnswered in [false, true] {
                    let phone = try await beginCall()
                    try await session.wait(forSound: false)
                    if isAnswered { #expect(try await session.segue("pause").status <= 1) }
                    let end = await session.observer.mark()
                    phone.send(SIGTERM)
                    _ = try await phone.finish()
                    guard !isAnswered else { break }
                    try await session.announced("PlaybackStatus", from: end) { $0.asString == "Playing" }
                    try await session.wait(forSound: true)
                }
                try await session.settle()
                #expect(try await session.status().status == "Paused")
                try await session.endPlayer()
                server.send(SIGTERM)
                _ = try await server.finish()
            }
        }

        @Test("A suspended device pauses what plays, as a start does on it, and it goes on with the device")
        func suspension() async throws {
            try await Session.run { session in
                let server = try await session.startSoundServer("speakers")
                try await session.makeFLAC("A.flac", title: "A", seconds: 60)
                let begin = await session.observer.mark()
                _ = try await session.startDaemon("A.flac")
                try await session.playing("A")
                try await session.wait(forSound: true)
                func suspend(_ isSuspended: Bool) async throws {
                    let done = try await session.run("pactl", "suspend-sink", "speakers", isSuspended ? "1" : "0")
                    #expect(done.status == 0)
                }
                func call(_ arguments: String...) async throws {
                    let done = try await session.start(BuiltProducts.segue.path, arguments).finish()
                    #expect(done.status == 0, "\(done)")
                }
                func announced(_ status: String, after body: () async throws -> Void) async throws {
                    let mark = await session.observer.mark()
                    try await body()
                    try await session.announced("PlaybackStatus", from: mark) { $0.asString == status }
                }
                try await announced("Paused") { try await suspend(true) }
                // The monitor of a suspended sink gives nothing, so the stream is looked at.
                while try await !session.run("pactl", "list", "sink-inputs").text.contains("Corked: yes") {
                    try Task.checkCancellation()
                }
                let place = try await session.position()
                try await announced("Playing") { try await suspend(false) }
                let now = try await session.position()
                #expect(now >= place, "\(now), and \(place) in the pause")
                try await session.wait(forSound: true)

                try await announced("Paused") { try await call("pause") }
                try await session.wait(forSound: false)
                try await suspend(true)
                try await announced("Playing") { _ = try await session.run("playerctl", "play") }
                try await announced("Paused") {}
                try await announced("Playing") { try await suspend(false) }
                try await session.wait(forSound: true)
                let lost = await session.observer.signals(from: begin).filter { $0.isEvent("outputLost") }
                #expect(lost.isEmpty, "\(lost)")
                try await session.endPlayer()
                server.send(SIGTERM)
                _ = try await server.finish()
            }
        }

        @Test("A track of 20 ms on repeat is heard again and again through ALSA, whose sink takes nothing back")
        func shortestTracks() async throws {
            try await Session.run { session in
                let server = try await session.startSoundServer("speakers")
                try session.connectALSA()
                _ = try session.makeLevel("short.wav", frames: 882, left: 8192, right: 8192)
                _ = try await session.startDaemon("--output", "alsasink", "short.wav")
                #expect(try await session.segue("repeat", "track").status == 0)
                // The track may have ended meanwhile.
                let played = try await session.segue("play")
                #expect(played.status == 0, "\(played)")
                try await session.wait(forSound: true)
                // Such short tracks need all of a slow processor's time, and what is not mixed in time is silence.
                let heard = try await session.heard(seconds: 4).filter { $0 != 0 }.count
                #expect(heard > 8_820, "\(heard) of 705600 bytes")
                try await session.endPlayer()
                server.send(SIGTERM)
                _ = try await server.finish()
            }
        }
    }
}
