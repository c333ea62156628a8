import Foundation
import SegueTestSupport

/// The output of a session, and its recording.
enum Stage {
    /// A complete file that the player writes: every sample can be checked.
    case file(URL)
    /// A sink of a sound server, the file that its monitor is recorded into, and the recorder.
    case sink(TrialSink, URL, BackgroundProgram)
    /// A sound server that hangs and recovers.
    case hangingServer(HangingServer)

    /// The output in the form that `ServiceOptions` takes.
    var output: String {
        switch self {
        case .file(let url): "file:\(url.path)"
        case .sink(let sink, _, _): sink.name
        case .hangingServer: "auto"
        }
    }

    /// Returns the recording while it grows. Samples up to `threshold` count as silence.
    func sound(louderThan threshold: Double) -> GrowingSound {
        switch self {
        // The player writes to a file twice a second.
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
