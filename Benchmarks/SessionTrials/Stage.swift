import Foundation
import SegueTestSupport

/// The output of a session, and the recording of it.
enum Stage {
    /// A file that the player writes itself, complete: every sample can be checked.
    case file(URL)
    /// A sink of a sound server, the file that its monitor is recorded into, and the recorder.
    case sink(TrialSink, URL, BackgroundProgram)
    /// A sound server that hangs and recovers.
    case hangingServer(HangingServer)

    /// The output, as `ServiceOptions` takes it.
    var output: String {
        switch self {
        case .file(let url): "file:\(url.path)"
        case .sink(let sink, _, _): sink.name
        case .hangingServer: "auto"
        }
    }

    /// The recording while it grows. Samples up to `threshold` count as silence.
    func sound(louderThan threshold: Double) -> GrowingSound {
        switch self {
        // A file gets what was heard twice a second.
        case .file(let url): GrowingSound(url, header: 70, threshold: threshold, delay: 0.6)
        case .sink(_, let url, _): GrowingSound(url, threshold: threshold, delay: 0.3)
        case .hangingServer(let server): GrowingSound(server.recording, threshold: threshold, delay: 0.3)
        }
    }

    /// Ends the recording, and deletes it.
    func end() {
        switch self {
        case .file(let url): try? FileManager.default.removeItem(at: url)
        case .sink(_, let url, let recorder):
            BackgroundPrograms.shared.end(recorder)
            try? FileManager.default.removeItem(at: url)
        case .hangingServer(let server):
            server.end()
            try? FileManager.default.removeItem(at: server.recording)
        }
    }
}
