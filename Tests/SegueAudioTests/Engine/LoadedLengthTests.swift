import Foundation
import SegueCore
import SegueFiles
import SegueTestSupport
import Testing

@testable import SegueAudio

/// How long a loaded file is, whatever its header says.
@Suite(.serialized) struct LoadedLengthTests {
    @Test("A load tells the length that its file has before it plays")
    func loaded() throws {
        let folder = try Folder()
        let signal = Signal.noise(seed: 3, seconds: 3.0123)
        try signal.write(to: folder.file("a.wav"), as: .int16)
        try SampleFiles.encode(folder.file("a.wav"), to: folder.file("a.flac"), by: "flacenc")
        let bytes = try SampleFiles.contents(folder.file("a.flac"))
        // The header that an encoder leaves when it writes to a pipe.
        var withoutLength = bytes
        withoutLength[21] &= 0xF0
        for index in 22..<26 { withoutLength[index] = 0 }
        let contents = ["no.flac": withoutLength, "cut.flac": Array(bytes.prefix(bytes.count / 2))]
        for (name, content) in contents {
            try Data(content).write(to: URL(fileURLWithPath: folder.file(name)))
            let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "null")))
            var length: Int64?
            live.run(limit: 10, [.load(.first, node: .a, uri: folder.uri(name), position: .zero)]) { event in
                if case .loaded(_, let track) = event { length = track.metadata.duration?.samples(rate: 44100) }
                if case .outputReady = event { return }
                live.finish()
            }
            let expected =
                name == "no.flac"
                ? Int64(signal.count) : FileLength.read(LocalPath(folder.file(name)))?.samples(rate: 44100)
            #expect(length == expected, "\(name)")
        }
    }
}
