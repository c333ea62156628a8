import CGStreamer
import Foundation
import SegueCore
import SegueFiles
import SegueTestSupport
import Testing

@testable import SegueAudio

/// Streams from a loopback server that stalls, breaks off and returns, played in real time into a file.
@Suite(.serialized) struct NetworkTests {
    /// A folder, a server, and an engine that records.
    final class Stage {
        let folder: Folder
        let server: MediaServer
        let live: Rehearsal
        private let isOwner: Bool

        /// Creates a server, unless one is given.
        init(_ server: MediaServer? = nil, options change: (inout AudioEngine.Options) -> Void = { _ in }) throws {
            folder = try Folder()
            self.server = try server ?? MediaServer()
            isOwner = server == nil
            var options = AudioEngine.Options(mode: .live(output: "file:" + folder.file("live.wav")))
            change(&options)
            live = try Rehearsal(options)
        }

        deinit {
            if isOwner { server.close() }
        }

        var recording: Signal { get throws { try Signal(reading: folder.file("live.wav")) } }

        /// Puts a WAV of this signal on the server.
        func serve(_ signal: Signal, at path: String, ranges: Bool = true) throws {
            try signal.write(to: folder.file("served.wav"))
            server.serve(
                .file(try SampleFiles.contents(folder.file("served.wav")), type: "audio/x-wav", ranges: ranges),
                at: path)
        }

        /// Returns true if this event reports that a loaded load has less than it needs.
        func isStall(_ event: AudioEvent, of generation: LoadGeneration, below limit: Int = 100) -> Bool {
            guard case .buffering(generation, let percent) = event else { return false }
            return percent < limit && live.engine.loader.loads[generation]?.isLoaded == true
        }

        /// Allows no more than the first `seconds` of a WAV that `serve` has put there.
        func allow(_ seconds: Double, at path: String) {
            server.allow(44 + Int(seconds * 44100) * 8, at: path)
        }
    }

    /// Expects every sample once and in order, except in the ramp at the start and the ramps of `interruptions`.
    static func expectWhole(
        _ samples: [Float], of original: [Float], interruptions: Int = 0,
        _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(samples.count == original.count, sourceLocation: location)
        let ramp = 882
        let different = zip(samples, original).enumerated().dropFirst(ramp).filter { $0.element.0 != $0.element.1 }
            .map(\.offset)
        #expect(different.count <= interruptions * 2 * ramp, "\(different.count)", sourceLocation: location)
        guard interruptions < 2, let first = different.first, let last = different.last else { return }
        #expect(last - first <= 2 * ramp, "from \(first) to \(last) of \(samples.count)", sourceLocation: location)
    }

    /// A server may be silent for as long as the core waits, although a source ends its load after 15 s by default.
    @Test("A source waits as long as the core", arguments: [(10.0, 15), (59.5, 60), (120, 120)])
    func sourceTimeout(limit: Double, timeout: guint) throws {
        let stage = try Stage()
        try stage.serve(.constant(0.5, on: .left, seconds: 1), at: "/a.wav")
        let load = AudioInstruction.load(
            .first, uri: stage.server.url("/a.wav"), position: .zero, limit: MediaTime(seconds: limit))
        var found: guint?
        stage.live.run([load]) { event in
            guard case .loaded = event else { return }
            let bin = stage.live.engine.loader.loads[.first].flatMap { segue_as_bin($0.deck.bin.pointer) }
            if let source = gst_bin_get_by_interface(bin, gst_uri_handler_get_type()) {
                found = segue_get_unsigned(source, "timeout")
                gst_object_unref(source)
            }
            stage.live.finish()
        }
        #expect(found == timeout)
    }

