import Foundation
import SegueCore
import Testing

@testable import SegueAudio

/// Renders through the decks, mixer and automation of playback, measured in the file.
@Suite(.serialized) struct RenderTests {
    @Test("Every sample of both tracks is there once, at its place")
    func placement() throws {
        let folder = try Folder()
        try Signal.counting(on: .left, seconds: 4).write(to: folder.file("a.wav"))
        try Signal.counting(on: .right, seconds: 4).write(to: folder.file("b.wav"))
        _ = try RenderedPair(
            folder.uri("a.wav"), folder.uri("b.wav"), to: folder.file("out.wav"),
            start: .at(MediaTime(seconds: 2.5)), duration: MediaTime(seconds: 1.5))
        let out = try Signal(reading: folder.file("out.wav"))
        #expect(out.count == Int(6.5 * 44100))
        let start = Int(2.5 * 44100)
        for index in 0..<start { #expect(out.left[index] == Float(index + 1) / 1_048_576) }
        // The last sample of the fade may lack a nanosecond's worth of its gain.
        for index in (4 * 44100 + 1)..<out.count {
            #expect(out.right[index] == Float(index - start + 1) / 1_048_576)
        }
    }

    @Test("Two renders are the same, byte for byte")
    func repeatable() throws {
        let folder = try Folder()
        try Signal.sine(440, rate: 48000, seconds: 4).write(to: folder.file("a.wav"))
        try Signal.sine(330, seconds: 4).write(to: folder.file("b.wav"))
        for name in ["one.wav", "two.wav"] {
            _ = try RenderedPair(
                folder.uri("a.wav"), folder.uri("b.wav"), to: folder.file(name), start: .at(MediaTime(seconds: 2)),
                duration: MediaTime(seconds: 2))
        }
        let one = try Data(contentsOf: URL(fileURLWithPath: folder.file("one.wav")))
        #expect(one.count > 44 + 5 * 44100 * 8)
        #expect(try one == Data(contentsOf: URL(fileURLWithPath: folder.file("two.wav"))))
    }

    @Test("A track that ends before the planned fade is followed at once")
    func earlyEnd() throws {
        let folder = try Folder()
        try Signal.constant(0.5, on: .left, seconds: 2).write(to: folder.file("a.wav"))
        try Signal.constant(0.5, on: .right, seconds: 2).write(to: folder.file("b.wav"))
        _ = try RenderedPair(
            folder.uri("a.wav"), folder.uri("b.wav"), to: folder.file("out.wav"), start: .at(MediaTime(seconds: 3)),
            duration: MediaTime(seconds: 1))
        let out = try Signal(reading: folder.file("out.wav"))
        #expect(out.count == 4 * 44100)
        #expect(Signal.onset(out.right) == 2 * 44100)
        #expect(out.left.lastIndex { $0 != 0 } == 2 * 44100 - 1)
    }
}
