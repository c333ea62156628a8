import CGStreamer
import Foundation
import Glibc
import SegueCore
import SegueFiles
import SegueTestSupport
import Testing

@testable import SegueAudio

@Suite(.serialized) struct FailureTests {
    /// Loads `uri` beside a track that plays, and returns the first answer within `limit` seconds.
    private func answer(to uri: String, limit: Double = 10) throws -> AudioEvent? {
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "null")))
        var answer: AudioEvent?
        live.run(limit: limit, [.load(.first, uri: uri, position: .zero)]) { [unowned live] event in
            switch event {
            case .loaded, .loadFailed:
                answer = answer ?? event
                // A second error of the same load would come right after the first.
                live.after(0.2) { live.finish() }
            default: break
            }
        }
        #expect(live.events.filter { if case .loadFailed = $0 { true } else { false } }.count <= 1)
        return answer
    }

    @Test("A missing file is not found")
    func missing() throws {
        let folder = try Folder()
        let expected = AudioEvent.loadFailed(.first, .fileNotFound(path: folder.file("gone ü.flac")))
        #expect(try answer(to: folder.uri("gone ü.flac")) == expected)
    }

    @Test("A sample rate that no sound has is passed over", arguments: [100, 3_000_017, 10_000_019, 0x7FFF_FFFF])
    func rates(rate: UInt32) throws {
        let folder = try Folder()
        let file = folder.file("a.wav")
        try Signal.constant(0.5, on: .left, seconds: 1).write(to: file)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        bytes.replaceSubrange(24..<28, with: withUnsafeBytes(of: rate.littleEndian) { Data($0) })
        try bytes.write(to: URL(fileURLWithPath: file))
        guard case .loadFailed? = try answer(to: folder.uri("a.wav")) else {
            Issue.record("It was taken.")
            return
        }
        // It does not matter whether anything is measured.
        _ = try? SoundAnalysis(uri: folder.uri("a.wav")).run { _ in }
    }

    @Test("A folder is named as one")
    func directory() throws {
        let folder = try Folder()
        let expected = AudioEvent.loadFailed(.first, .fileLoadFailed(path: folder.path, reason: "it is a folder"))
        #expect(try answer(to: URL(fileURLWithPath: folder.path).absoluteString.trimmingSlash) == expected)
    }

    @Test("Files without audio say why", arguments: ["text.mp3", "empty.flac", "noise.ogg", "picture.png"])
    func withoutAudio(name: String) throws {
        let folder = try Folder()
        let content: Data =
            switch name {
            case "text.mp3": Data(String(repeating: "This is not music. ", count: 100).utf8)
            case "empty.flac": Data()
            case "picture.png": Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + Data(count: 400)
            default: Data((0..<40000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) })
            }
        try content.write(to: URL(fileURLWithPath: folder.file(name)))
        guard case .loadFailed(.first, let error) = try answer(to: folder.uri(name)) else {
            Issue.record("\(name) was not refused")
            return
        }
        #expect("\(error)".contains(folder.file(name)))
        #expect(!"\(error)".lowercased().contains("gst"))
    }

    @Test("An unknown scheme is refused")
    func scheme() throws {
        guard case .loadFailed(.first, .unsupportedFormat(let path, _)) = try answer(to: "gopher://host/song.mp3")
        else {
            Issue.record("it was not refused as unsupported")
            return
        }
        #expect(path == "gopher://host/song.mp3")
    }

    @Test("A file that breaks off is played to where it breaks, with a ramp, and what was planned follows at once")
    func truncated() throws {
        let folder = try Folder()
        try Signal.noise(seed: 1, seconds: 4).write(to: folder.file("noise.wav"))
        try Tool.run("sox", "-D", folder.file("noise.wav"), "-b", "16", folder.file("whole.flac"))
        // The header still says 4 s.
        let whole = try Data(contentsOf: URL(fileURLWithPath: folder.file("whole.flac")))
        try whole.prefix(whole.count / 4).write(to: URL(fileURLWithPath: folder.file("a.flac")))
        try Signal.constant(0.75, on: .right, seconds: 2).write(to: folder.file("b.wav"))
        let pair = try RenderedPair(
            folder.uri("a.flac"), folder.uri("b.wav"), to: folder.file("out.wav"), start: .at(MediaTime(seconds: 3)),
            duration: MediaTime(seconds: 1))
        #expect(!pair.isTimedOut, "\(pair.events)")
        let out = try Signal(reading: folder.file("out.wav"))
        let seam = out.count - 2 * 44100
        #expect((30000...60000).contains(seam))
        #expect(out.right[seam...].allSatisfy { $0 == 0.75 })
        func peak(_ samples: ArraySlice<Float>) -> Float { samples.map(abs).max() ?? 0 }
        let loud = peak(out.left[(seam - 4000)..<(seam - 900)])
        #expect(loud > 0.1)
        #expect(peak(out.left[(seam - 88)..<seam]) < loud / 8)
    }

    @Test(
        "A file that is cut while it plays ends with a ramp, whatever was to follow",
        arguments: [TransitionPlan.Kind.crossfade, .gapless, nil])
    func cutWhilePlaying(kind: TransitionPlan.Kind?) throws {
        let cut = 5 * 44100
        let pair = try LivePair(seconds: 12, 3) { live in
            // The mixer will not read this far before the file is cut.
            let path = live.engine.loader.loads[.first].flatMap { FileURI.path(of: $0.deck.uri) }
            #expect(path?.withCString { truncate($0, 44 + 8 * cut) } == 0)
            guard let kind else { return }
            let isFade = kind == .crossfade
            live.perform(
                .schedule(
                    TransitionPlan(
                        outgoing: .first, incoming: .second, kind: kind,
                        start: .at(MediaTime(seconds: isFade ? 10 : 12)),
                        duration: isFade ? MediaTime(seconds: 2) : .zero, curve: .linear, incomingGain: 1,
                        reason: .endOfTrack)))
        } _: { live, event in
            switch event {
            case .ended(.first), .transitionFinished:
                let end = live.engine.heardSample + 22050
                live.when({ [unowned live] in kind == nil || live.engine.heardSample > end }) { [unowned live] in
                    live.finish()
                }
            default: break
            }
        }
        #expect(!pair.live.isTimedOut, "\(pair.live.events)")
        let (left, right) = (pair.recording.left, pair.recording.right)
        #expect(left[882..<(cut - 882)].allSatisfy { abs($0 - 0.5) < 0.001 })
        let loud = left[(cut - 88)...].lastIndex { $0 >= 0.5 / 8 }
        #expect(loud == nil, "loud at \((loud ?? 0) - cut) of \(left.count - cut)")
        if kind != nil { #expect(right[cut..<(cut + 22050)].allSatisfy { $0 == 0.5 }) }
    }

    @Test("A file that breaks off inside of its own fade leaves silence to the fade's end, and then comes what follows")
    func truncatedInItsFade() throws {
        let folder = try Folder()
        for (name, side) in [("a", Signal.Side.left), ("c", .left)] {
            try Signal.constant(0.5, on: side, seconds: 4).write(to: folder.file("\(name).wav"))
        }
        try Signal.noise(seed: 1, seconds: 4).write(to: folder.file("noise.wav"))
        try Tool.run("sox", "-D", folder.file("noise.wav"), "-b", "16", folder.file("whole.flac"))
        // The header still says 4 s.
        let whole = try Data(contentsOf: URL(fileURLWithPath: folder.file("whole.flac")))
        try whole.prefix(whole.count / 4).write(to: URL(fileURLWithPath: folder.file("b.flac")))
        let chain = try RenderedChain(
            [folder.uri("a.wav"), folder.uri("b.flac"), folder.uri("c.wav")], to: folder.file("out.wav"), rate: 44100,
            kind: .crossfade, start: .at(MediaTime(seconds: 2)), duration: MediaTime(seconds: 2))
        #expect(chain.isComplete, "\(chain.events)")
        let out = try Signal(reading: folder.file("out.wav"))
        // The mixer works in blocks of 100 ms, and the fade ends with a block.
        #expect(out.count == 8 * 44100)
        #expect(out.left[4 * 44100 - 1] < 0.001)
        #expect(out.left[4 * 44100] == 0.5)
    }

    @Test("A failing load leaves what plays untouched")
    func isolation() throws {
        let folder = try Folder()
        try Signal.counting(on: .both, seconds: 3).write(to: folder.file("a.wav"))
        try Data("not music at all".utf8).write(to: URL(fileURLWithPath: folder.file("b.mp3")))
        let target = RenderTarget(path: folder.file("out.wav"), container: .wav, format: .float32)
        let render = try Rehearsal(AudioEngine.Options(mode: .render(target)))
        render.run([.load(.first, uri: folder.uri("a.wav"), position: .zero)]) { [unowned render] event in
            switch event {
            case .loaded(.first, _):
                render.perform(.start(.first, fadeIn: .zero, curve: .linear, gain: 1, paused: false))
                render.perform(.load(.second, uri: folder.uri("b.mp3"), position: .zero))
            case .loadFailed(.second, _): render.perform(.playOut(.first))
            case .ended: render.finish()
            default: break
            }
        }
        #expect(!render.isTimedOut, "\(render.events)")
        #expect(try Signal(reading: folder.file("out.wav")) == Signal.counting(on: .both, seconds: 3))
    }

    @Test("A file that can't be read any further is heard to where that is, and then it is told")
    func brokenWhilePlaying() throws {
        var told: Int64 = 0
        let error = AudioPlayerError.fileLoadFailed(path: "a.wav", reason: "Input/output error")
        let pair = try LivePair(seconds: 12, 3) { live in
            live.when({ [unowned live] in live.engine.heardSample > 22050 }) { [unowned live] in
                live.engine.loader.fail(.first, with: error)
            }
        } _: { live, event in
            guard case .failed(.first, _) = event else { return }
            told = live.engine.heardSample
            live.finish()
        }
        #expect(pair.live.events.last == .failed(.first, error))
        #expect(told > 3 * 44100, "there was some sound ahead")
        let end = try #require(pair.recording.left.lastIndex { $0 > 0.4 })
        #expect(abs(Int64(end) - told) < 4410, "told at \(told), and heard up to \(end)")
        let left = pair.recording.left
        #expect(left[882..<end - 882].allSatisfy { abs($0 - 0.5) < 0.001 })
        let steps = zip(left[end...], left[(end + 1)...]).map { abs($0 - $1) }
        #expect(steps.max() ?? 1 < 0.002, "it fades to silence, without a step")
        #expect(left.last.map { abs($0) } ?? 1 < 0.001)
    }

    @Test("A file whose end comes before the loop has read the error has failed, and ends with a ramp")
    func endBeforeTheError() throws {
        let pair = try LivePair(seconds: 12, 3) { live in
            live.perform(
                .schedule(
                    TransitionPlan(
                        outgoing: .first, incoming: .second, kind: .gapless, start: .at(MediaTime(seconds: 12)),
                        duration: .zero, curve: .linear, incomingGain: 1, reason: .endOfTrack)))
            live.when({ [unowned live] in live.engine.heardSample > 22050 }) { [unowned live] in
                guard let deck = live.engine.loader.loads[.first]?.deck else { return }
                gst_element_message_full(
                    deck.bin.pointer, GST_MESSAGE_ERROR, gst_resource_error_quark(),
                    Int32(GST_RESOURCE_ERROR_READ.rawValue), g_strdup("gone"), nil, #fileID, #function, #line)
                deck.endInBackground()
                // The loop reads the message once this returns, and the end has to be at the gate by then.
                usleep(100_000)
            }
        } _: { live, event in
            switch event {
            case .failed(.first, _): live.finish()
            case .transitionStarted, .ended: live.finish()
            default: break
            }
        }
        guard case .failed(.first, _)? = pair.live.events.last else {
            Issue.record("\(pair.live.events)")
            return
        }
        let left = pair.recording.left
        let end = try #require(left.lastIndex { $0 > 0.4 })
        let steps = zip(left[end...], left[(end + 1)...]).map { abs($0 - $1) }
        #expect(steps.max() ?? 1 < 0.002, "it fades to silence, without a step")
    }

    @Test("A track that breaks off while it fades in leaves the other one, which goes on without a hole")
    func incomingBroken() throws {
        let error = AudioPlayerError.fileLoadFailed(path: "b.wav", reason: "Input/output error")
        let pair = try LivePair(seconds: 30, 30) { live in
            live.perform(.schedule(LiveTests.plan(.first, .second, .at(MediaTime(seconds: 1)), seconds: 8)))
            // The mixer is four seconds ahead, and so in the fade.
            live.when({ [unowned live] in live.engine.heardSample > 13230 }) { [unowned live] in
                live.engine.loader.fail(.second, with: error)
            }
        } _: { live, event in
            guard case .failed(.second, _) = event else { return }
            live.perform(.unload(.second, ramp: MediaTime(seconds: 0.04)))
            let end = live.engine.heardSample + 44100
            live.when({ [unowned live] in live.engine.heardSample > end }) { [unowned live] in live.finish() }
        }
        #expect(!pair.live.isTimedOut, "\(pair.live.events)")
        #expect(pair.live.events.last == .failed(.second, error), "\(pair.live.events)")
        let left = pair.recording.left
        #expect(left[882..<(left.count - 4410)].allSatisfy { $0 > 0.001 }, "it is heard all the time")
        #expect(left[left.count - 8820] > 0.49, "it has taken over")
    }

    @Test(
        "A file that gives nothing more and does not end has failed, and what follows is heard or rendered",
        arguments: [false, true])
    func stalled(isRendered: Bool) throws {
        let folder = try Folder()
        try Signal.constant(0.5, on: .left, seconds: 1).write(to: folder.file("a.wav"))
        try Tool.run("lame", "--quiet", "-t", "--cbr", folder.file("a.wav"), folder.file("a.mp3"))
        // The decoder searches for audio in a sparse file that takes no room on the disk.
        try #require(truncate(folder.file("a.mp3"), 400 << 30) == 0)
        try Signal.constant(0.5, on: .right, seconds: 1).write(to: folder.file("b.wav"))
        let target = RenderTarget(path: folder.file("out.wav"), container: .wav, format: .float32)
        var options = AudioEngine.Options(mode: isRendered ? .render(target) : .live(output: "null"))
        options.stallLimit = MediaTime(seconds: 0.5)
        let live = try Rehearsal(options)
        live.run(limit: 30, [.load(.first, uri: folder.uri("a.mp3"), position: .zero)]) {
            [unowned live] event in
            switch event {
            case .loaded(.first, _):
                live.perform(.start(.first, fadeIn: .zero, curve: .linear, gain: 1, paused: false))
                // A render waits for the decision about what follows.
                if isRendered { live.perform(.playOut(.first)) }
            case .failed(.first, let error):
                #expect("\(error)".contains("nothing more could be read from it"))
                live.perform(.unload(.first, ramp: MediaTime(seconds: 0.04)))
                live.perform(.load(.second, uri: folder.uri("b.wav"), position: .zero))
            case .loaded(.second, _):
                live.perform(.start(.second, fadeIn: .zero, curve: .linear, gain: 1, paused: false))
                live.perform(.playOut(.second))
            case .ended(.second): live.finish()
            default: break
            }
        }
        #expect(!live.isTimedOut, "\(live.events)")
        guard isRendered else { return }
        let right = try Signal(reading: folder.file("out.wav")).right
        #expect(right.suffix(44100 - 882).allSatisfy { $0 == 0.5 })
    }

    @Test("An output that can't be is refused, and the player runs on with the one before; at the start, without one")
    func outputs() throws {
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "file:/nonexistent/folder/out.wav")))
        live.run([]) { [unowned live] event in
            switch event {
            case .outputReady: live.perform(.selectOutput("no such device anywhere"))
            case .outputRefused: live.finish()
            default: break
            }
        }
        #expect(!live.isTimedOut, "\(live.events)")
        let missing = AudioPlayerError.outputError(
            output: "file:/nonexistent/folder/out.wav", reason: "No such file or directory")
        #expect(
            live.events == [
                .outputReady(name: "null", fallback: missing.description),
                .outputRefused(
                    name: "no such device anywhere",
                    reason: "there is no device of this name; segue output list shows them"),
            ])
    }
}

extension String {
    fileprivate var trimmingSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