    @Test("A stall tells so in time for a ramp; after it, the sound goes on where it was", arguments: [100, 1])
    func stall(reaction: Int) throws {
        let stage = try Stage()
        let signal = Signal.counting(on: .both, seconds: 4)
        try stage.serve(signal, at: "/a.wav")
        stage.allow(2.5, at: "/a.wav")
        var held: [DeckPosition] = []
        var isPaused = false
        stage.live.run([.load(.first, uri: stage.server.url("/a.wav"), position: .zero)]) { event in
            switch event {
            case .loaded(_, let track):
                #expect(track.isSeekable && !track.isLive)
                #expect(track.metadata.duration == MediaTime(seconds: 4))
                stage.live.perform(.playOut(.first))
                stage.live.perform(LiveTests.start(.first))
            case _ where stage.isStall(event, of: .first, below: reaction) && !isPaused:
                isPaused = true
                stage.live.perform(.pause)
                stage.live.after(0.6) {
                    held = stage.live.engine.positions()
                    stage.server.allow(nil, at: "/a.wav")
                }
            case .buffering(_, percent: 100) where isPaused: stage.live.perform(.resume)
            case .ended, .failed: stage.live.finish()
            default: break
            }
        }
        #expect(!stage.live.isTimedOut, "\(stage.live.events.suffix(5))")
        let place = try #require(held.first?.heard.seconds)
        #expect(place > 1.5 && place <= 2.5, "\(place)")
        Self.expectWhole(try stage.recording.left, of: signal.left, interruptions: 1)
        #expect(stage.server.requests("/a.wav").count == 1)
    }

    @Test("After a stall, 2 s are enough, in the reserve or on the tape")
    func stallEnds() throws {
        let stage = try Stage()
        try stage.serve(Signal.counting(on: .both, seconds: 12), at: "/a.wav")
        stage.allow(2.5, at: "/a.wav")
        var isPaused = false
        var fills: [Int] = []
        stage.live.run([.load(.first, uri: stage.server.url("/a.wav"), position: .zero)]) { event in
            switch event {
            case .loaded: stage.live.perform(LiveTests.start(.first))
            case .buffering(.first, let percent) where isPaused:
                fills.append(percent)
                if percent == 100 { stage.live.finish() }
            case _ where stage.isStall(event, of: .first):
                isPaused = true
                stage.live.perform(.pause)
                // Less than a reserve, but with the rest on the tape it is enough.
                stage.allow(2.5 + 1.9, at: "/a.wav")
            case .ended, .failed: stage.live.finish()
            default: break
            }
        }
        #expect(!stage.live.isTimedOut && fills.last == 100, "\(fills)")
        #expect(fills == fills.sorted(), "\(fills)")
    }

    @Test("A reset connection is taken up where it broke, and nobody hears of it")
    func reset() throws {
        let stage = try Stage()
        let signal = Signal.counting(on: .both, seconds: 4)
        try stage.serve(signal, at: "/a.wav")
        stage.allow(2.8, at: "/a.wav")
        stage.live.run([.load(.first, uri: stage.server.url("/a.wav"), position: .zero)]) { event in
            switch event {
            case .loaded:
                stage.live.perform(.playOut(.first))
                stage.live.perform(LiveTests.start(.first))
                // In this order, because a quick server would otherwise have sent the rest before.
                stage.server.drop("/a.wav")
                stage.server.allow(nil, at: "/a.wav")
            case .ended, .failed: stage.live.finish()
            default: break
            }
        }
        #expect(stage.live.events.last == .ended(.first), "\(stage.live.events.suffix(5))")
        Self.expectWhole(try stage.recording.left, of: signal.left)
        #expect(stage.server.requests("/a.wav").compactMap(\.start).contains { $0 > 44 })
    }

