import Foundation
import SegueTestSupport

/// A null sink on the sound server that PULSE_SERVER names, for sessions that play there one after the other.
struct TrialSink {
    let name: String
    private let module: String

    struct NotMade: Error, CustomStringConvertible {
        var description: String
    }

    /// Adds the sink to the server; `number` distinguishes the sinks of a process. A file is written to `folder`.
    init(_ number: Int, in folder: URL) throws {
        name = "segue-trial-\(getpid())-\(number)"
        let answer = folder.appendingPathComponent("\(name).module")
        let isMade = try BackgroundProgram(
            [
                "pactl", "load-module", "module-null-sink", "sink_name=\(name)", "format=float32le", "rate=44100",
                "channels=2",
            ], output: answer.path
        ).wait()
        guard isMade else { throw NotMade(description: "The sound server adds no null sink.") }
        module = try String(contentsOf: answer, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        // PipeWire answers before the sink can be used.
        while try !BackgroundProgram(["pactl", "get-sink-volume", name]).wait() { usleep(20_000) }
    }

    /// Removes the sink from the server.
    func remove() { _ = try? BackgroundProgram(["pactl", "unload-module", module]).wait() }
}
