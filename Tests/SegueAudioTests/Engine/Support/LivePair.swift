import SegueCore
import SegueTestSupport

@testable import SegueAudio

/// Two tracks of one level, the first on the left and the second on the right, played in real time into a file. The
/// gain of each track can be read from the file sample by sample.
struct LivePair {
    let live: Rehearsal
    let recording: Signal

    /// Returns a folder with both tracks, `a.wav` and `b.wav`, of these lengths in seconds.
    static func tracks(seconds first: Double, _ second: Double) throws -> Folder {
        let folder = try Folder()
        try Signal.constant(0.5, on: .left, seconds: first).write(to: folder.file("a.wav"))
        try Signal.constant(0.5, on: .right, seconds: second).write(to: folder.file("b.wav"))
        return folder
    }

    /// Plays tracks of these lengths in seconds. Calls `onStart` when both are loaded and the first has been started,
    /// and `script` with all later events; runs until one of the closures calls `finish`.
    init(
        seconds first: Double, _ second: Double, onStart: @escaping (Rehearsal) -> Void,
        _ script: @escaping (Rehearsal, AudioEvent) -> Void
    ) throws {
        let folder = try Self.tracks(seconds: first, second)
        let path = folder.file("live.wav")
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "file:" + path)))
        live.run(limit: 20, [.load(.first, uri: folder.uri("a.wav"), position: .zero)]) {
            [unowned live] event in
            switch event {
            case .loaded(.first, _):
                live.perform(.load(.second, uri: folder.uri("b.wav"), position: .zero))
            case .loaded(.second, _):
                live.perform(LiveTests.start(.first))
                onStart(live)
            default: script(live, event)
            }
        }
        self.live = live
        recording = try Signal(reading: path)
    }
}