    @Test("A server that is gone is told behind the last sample that came; opened again, not one is lost or repeated")
    func gone() throws {
        let stage = try Stage()
        let signal = Signal.counting(on: .both, seconds: 4)
        try stage.serve(signal, at: "/a.wav")
        stage.allow(2.5, at: "/a.wav")
        var failure: AudioPlayerError?
        var place = MediaTime.zero
        stage.live.run([.load(.first, uri: stage.server.url("/a.wav"), position: .zero)]) { event in
            switch event {
            case .loaded(.first, _):
                stage.live.perform(LiveTests.start(.first))
                stage.server.stopListening()
                stage.server.drop("/a.wav")
            case .failed(.first, let error):
                failure = error
                place = stage.live.engine.positions().first?.stopping ?? .zero
                stage.live.perform(.pause)
                stage.live.after(0.6) {
                    #expect(stage.live.engine.positions().first?.heard == place)
                    try? stage.server.listen()
                    stage.server.allow(nil, at: "/a.wav")
                    stage.live.perform(
                        .load(.second, uri: stage.server.url("/a.wav"), position: place))
                }
            case .loaded(.second, _):
                stage.live.perform(.unload(.first, ramp: .zero))
                stage.live.perform(LiveTests.start(.second))
                stage.live.perform(.playOut(.second))
            case .ended(.second), .failed(.second, _), .loadFailed: stage.live.finish()
            default: break
            }
        }
        #expect(stage.live.events.last == .ended(.second), "\(stage.live.events.suffix(5))")
        #expect(failure?.description.contains("the connection was lost") == true, "\(String(describing: failure))")
        #expect(place.seconds > 2.3 && place.seconds <= 2.5, "\(place)")
        Self.expectWhole(try stage.recording.left, of: signal.left, interruptions: 1)
    }

    @Test("A stream that is opened again to be mixed again is on the tape meanwhile: nobody hears of a slow server")
    func mixedAgain() throws {
        let stage = try Stage()
        try stage.serve(.constant(0.5, on: .left, seconds: 8), at: "/a.wav")
        try Signal.constant(0.5, on: .right, seconds: 4).write(to: stage.folder.file("b.wav"))
        stage.live.run([.load(.first, uri: stage.server.url("/a.wav"), position: .zero)]) { event in
            switch event {
            case .loaded(.first, _):
                stage.live.perform(.load(.second, uri: stage.folder.uri("b.wav"), position: .zero))
            case .loaded(.second, _):
                stage.live.perform(.schedule(LiveTests.plan(.first, .second, .at(MediaTime(seconds: 5)), seconds: 2)))
                stage.live.perform(LiveTests.start(.first))
                stage.live.when({ stage.live.engine.heardSample > 2 * 44100 }) {
                    // The stream requested now is needed when there is little left on the tape.
                    stage.allow(1, at: "/a.wav")
                    stage.live.perform(.cancelSchedule(incoming: .second))
                    stage.live.perform(.playOut(.first))
                    stage.live.after(0.5) { stage.server.allow(nil, at: "/a.wav") }
                }
            case .ended(.first), .failed: stage.live.finish()
            default: break
            }
        }
        #expect(stage.live.events.last == .ended(.first), "\(stage.live.events.suffix(5))")
        let isReady = { (event: AudioEvent) in if case .loaded(.second, _) = event { true } else { false } }
        let heard = stage.live.events.drop { !isReady($0) }
        #expect(!heard.contains { if case .buffering(.first, 0..<100) = $0 { true } else { false } })
        let recording = try stage.recording
        #expect(recording.count == 8 * 44100)
        #expect(recording.left.dropFirst(882).allSatisfy { abs($0 - 0.5) < 0.001 })
        #expect(!recording.right.contains { $0 != 0 })
    }

