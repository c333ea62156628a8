import Foundation
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueAudio

/// Files on servers that send the whole file or nothing, as `python3 -m http.server` does.
@Suite(.serialized) struct ServerWithoutPartsTests {
    private typealias Stage = NetworkTests.Stage

    private static func music(
        _ stage: NetworkTests.Stage, _ encoder: String, _ name: String, seconds: Double = 12
    ) throws -> [UInt8] {
        let music = try NetworkTests.music(stage.folder, name, encoder, seconds: seconds)
        guard name.hasSuffix("mp3") else { return music }
        return SampleFiles.id3Tag([SampleFiles.id3Text("TIT2", "A Song")]) + music
    }

    /// Returns the track that the load reports, and the last event when it is played from `position`.
    private func play(
        _ stage: NetworkTests.Stage, from position: Double, upTo enough: Double
    ) -> (loaded: LoadedTrack?, last: AudioEvent?) {
        var loaded: LoadedTrack?
        stage.live.run([
            .load(.first, uri: stage.server.url("/a"), position: MediaTime(seconds: position))
        ]) { event in
            switch event {
            case .loaded(_, let track):
                loaded = track
                stage.live.perform(.playOut(.first))
                stage.live.perform(LiveTests.start(.first))
                stage.live.when({ (stage.live.engine.positions().first?.heard.seconds ?? 0) > enough }) {
                    stage.live.finish()
                }
            case .failed, .ended, .loadFailed: stage.live.finish()
            default: break
            }
        }
        #expect(!stage.live.isTimedOut, "\(stage.live.events)")
        return (loaded, stage.live.events.last)
    }

