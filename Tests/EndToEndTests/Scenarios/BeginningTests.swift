import Foundation
import Glibc
import Testing

/// The beginnings of audio on PulseAudio, in the recordings of a sink.
extension EndToEnd {
    @Suite(.timeLimit(.minutes(3))) struct Beginnings {
        /// `patience` is the block size that the recorder requests, in milliseconds: smaller and larger than the block
        /// that the server would render for the player alone.
        @Test("A start and each resume have their whole ramps", arguments: [20, 100, 1000])
        func ramps(patience: Int) async throws {
            try await Session.run { session in
                let server = try await session.startSoundServer("speakers")
                // Level 0 could not be distinguished from silence, and a sine would pass through it.
                _ = try session.makeLevel("A.wav", frames: 60 * 44100, left: 16384, right: 16384)
                try session.configure("loudnessMode = \"off\"", "fadeInDuration = 0")
                let recorder = try await session.record(patience: patience)
                _ = try await session.startDaemon("A.wav")
                try await session.hears { $0.allSatisfy { $0 > 16000 } }
                for _ in 0..<6 {
                    #expect(try await session.segue("pause").status == 0)
                    try await session.hears { $0.allSatisfy { $0 == 0 } }
                    #expect(try await session.segue("resume").status == 0)
                    try await session.hears { $0.allSatisfy { $0 > 16000 } }
                }
                recorder.send(SIGTERM)
                _ = try await recorder.finish()
                let sound = try session.recorded()
                let places = sound.indices.dropFirst().filter { sound[$0 - 1] == 0 && sound[$0] != 0 }
                #expect(places.count == 7, "\(places)")
                for (number, place) in places.enumerated() {
                    // The steepest step of a 5 ms sine at the start, and of a straight line of 20 ms at a resume.
                    let limit = number == 0 ? 121 : 21
                    let rises = zip(sound[(place - 1)...], sound[place...]).prefix(882).map { Int($1) - Int($0) }
                    #expect(rises.allSatisfy { $0 <= limit }, "beginning \(number): a step of \(rises.max() ?? 0)")
                }
                try await session.endPlayer()
                server.send(SIGTERM)
                _ = try await server.finish()
            }
        }

        @Test("A start at another sample rate has its whole ramp, and a second stop ends a fade-out")
        func rates() async throws {
            try await Session.run { session in
                let server = try await session.startSoundServer("speakers")
                _ = try session.makeLevel("A.wav", frames: 60 * 44100, left: 16384, right: 16384)
                #expect(try await session.run("sox", "A.wav", "-r", "96000", "B.wav").status == 0)
                try session.configure("loudnessMode = \"off\"", "fadeInDuration = 0", "fadeOutDuration = 30")
                let recorder = try await session.record(patience: 20)
                _ = try await session.startDaemon("A.wav", "B.wav")
                try await session.hears { $0.allSatisfy { $0 > 16000 } }
                #expect(try await session.segue("stop").status == 0)
                try await session.hears { $0.allSatisfy { 0 < $0 && $0 < 16300 } }
                #expect(try await session.segue("stop", "--fade", "0").status == 0)
                #expect(try await session.segue("wait", "idle").status == 0)
                let end = try session.recorded().count
                try await session.hears { $0.allSatisfy { $0 == 0 } }
                #expect(try await session.segue("next").status == 0)
                #expect(try await session.segue("play").status == 0)
                try await session.hears { $0.allSatisfy { $0 > 16000 } }
                recorder.send(SIGTERM)
                _ = try await recorder.finish()
                let sound = try session.recorded()
                let silence = try #require(sound[end...].firstIndex { $0 == 0 })
                #expect(silence - end < 2 * 44100, "the former fade would have gone on for 30 s")
                // The resampler of the server rings a little beside the ramp.
                let steps = zip(sound[end...], sound[(end + 1)...]).map { abs(Int($1) - Int($0)) }
                #expect((steps.max() ?? 0) < 300, "a step of \(steps.max() ?? 0)")
                try await session.endPlayer()
                server.send(SIGTERM)
                _ = try await server.finish()
            }
        }
    }
}

extension Session {
    private var recording: URL { music("recording") }

    /// Records the output of the sink called `speakers`. Returns once the recorder has received audio.
    fileprivate func record(patience: Int) async throws -> RunningProgram {
        let recorder = try start(
            "parec",
            [
                "--device=speakers.monitor", "--format=s16le", "--rate=44100", "--channels=1", "--raw",
                "--latency-msec=\(patience)", recording.path,
            ])
        while try recorded().isEmpty { try Task.checkCancellation() }
        return recorder
    }

    /// Returns the last `count` frames of the recording; without a number, all of it.
    fileprivate func recorded(last count: Int? = nil) throws -> [Int16] {
        guard let file = try? FileHandle(forReadingFrom: recording) else { return [] }
        defer { try? file.close() }
        let end = try file.seekToEnd() / 2 * 2
        try file.seek(toOffset: end - min(end, count.map { UInt64($0) * 2 } ?? end))
        let data = try file.readToEnd() ?? Data()
        return data.withUnsafeBytes { bytes in
            (0..<bytes.count / 2).map {
                Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self))
            }
        }
    }

    /// Waits until `isWanted` holds for the last twentieth of a second of the recording.
    fileprivate func hears(_ isWanted: ([Int16]) -> Bool) async throws {
        while true {
            let last = try recorded(last: 2205)
            if last.count == 2205, isWanted(last) { return }
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}