    @Test("A stream that hangs when it is opened again to be mixed again is given up, and what had come is heard")
    func hangsWhenMixedAgain() throws {
        let limit = MediaTime(seconds: 1)
        let stage = try Stage { $0.reopeningLimit = limit }
        try stage.serve(.constant(0.5, on: .left, seconds: 8), at: "/a.wav")
        try Signal.constant(0.5, on: .right, seconds: 4).write(to: stage.folder.file("b.wav"))
        let uri = stage.server.url("/a.wav")
        stage.live.run([.load(.first, uri: uri, position: .zero)]) { event in
            switch event {
            case .loaded(.first, _):
                stage.live.perform(.load(.second, uri: stage.folder.uri("b.wav"), position: .zero))
            case .loaded(.second, _):
                stage.live.perform(.schedule(LiveTests.plan(.first, .second, .at(MediaTime(seconds: 5)), seconds: 2)))
                stage.live.perform(LiveTests.start(.first))
                stage.live.when({ stage.live.engine.heardSample > 2 * 44100 }) {
                    stage.server.serve(.silence, at: "/a.wav")
                    stage.live.perform(.cancelSchedule(incoming: .second))
                    stage.live.perform(.playOut(.first))
                }
            case .ended(.first), .failed: stage.live.finish()
            default: break
            }
        }
        #expect(stage.live.events.last == .failed(.first, .loadTimeout(path: uri, seconds: 1)))
        let recording = try stage.recording
        #expect(recording.count > 2 * 44100)
        #expect(recording.left.dropFirst(882).prefix(44100).allSatisfy { abs($0 - 0.5) < 0.001 })
    }

    /// Starts the first load once both are loaded, with a fade of 4 s to `b.wav` after 1 s.
    private static func beginFade(on event: AudioEvent, _ stage: Stage) {
        switch event {
        case .loaded(.first, _):
            stage.live.perform(.load(.second, uri: stage.folder.uri("b.wav"), position: .zero))
        case .loaded(.second, _):
            stage.live.perform(.schedule(LiveTests.plan(.first, .second, .at(MediaTime(seconds: 1)), seconds: 4)))
            stage.live.perform(.playOut(.second))
            stage.live.perform(LiveTests.start(.first))
        default: break
        }
    }

    @Test("A stalled outgoing stream can be let go of, and the incoming one goes on")
    func stallOfOutgoing() throws {
        let stage = try Stage()
        try stage.serve(.constant(0.5, on: .left, seconds: 8), at: "/a.wav")
        stage.allow(3, at: "/a.wav")
        let second = Signal.counting(on: .right, seconds: 5)
        try second.write(to: stage.folder.file("b.wav"))
        var isGone = false
        stage.live.run([.load(.first, uri: stage.server.url("/a.wav"), position: .zero)]) { event in
            Self.beginFade(on: event, stage)
            switch event {
            case _ where stage.isStall(event, of: .first) && !isGone:
                isGone = true
                stage.live.perform(.unload(.first, ramp: MediaTime(seconds: 0.04)))
            case .ended(.second), .failed: stage.live.finish()
            default: break
            }
        }
        #expect(stage.live.events.last == .ended(.second), "\(stage.live.events.suffix(5))")
        let recording = try stage.recording
        // The fade's gain for the counting track goes up, and no part of the track is missing.
        var gain: Float = 0
        for index in (44100 + 20000)..<recording.count {
            let next = recording.right[index] * 1_048_576 / Float(index - 44100 + 1)
            guard next >= gain - 0.001 else {
                Issue.record("the gain falls from \(gain) to \(next) at \(index)")
                break
            }
            gain = next
        }
        #expect(recording.count == 6 * 44100)
        #expect(!recording.left[(3 * 44100)...].contains { $0 != 0 })
        // After the ramp at the start.
        #expect(Signal.largestStep(recording.left[882...]) <= 0.5 / 800)
    }

