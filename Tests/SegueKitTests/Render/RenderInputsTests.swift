import SegueCore
import SegueTestSupport
import Testing

@testable import SegueKit

@Suite(.timeLimit(.minutes(1))) struct RenderInputsTests {
    @Test func relativePathsAreTakenFromTheWorkingDirectory() async throws {
        let folder = TemporaryFolder()
        let path = try folder.write("a.wav", Tone.wave(seconds: 0.2))
        let directory = FileAccess.workingDirectory
        let wayUp = directory.split(separator: "/").map { _ in "../" }.joined()
        let inputs = RenderInputs()
        await withCheckedContinuation { continuation in
            inputs.find([wayUp + path.dropFirst(), "no-music/a.flac"], listening: false) { continuation.resume() }
        }
        let found = try #require(inputs.result)
        #expect(found.entries.map(\.uri) == ["file://\(path)"])
        #expect(found.problems == [.fileNotFound(path: "\(directory)/no-music/a.flac")])
    }
}