    @Test(
        "A file plays from its start on, and says that it can't be gone into",
        arguments: [
            ("flacenc", "a.flac"), ("vorbisenc ! oggmux", "a.ogg"), ("opusenc ! oggmux", "a.opus"),
            ("lamemp3enc target=bitrate bitrate=192 cbr=true", "a.mp3"), ("avenc_aac ! mp4mux faststart=true", "a.m4a"),
            ("wavenc", "a.wav"),
        ], [0.0, 7.0])
    func whole(_ format: (encoder: String, name: String), position: Double) throws {
        let stage = try Stage()
        let music = try Self.music(stage, format.encoder, format.name)
        stage.server.serve(.file(music, type: "application/octet-stream", ranges: false), at: "/a")
        let (loaded, _) = play(stage, from: position, upTo: 0.3)
        #expect(loaded?.isSeekable == false, "\(stage.live.events)")
        #expect(loaded?.isLive == false)
        // The length of an MP3 without a table is an estimate.
        if let length = loaded?.metadata.duration { #expect(abs(length.seconds - 12) < 0.6) }
        #expect(stage.server.requests("/a").map(\.start) == [nil])
        #expect(try stage.recording.left.dropFirst(4410).contains { abs($0) > 0.2 })
    }

    @Test(
        "What comes in from such a server never begins anew: neither when its fade is to finish quickly, nor alone",
        arguments: [
            AudioInstruction.quickFinish(incoming: .second, duration: MediaTime(seconds: 1)),
            .unload(.first, ramp: MediaTime(seconds: 0.04)),
        ])
    func comingIn(_ instruction: AudioInstruction) throws {
        let stage = try Stage()
        try Signal.constant(0.5, on: .left, seconds: 8).write(to: stage.folder.file("a.wav"))
        let second = Signal.counting(on: .right, seconds: 8)
        try stage.serve(second, at: "/b.wav", ranges: false)
        stage.live.run([.load(.first, uri: stage.folder.uri("a.wav"), position: .zero)]) { event in
            switch event {
            case .loaded(.first, _):
                stage.live.perform(.load(.second, uri: stage.server.url("/b.wav"), position: .zero))
            case .loaded(.second, _):
                stage.live.perform(.schedule(LiveTests.plan(.first, .second, .at(MediaTime(seconds: 0.5)), seconds: 3)))
                stage.live.perform(.playOut(.second))
                stage.live.perform(LiveTests.start(.first))
                stage.live.when({ stage.live.engine.heardSample > 2 * 44100 }) { stage.live.perform(instruction) }
            case .ended(.second), .failed: stage.live.finish()
            default: break
            }
        }
        #expect(stage.live.events.last == .ended(.second), "\(stage.live.events.suffix(5))")
        let recording = try stage.recording
        #expect(recording.count == 44100 / 2 + 8 * 44100)
        let whole = Int(3.5 * 44100)
        #expect(Array(recording.right[whole...]) == Array(second.right[(whole - 22050)...]))
        #expect(!recording.left[whole...].contains { abs($0) > 0.001 })
    }

    @Test(
        "What follows such a stream is removed while the last of the stream is mixed: all of the stream is heard",
        arguments: [0.5, 0.65, 0.8])
    func removedFollower(heard: Double) throws {
        let stage = try Stage()
        let first = Signal.counting(on: .left, seconds: 5)
        try stage.serve(first, at: "/a.wav", ranges: false)
        try Signal.constant(0.5, on: .right, seconds: 2).write(to: stage.folder.file("b.wav"))
        stage.live.run([.load(.first, uri: stage.server.url("/a.wav"), position: .zero)]) { event in
            switch event {
            case .loaded(.first, _):
                stage.live.perform(.load(.second, uri: stage.folder.uri("b.wav"), position: .zero))
            case .loaded(.second, _):
                stage.live.perform(.schedule(LiveTests.plan(.first, .second, .now, seconds: 0, kind: .gapless)))
                stage.live.perform(LiveTests.start(.first))
                stage.live.when({ stage.live.engine.heardSample > Int64(heard * 44100) }) {
                    stage.live.perform(.unload(.second, ramp: .zero))
                    stage.live.perform(.playOut(.first))
                }
            case .ended(.first), .failed: stage.live.finish()
            default: break
            }
        }
        #expect(stage.live.events.last == .ended(.first), "\(stage.live.events.suffix(5))")
        let recording = try stage.recording
        #expect(recording.count == first.count)
        #expect(Array(recording.left.dropFirst(300)) == Array(first.left.dropFirst(300)))
        #expect(!recording.right.contains { $0 != 0 })
    }

    @Test("A connection that breaks off is opened again and read in order: reading at will was the end of the player")
    func brokenOff() throws {
        let stage = try Stage()
        let music = try Self.music(stage, "lamemp3enc target=bitrate bitrate=192 cbr=true", "a.mp3")
        stage.server.serve(.file(music, type: "audio/mpeg", ranges: false), at: "/a")
        stage.server.allow(music.count / 2, at: "/a")
        var again: LoadedTrack?
        stage.live.run([.load(.first, uri: stage.server.url("/a"), position: .zero)]) { event in
            switch event {
            case .loaded(.first, _):
                stage.live.perform(LiveTests.start(.first))
                stage.server.drop("/a", inOrder: true)
            case .failed(.first, _):
                stage.server.allow(nil, at: "/a")
                stage.live.perform(.pause)
                let place = stage.live.engine.positions().first?.stopping ?? .zero
                #expect(place.seconds > 4 && place.seconds <= 6.1, "\(place)")
                stage.live.perform(.load(.second, uri: stage.server.url("/a"), position: place))
            case .loaded(.second, let track):
                again = track
                stage.live.perform(.unload(.first, ramp: .zero))
                stage.live.perform(LiveTests.start(.second))
                stage.live.after(0.5) { stage.live.finish() }
            case .loadFailed, .ended: stage.live.finish()
            default: break
            }
        }
        #expect(again?.isSeekable == false, "\(stage.live.events.suffix(5))")
    }

    @Test("What came before a quick server broke off is heard, and then it is told")
    func brokenOffAtOnce() throws {
        let stage = try Stage()
        let music = try Self.music(stage, "lamemp3enc target=bitrate bitrate=192 cbr=true", "a.mp3")
        stage.server.serve(.file(music, type: "audio/mpeg", ranges: false), at: "/a")
        stage.server.allow(music.count / 4, at: "/a")
        stage.server.closeAtLimits()
        let (loaded, last) = play(stage, from: 0, upTo: 100)
        #expect(loaded != nil)
        guard case .failed(.first, let error) = last else {
            Issue.record("\(stage.live.events)")
            return
        }
        #expect(error.description.contains("the connection was lost"))
        // The recording ends with the report, without the samples still on their way to the ear.
        #expect(try stage.recording.left.count > 2 * 44100)
    }

    @Test(
        "A stream in chunks that is cut off without the last one has broken off, and a whole one has ended",
        arguments: [true, false])
    func chunks(isWhole: Bool) throws {
        let stage = try Stage()
        let music = try Self.music(stage, "flacenc", "a.flac", seconds: 6)
        let sent = isWhole ? music : Array(music.prefix(music.count / 3))
        stage.server.serve(.chunks(sent, type: "audio/flac", isWhole: isWhole), at: "/a")
        let (loaded, last) = play(stage, from: 0, upTo: 100)
        #expect(loaded?.isSeekable == false)
        #expect(isWhole == (last == .ended(.first)), "\(String(describing: last))")
        guard !isWhole, case .failed(.first, let error) = last else { return }
        #expect(error.description.contains("the connection was lost"))
    }

    @Test(
        "A server that only says that it gives parts is found out, and read in order",
        arguments: [
            // A file longer than a client would rather await than request in parts, and a demuxer that looks at the end
            // before it plays.
            ("a.wav", "wavenc"), ("a.ogg", "vorbisenc ! oggmux"),
        ])
    func pretence(name: String, encoder: String) throws {
        let stage = try Stage()
        let music = try Self.music(stage, encoder, name)
        stage.server.serve(.pretence(music, type: "application/octet-stream"), at: "/a")
        func isAskedForAPart() -> Bool { stage.server.requests("/a").contains { $0.start ?? 0 > 0 } }
        // A client that has received the whole file already need not ask.
        stage.server.allow(music.count / 2, at: "/a")
        stage.live.when(isAskedForAPart) { stage.server.allow(nil, at: "/a") }
        let (loaded, _) = play(stage, from: 7, upTo: 0.3)
        #expect(loaded?.isSeekable == false, "\(stage.live.events)")
        #expect(isAskedForAPart(), "it has been asked for a part")
    }
}