    @Test("An outgoing stream that breaks off in its fade leaves the incoming one to be heard")
    func outgoingBroken() throws {
        let stage = try Stage()
        try stage.serve(.constant(0.5, on: .left, seconds: 8), at: "/a.wav")
        stage.allow(3, at: "/a.wav")
        try Signal.constant(0.5, on: .right, seconds: 6).write(to: stage.folder.file("b.wav"))
        stage.live.run(limit: 20, [.load(.first, uri: stage.server.url("/a.wav"), position: .zero)]) { event in
            Self.beginFade(on: event, stage)
            switch event {
            case .loaded(.second, _):
                stage.server.stopListening()
                stage.server.drop("/a.wav")
            case .ended(.second): stage.live.finish()
            default: break
            }
        }
        #expect(!stage.live.isTimedOut, "\(stage.live.events)")
        #expect(stage.live.events.contains(.transitionFinished(incoming: .second)), "\(stage.live.events)")
        let right = try stage.recording.right
        try #require(right.count > 6 * 44100)
        #expect(right[(3 * 44100)..<(6 * 44100)].allSatisfy { $0 > 0.3 }, "it goes on rising")
    }

    @Test("A stalled incoming stream can be let go of, and the outgoing one takes over and plays to its end")
    func stallOfIncoming() throws {
        let stage = try Stage()
        try Signal.constant(0.5, on: .left, seconds: 8).write(to: stage.folder.file("a.wav"))
        try stage.serve(.constant(0.5, on: .right, seconds: 8), at: "/b.wav")
        stage.allow(2.2, at: "/b.wav")
        var isGone = false
        stage.live.run([.load(.first, uri: stage.folder.uri("a.wav"), position: .zero)]) { event in
            switch event {
            case .loaded(.first, _):
                stage.live.perform(.load(.second, uri: stage.server.url("/b.wav"), position: .zero))
            case .loaded(.second, _):
                stage.live.perform(.schedule(LiveTests.plan(.first, .second, .at(MediaTime(seconds: 0.5)), seconds: 4)))
                stage.live.perform(LiveTests.start(.first))
            case _ where stage.isStall(event, of: .second) && !isGone:
                isGone = true
                stage.live.perform(.unload(.second, ramp: MediaTime(seconds: 0.04)))
                stage.live.perform(.playOut(.first))
            case .ended(.first), .failed: stage.live.finish()
            default: break
            }
        }
        #expect(stage.live.events.last == .ended(.first), "\(stage.live.events.suffix(5))")
        let recording = try stage.recording
        #expect(recording.count == 8 * 44100)
        let (end, silence) = (recording.left[(7 * 44100)...], recording.right[(3 * 44100)...])
        #expect(end.allSatisfy { abs($0 - 0.5) < 0.001 }, "back at full gain")
        // After the ramp at the start.
        #expect(Signal.largestStep(recording.left[882...]) <= 0.5 / 800)
        #expect(Signal.largestStep(recording.right[...]) <= 0.5 / 800)
        #expect(!silence.contains { $0 != 0 })
    }

    // MARK: - Stations

    static func music(_ folder: Folder, _ name: String, _ encoder: String, seconds: Double = 20) throws -> [UInt8] {
        try Signal.sine(440, seconds: seconds).write(to: folder.file("tone.wav"))
        try SampleFiles.encode(folder.file("tone.wav"), to: folder.file(name), by: encoder)
        return try SampleFiles.contents(folder.file(name))
    }

    @Test("A station tells what it plays, has no end and no positions, and its end is a failure")
    func station() throws {
        let stage = try Stage()
        let music = try Self.music(stage.folder, "tone.mp3", "lamemp3enc target=bitrate bitrate=128 cbr=true")
        stage.server.serve(
            .station(
                .init(
                    name: "Radio Loop", music: music, type: "audio/mpeg",
                    titles: [(8000, "The Band - The Song"), (24000, "Only News"), (26000, "Only News")])),
            at: "/live")
        stage.server.allow(64000, at: "/live")
        var loaded: LoadedTrack?
        stage.live.run([
            .load(.first, uri: stage.server.url("/live"), position: MediaTime(seconds: 100))
        ]) { event in
            switch event {
            case .loaded(_, let track):
                loaded = track
                stage.live.perform(LiveTests.start(.first))
                stage.live.after(1) {
                    let heard = stage.live.engine.positions().first?.heard.seconds ?? 0
                    #expect(heard > 100 && heard < 103, "what counts is how long it has been listened to")
                }
            case _ where stage.isStall(event, of: .first): stage.server.drop("/live", inOrder: true)
            case .failed, .ended: stage.live.finish()
            default: break
            }
        }
        #expect(loaded?.isLive == true)
        #expect(loaded?.isSeekable == false)
        #expect(loaded?.metadata.duration == nil)
        let news = stage.live.events.compactMap {
            if case .metadataChanged(_, let metadata) = $0 { metadata } else { nil }
        }
        #expect(news.map(\.title) == ["The Song", "Only News"] || loaded?.metadata.title == "The Song")
        #expect(news.last?.title == "Only News")
        #expect(news.last?.artists == [])
        #expect(news.last?.album == "Radio Loop")
        guard case .failed(.first, let error) = stage.live.events.last else {
            Issue.record("\(stage.live.events.suffix(3))")
            return
        }
        #expect(error.description.contains("the station closed the connection"))
    }

