import SegueCore
import SegueTestSupport
import Testing

@testable import SegueAudio

/// Excerpts of a file are heard and measured as if they were files (design.md, Excerpts).
@Suite(.serialized) struct ExcerptTests {
    /// Cuts at frames of a cue sheet and elsewhere, in seconds.
    private static let cuts = ["0", "2.173333333", "2.186666667", "5.5", "9.999999999"]

    /// Returns the URIs of the parts of a file between the cuts.
    private static func parts(of uri: String) -> [String] {
        zip(cuts, cuts.dropFirst() + [""]).map { start, end in "\(uri)#t=\(start)" + (end.isEmpty ? "" : ",\(end)") }
    }

    @Test("Parts that meet are the file, sample by sample", arguments: [Encoding.flac, .wav], [44100, 48000])
    func joined(format: Encoding, rate: Int) throws {
        let folder = try Folder()
        let whole = Signal.sweep(rate: rate, seconds: 12).roundedTo16Bits
        try whole.write(to: folder.file("a.wav"), as: .int16)
        try format.encode("a", in: folder)
        let parts = Self.parts(of: folder.uri("a.\(format.rawValue)"))
        let render = try RenderedChain(parts, to: folder.file("out.wav"), rate: rate, format: .int16)
        #expect(render.isComplete, "\(render.events.suffix(3))")
        let out = try Signal(reading: folder.file("out.wav"))
        #expect(out.count == whole.count)
        let isSame = out == whole
        #expect(isSame)
    }

    @Test(
        "Parts of a file with loss meet as the decoder has them, from the beginning on",
        arguments: [(Encoding.vorbis, 44100), (.mp3, 44100), (.opus, 48000)])
    func lossy(format: Encoding, rate: Int) throws {
        let folder = try Folder()
        try Signal.sweep(rate: rate, seconds: 12).write(to: folder.file("a.wav"), as: .int16)
        try format.encode("a", in: folder)
        let uri = folder.uri("a.\(format.rawValue)")
        for (name, uris) in [("whole", [uri]), ("parts", Self.parts(of: uri))] {
            let render = try RenderedChain(uris, to: folder.file("\(name).out.wav"), rate: rate)
            #expect(render.isComplete, "\(name): \(render.events.suffix(3))")
        }
        let whole = try Signal(reading: folder.file("whole.out.wav"))
        let parts = try Signal(reading: folder.file("parts.out.wav"))
        #expect(parts.count == whole.count)
        guard parts.count == whole.count else { return }
        #expect(parts.error(against: whole, 0..<whole.count) < -90)
    }

    @Test("A load has the length and the positions of the excerpt, also after a seek")
    func position() throws {
        let folder = try Folder()
        try Signal.noise(seed: 5, seconds: 8).write(to: folder.file("a.wav"), as: .int16)
        for (fragment, position, seconds) in [("2,5", 0.0, 3.0), ("2,5", 2.5, 3), ("6", 1.5, 2), ("6,60", 0, 2)] {
            let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "null")))
            var loaded: LoadedTrack?
            let start = MediaTime(seconds: position)
            live.run(limit: 10, [.load(.first, uri: folder.uri("a.wav") + "#t=\(fragment)", position: start)]) {
                event in
                if case .loaded(_, let track) = event { loaded = track }
                if case .outputReady = event { return }
                live.finish()
            }
            #expect(loaded?.metadata.duration == MediaTime(seconds: seconds), "\(fragment)")
            #expect(loaded?.isSeekable == true && loaded?.metadata.title == nil)
        }
    }

    @Test("An excerpt behind the end of its file can't be played, and the rest goes on")
    func behind() throws {
        let folder = try Folder()
        try Signal.noise(seed: 5, seconds: 2).write(to: folder.file("a.wav"), as: .int16)
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "null")))
        var failure: AudioPlayerError?
        live.run(limit: 10, [.load(.first, uri: folder.uri("a.wav") + "#t=5,9", position: .zero)]) { event in
            if case .loadFailed(_, let error) = event { failure = error }
            if case .outputReady = event { return }
            live.finish()
        }
        #expect(failure != nil)
        #expect(throws: AudioPlayerError.self) { try SoundAnalysis(uri: folder.uri("a.wav") + "#t=5,9").run() }
    }

    @Test("An excerpt is measured like a file of its samples")
    func measured() throws {
        let folder = try Folder()
        let rate = 44100
        var random = SeededRandom(state: 11)
        let whole = Signal(rate: rate, seconds: 30) { index in
            let seconds = index / rate
            let value = Float.random(in: -1...1, using: &random) * (seconds < 10 ? 0.01 : seconds < 20 ? 0.5 : 0.05)
            return (value, value)
        }
        try whole.write(to: folder.file("a.wav"), as: .int16)
        try whole[10 * rate..<20 * rate].write(to: folder.file("part.wav"), as: .int16)
        try Encoding.flac.encode("a", in: folder)
        let part = try SoundAnalysis(uri: folder.uri("part.wav")).run().facts
        for name in ["a.wav", "a.flac"] {
            let excerpt = try SoundAnalysis(uri: folder.uri(name) + "#t=10,20").run()
            #expect(excerpt.facts == part, "\(name)")
        }
    }
}
