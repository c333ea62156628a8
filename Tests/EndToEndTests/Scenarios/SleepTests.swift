import EventLoop
import Foundation
import Glibc
import SDBus
import Testing

/// Suspend is prevented while the player is audible; sleep is delayed until it has paused.
extension EndToEnd {
    @Suite(.timeLimit(.minutes(2))) struct Sleep {
        private func computer(
            _ body: (Session, SleepingComputer, RunningProgram) async throws -> Void
        ) async throws {
            try await Session.run { session in
                try await session.makeFLAC("A.flac", title: "A", seconds: 120)
                try session.configure("fadeInDuration = 0", "fadeOutDuration = 1")
                try await SleepingComputer.run(around: session) { computer, manager in
                    try await body(session, computer, manager)
                    try await session.endPlayer()
                }
            }
        }

        @Test("Suspend is held off while it sounds, and only then")
        func inhibits() async throws {
            try await computer { session, computer, _ in
                let daemon = try await session.startDaemon("--output", "null")
                try await computer.wait(forLocks: ["delay"])
                #expect(try await session.status().suspendInhibitor == nil)
                let silence = await session.observer.mark()
                #expect(try await session.segue("play", "A.flac").status == 0)
                try await session.playing("A")
                try await computer.wait(forLocks: ["delay", "block"])
                try await session.announced("SuspendInhibitor", of: Session.control, from: silence) {
                    $0.asString == "login1"
                }
                #expect(try await session.status().suspendInhibitor == "login1")
                #expect(try await session.segue("doctor").text.contains("login1 prevents it now"))

                var times: [Double] = []
                for (verb, status) in [("pause", "Paused"), ("resume", "Playing"), ("stop", "Stopped")] {
                    let mark = await session.observer.mark()
                    #expect(try await session.segue(verb).status == 0)
                    try await session.announced("PlaybackStatus", from: mark) { $0.asString == status }
                    if verb == "stop" {
                        // The player is audible until the fade is over.
                        #expect(try await computer.locks() == ["delay", "block"])
                        try await session.announced("State", of: Session.control, from: mark) {
                            $0.asString == "finished"
                        }
                    }
                    let start = MonotonicTime.now
                    try await computer.wait(forLocks: status == "Playing" ? ["delay", "block"] : ["delay"])
                    times.append(Double(MonotonicTime.now.nanoseconds(since: start)) / 1e6)
                }
                print("The locks followed within \(times) ms.")
                #expect(times.allSatisfy { $0 < 100 }, "\(times)")

                // At the end of the queue, and after the player is killed.
                #expect(try await session.segue("play").status == 0)
                try await computer.wait(forLocks: ["delay", "block"])
                #expect(try await session.segue("seek", "119.5").status == 0)
                try await computer.wait(forLocks: ["delay"])
                #expect(try await session.status().state == "finished")
                #expect(try await session.segue("play").status == 0)
                try await computer.wait(forLocks: ["delay", "block"])
                daemon.send(SIGKILL)
                _ = try await daemon.finish()
                try await computer.wait(forLocks: [])
            }
        }

        @Test(
            "Before sleep the sound fades out and is paused; after it, the player stays so, or goes on", .serialized,
            arguments: [false, true])
        func sleeps(goesOn: Bool) async throws {
            try await computer { session, computer, _ in
                try session.configure("resumeAfterSleep = \(goesOn)")
                _ = try session.makeLevel("level.wav", frames: 44100 * 60, left: 16384, right: 16384)
                let heard = session.music("heard.wav")
                _ = try await session.startDaemon("--output", "file:\(heard.path)", "level.wav")
                try await session.announced("PlaybackStatus", from: 0) { $0.asString == "Playing" }
                try await computer.wait(forLocks: ["delay", "block"])
                while try await session.position() < 1_000_000 { try Task.checkCancellation() }

                let mark = await session.observer.mark()
                let start = MonotonicTime.now
                try await computer.prepareForSleep(true)
                try await session.announced("PlaybackStatus", from: mark) { $0.asString == "Paused" }
                try await computer.wait(forLocks: [])
                let seconds = Double(MonotonicTime.now.nanoseconds(since: start)) / 1e9
                print("The computer may sleep after \(seconds) s.")
                #expect(seconds > 1 && seconds < 2.5)
                let asleep = try await session.status()
                #expect(asleep.status == "Paused" && asleep.suspendInhibitor == nil)

                let awake = await session.observer.mark()
                try await computer.prepareForSleep(false)
                try await computer.wait(forLocks: goesOn ? ["delay", "block"] : ["delay"])
                if goesOn {
                    try await session.announced("PlaybackStatus", from: awake) { $0.asString == "Playing" }
                } else {
                    try await session.settle()
                    let status = try await session.status()
                    #expect(status.status == "Paused" && status.position == asleep.position)
                    #expect(try await session.segue("resume").status == 0)
                }
                while try await session.position() < Int64((asleep.position + 0.5) * 1e6) {
                    try Task.checkCancellation()
                }
                try await session.endPlayer()
                try expectFade(in: try Wave(contentsOf: heard), until: asleep.position)
            }
        }

        /// Expects one long fade to silence, which ends where the player was paused, and the full level after it.
        private func expectFade(in wave: Wave, until position: Double) throws {
            let samples = wave.channels[0]
            let top = 0.5
            let start = try #require(samples.firstIndex { $0 > top - 1e-3 })
            let silent = try #require(samples[start...].firstIndex(of: 0))
            let first = try #require(samples[..<silent].lastIndex { $0 > top - 1e-3 })
            let fade = samples[first..<silent]
            #expect(zip(fade, fade.dropFirst()).allSatisfy { $0 >= $1 - 1e-6 }, "it only falls")
            let seconds = Double(silent - first) / Double(wave.rate)
            print("A fade of \(seconds) s, to \(Double(silent) / Double(wave.rate)) s; paused at \(position) s.")
            #expect(seconds > 1 && seconds <= 2)
            #expect(abs(Double(silent) / Double(wave.rate) - position) < 0.1)
            #expect(samples[silent...].contains { $0 > top - 1e-3 }, "the volume is as it was")
        }

        @Test("A login manager that goes and comes back is asked again")
        func managerReturns() async throws {
            try await computer { session, computer, manager in
                _ = try await session.startDaemon("--output", "null", "A.flac")
                try await session.playing("A")
                try await computer.wait(forLocks: ["delay", "block"])
                let mark = await session.observer.mark()
                manager.send(SIGKILL)
                _ = try await manager.finish()
                try await session.announced("SuspendInhibitor", of: Session.control, from: mark) { $0.asString == "" }
                #expect(try await session.status().status == "Playing")
                let successor = try await computer.startManager()
                try await computer.wait(forLocks: ["delay", "block"])
                let sleep = await session.observer.mark()
                try await computer.prepareForSleep(true)
                try await session.announced("PlaybackStatus", from: sleep) { $0.asString == "Paused" }
                try await computer.wait(forLocks: [])
                successor.send(SIGKILL)
                _ = try await successor.finish()
            }
        }

        @Test("Without a system bus, and with one that hangs, the player plays")
        func withoutBus() async throws {
            try await Session.run { session in
                try await session.makeFLAC("A.flac", title: "A", seconds: 120)
                let address = "\(session.folder.path)/system"
                for isThere in [false, true] {
                    // A peer that listens and never replies.
                    let silent =
                        isThere
                        ? try session.start(
                            "/usr/bin/python3",
                            [
                                "-c",
                                "import socket,time,sys; s=socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); "
                                    + "s.listen(); print('listening', flush=True); time.sleep(1000)", address,
                            ]) : nil
                    try await silent?.wrote("listening")
                    _ = try await session.startDaemon("--output", "null", "--verbose", "A.flac")
                    try await session.playing("A")
                    let status = try await session.status()
                    #expect(status.status == "Playing" && status.suspendInhibitor == nil)
                    #expect(try await session.segue("pause").status == 0)
                    try await session.endPlayer()
                    silent?.send(SIGKILL)
                    _ = try await silent?.finish()
                }
            }
        }
    }
}