    @Test(
        "A station that begins with a header for a length has no length, and goes on past that end",
        arguments: [(["-b", "128"], 4000, true), (["-V", "5"], 4000, false), (["-V", "5"], nil, true)])
    func stationWithHeader(quality: [String], interval: Int?, isTagged: Bool) throws {
        let stage = try Stage()
        try Signal.sine(440, seconds: 3).write(to: stage.folder.file("tone.wav"))
        try Tool.run(
            ["lame", "--quiet"] + quality + [stage.folder.file("tone.wav"), stage.folder.file("tone.mp3")])
        let encoded = try SampleFiles.contents(stage.folder.file("tone.mp3"))
        let start = try #require(encoded.indices.first { MPEGFrameHeader(encoded[$0...]) != nil })
        #expect(LAMEHeader.namePlace(in: Array(encoded[start...].prefix(LAMEHeader.length))) != nil)
        // FFmpeg begins its streams in this way.
        let tag = isTagged ? SampleFiles.id3Tag([SampleFiles.id3Text("TSSE", "Lavf59.27.100")]) : []
        let music = tag + encoded[start...]
        stage.server.serve(
            .station(
                .init(
                    name: "Radio Loop", music: music, type: "audio/mpeg",
                    titles: [(0, "The Band - The Song")], interval: interval)), at: "/live")
        var loaded: LoadedTrack?
        stage.live.run([.load(.first, uri: stage.server.url("/live"), position: .zero)]) { event in
            switch event {
            case .loaded(_, let track):
                loaded = track
                stage.live.perform(LiveTests.start(.first))
                stage.live.when({ (stage.live.engine.positions().first?.heard.seconds ?? 0) > 3.5 }) {
                    stage.live.finish()
                }
            case .failed, .ended, .loadFailed: stage.live.finish()
            default: break
            }
        }
        #expect(!stage.live.isTimedOut, "\(stage.live.events.suffix(5))")
        #expect(loaded?.isLive == true)
        #expect(loaded?.isSeekable == false)
        #expect(loaded?.metadata.duration == nil)
        let all = stage.live.events.compactMap {
            if case .metadataChanged(_, let metadata) = $0 { metadata } else { nil }
        }
        #expect(all.allSatisfy { $0.duration == nil })
        let last = try #require((all.last ?? loaded?.metadata))
        #expect(last.title == (interval == nil ? "Radio Loop" : "The Song"))
        #expect(last.artists == (interval == nil ? [] : ["The Band"]))
        #expect(last.album == "Radio Loop")
        #expect(!stage.live.events.contains(.ended(.first)))
    }

    @Test("A title of a station is told when its music is heard")
    func titlesInTime() throws {
        let stage = try Stage()
        let starts = [0.0, 1.75, 3.25, 4.5, 6]
        // Each title is heard on the other side.
        let sides = Signal(rate: 44100, seconds: 12) { index in
            let value = Float(0.5 * sin(2 * .pi * 440 * Double(index) / 44100))
            return starts.count { $0 * 44100 <= Double(index) } % 2 == 1 ? (value, 0) : (0, value)
        }
        try sides.write(to: stage.folder.file("tone.wav"))
        try Tool.run(
            [
                "lame", "--quiet", "-t", "-m", "s", "-b", "128", stage.folder.file("tone.wav"),
                stage.folder.file("tone.mp3"),
            ])
        stage.server.serve(
            .station(
                .init(
                    name: "Radio Loop", music: try SampleFiles.contents(stage.folder.file("tone.mp3")),
                    type: "audio/mpeg", titles: starts.map { (Int($0 * 16_000), "\($0)") }, interval: 1000)),
            at: "/live")
        var heard: [String: Double] = [:]
        stage.live.run([.load(.first, uri: stage.server.url("/live"), position: .zero)]) { event in
            switch event {
            case .loaded: stage.live.perform(LiveTests.start(.first))
            case .metadataChanged(_, let metadata):
                heard[metadata.title ?? ""] = stage.live.engine.positions().first?.heard.seconds
                if metadata.title == "6.0" { stage.live.after(0.5) { stage.live.finish() } }
            case .failed, .ended, .loadFailed: stage.live.finish()
            default: break
            }
        }
        let recording = try stage.recording
        for (place, start) in starts.enumerated().dropFirst() {
            let time = try #require(heard["\(start)"], "\(stage.live.events.suffix(3))")
            let samples = place % 2 == 0 ? recording.left : recording.right
            let first = try #require(samples.indices.first { $0 > Int((start - 0.5) * 44100) && samples[$0] > 0.2 })
            let music = Double(first) / 44100
            // The server sends a title after up to 1000 bytes, and the decoder reads a frame ahead.
            #expect(time > music - 0.1 && time < music + 1, "\(start): told at \(time), heard at \(music)")
        }
    }

    @Test("A chain of Ogg streams is one station")
    func chainedOgg() throws {
        let stage = try Stage()
        var music: [UInt8] = []
        for name in ["one", "two"] {
            music += try Self.music(
                stage.folder, "\(name).ogg", "taginject tags=title=\(name),artist=Band ! vorbisenc ! oggmux", seconds: 3
            )
        }
        stage.server.serve(
            .station(.init(name: "Ogg Radio", music: music, type: "application/ogg", interval: nil)), at: "/live")
        stage.live.run([.load(.first, uri: stage.server.url("/live"), position: .zero)]) { event in
            switch event {
            case .loaded: stage.live.perform(LiveTests.start(.first))
            case .metadataChanged(_, let metadata) where metadata.title == "two":
                stage.live.after(1) { stage.live.finish() }
            case .failed, .ended, .loadFailed: stage.live.finish()
            default: break
            }
        }
        #expect(!stage.live.isTimedOut, "\(stage.live.events)")
        #expect(!stage.live.events.contains { if case .failed = $0 { true } else { false } }, "\(stage.live.events)")
        let samples = try stage.recording.left
        #expect(samples.count > 3 * 44100, "\(stage.live.events.suffix(2))")
        #expect(Signal.largestStep(samples[4410...]) < 0.1)
    }

    // MARK: - Answers

    private func answer(_ page: MediaServer.Page, limit: Double = 10) throws -> (AudioEvent?, String) {
        let stage = try Stage()
        stage.server.serve(page, at: "/x")
        let uri = stage.server.url("/x")
        var answer: AudioEvent?
        stage.live.run(limit: limit, [.load(.first, uri: uri, position: .zero)]) { event in
            switch event {
            case .loaded, .loadFailed:
                answer = answer ?? event
                stage.live.after(0.2) { stage.live.finish() }
            default: break
            }
        }
        #expect(stage.live.events.filter { if case .loadFailed = $0 { true } else { false } }.count <= 1)
        return (answer, uri)
    }

    @Test("What a server answers is said in words", arguments: [404, 403, 500, 304])
    func status(code: Int) throws {
        let (event, uri) = try answer(.status(code))
        let expected: AudioPlayerError =
            switch code {
            case 404: .fileNotFound(path: uri)
            case 403: .fileLoadFailed(path: uri, reason: "the server refuses access (HTTP status 403)")
            default: .fileLoadFailed(path: uri, reason: "the server has an error (HTTP status \(code))")
            }
        #expect(event == .loadFailed(.first, expected))
    }

    @Test("A server that never answers keeps nobody")
    func silence() throws {
        let (event, _) = try answer(.silence, limit: 1)
        #expect(event == nil)
    }

    @Test("An Ogg file from a server that sends parts has its own length", arguments: 1...4)
    func ogg(_ time: Int) throws {
        let stage = try Stage()
        let music = try Self.music(stage.folder, "a.ogg", "vorbisenc ! oggmux", seconds: 12)
        stage.server.serve(.file(music, type: "audio/ogg", ranges: true), at: "/a")
        var loaded: LoadedTrack?
        stage.live.run([.load(.first, uri: stage.server.url("/a"), position: .zero)]) { event in
            switch event {
            case .loaded(_, let track):
                loaded = track
                stage.live.finish()
            case .failed, .loadFailed: stage.live.finish()
            default: break
            }
        }
        #expect(loaded?.isSeekable == true)
        #expect(abs((loaded?.metadata.duration?.seconds ?? 0) - 12) < 0.02)
    }

    @Test("A redirection is followed")
    func redirection() throws {
        let stage = try Stage()
        try stage.serve(.constant(0.5, on: .both, seconds: 1), at: "/a.wav")
        stage.server.serve(.redirect("/a.wav"), at: "/moved")
        var isLoaded = false
        stage.live.run([.load(.first, uri: stage.server.url("/moved"), position: .zero)]) { event in
            switch event {
            case .loaded: isLoaded = true
            case .loadFailed: break
            default: return
            }
            stage.live.finish()
        }
        #expect(isLoaded, "\(stage.live.events)")
    }

    @Test(
        "A file from a server that sends parts can be gone into",
        arguments: [
            ("flacenc", "flac"), ("vorbisenc ! oggmux", "ogg"), ("opusenc ! oggmux", "opus"), ("lamemp3enc", "mp3"),
            ("avenc_aac ! mp4mux", "m4a"), ("wavenc", "wav"),
        ])
    func seek(encoder: String, name: String) throws {
        let stage = try Stage()
        // From 12 s on, the tone is quieter.
        var signal = Signal.sine(440, seconds: 20)
        for index in (12 * 44100)..<signal.count {
            signal.left[index] *= 0.2
            signal.right[index] *= 0.2
        }
        try signal.write(to: stage.folder.file("tone.wav"))
        try SampleFiles.encode(stage.folder.file("tone.wav"), to: stage.folder.file(name), by: encoder)
        stage.server.serve(
            .file(try SampleFiles.contents(stage.folder.file(name)), type: "application/octet-stream", ranges: true),
            at: "/a")
        stage.live.run([
            .load(.first, uri: stage.server.url("/a"), position: MediaTime(seconds: 11))
        ]) { event in
            switch event {
            case .loaded(_, let track):
                #expect(track.isSeekable)
                // The length of an MP3 without a table is an estimate.
                #expect(abs((track.metadata.duration?.seconds ?? 0) - 20) < 0.6)
                stage.live.perform(LiveTests.start(.first))
                stage.live.after(2) { stage.live.finish() }
            case .failed, .ended, .loadFailed: stage.live.finish()
            default: break
            }
        }
        let recording = try stage.recording
        let change = recording.left.lastIndex { abs($0) > 0.3 } ?? 0
        // Exact to the delay of a lossy coder.
        #expect(abs(change - recording.rate) < 1200, "\(change) at \(recording.rate) Hz")
    }
}
