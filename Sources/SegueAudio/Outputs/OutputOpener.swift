import EventLoop
import SegueCore

/// Opens outputs, on the loop and without blocking it: sound servers are queried over their protocol, and GStreamer's
/// sinks are opened in the background (`SinkOpener`).
///
/// GStreamer's own sinks, above all ALSA's, are for machines without a sound server. A server that hangs, or breaks
/// off, still exists: a player that took its device would keep the server from it.
final class OutputOpener {
    typealias Completion = (OutputAttempt.Outcome) -> Void

    private let loop: EventLoop
    private let server: PulseServer
    private let sinks: SinkOpener

    init(_ loop: EventLoop) {
        self.loop = loop
        server = PulseServer(loop)
        sinks = SinkOpener(loop)
    }

    /// Opens the requested output, or refuses it with `outputError`. At the start, a replacement opens instead and
    /// states the reason, unless a sound server is awaited. If there is no device, `automatic` opens a silent output
    /// for `start` and `choice`, and is refused otherwise. `completion` is not called from inside this call.
    func open(_ attempt: OutputAttempt, completion: @escaping Completion) {
        switch attempt.selection {
        case .automatic: automatic(attempt, fallback: nil, completion)
        case .null: later { [self] in completion(.opened(silent(fallback: nil))) }
        case .file(let path): later { [self] in completion(file(path, attempt)) }
        case .device(let name):
            device(name, attempt) { [self] outcome in
                guard case .refused(let error) = outcome, attempt.purpose == .start else { return completion(outcome) }
                automatic(attempt, fallback: error.description, completion)
            }
        case .description(let text):
            sinks.open(text, fallback: nil, { () throws(AudioPlayerError) in try SinkDescription.open(text) }) {
                [self] outcome in
                completion(orSilence(outcome, attempt))
            }
        }
    }

    private func later(_ body: @escaping () -> Void) {
        loop.schedule(at: .now, body)
    }

    private func file(_ path: String, _ attempt: OutputAttempt) -> OutputAttempt.Outcome {
        do throws(AudioPlayerError) {
            guard attempt.purpose != .returning else {
                throw .outputError(
                    output: attempt.selection.text, reason: "the recording made before the failure is kept")
            }
            let file = try WaveFile(path: path, format: .float32, rate: 44100, channels: 2, isRecording: true)
            return .opened(ClockedOutput(name: OutputSelection.file(path: path).text, into: file, loop: loop))
        } catch {
            return orSilence(.refused(error), attempt)
        }
    }

    /// Replaces an output that can't be used with silence at the start.
    private func orSilence(_ outcome: OutputAttempt.Outcome, _ attempt: OutputAttempt) -> OutputAttempt.Outcome {
        guard case .refused(let error) = outcome, attempt.purpose == .start else { return outcome }
        return .opened(silent(fallback: error.description))
    }

    private func silent(fallback: String?) -> ClockedOutput {
        ClockedOutput(name: "null", fallback: fallback, loop: loop)
    }

    // MARK: - Devices

    private func automatic(_ attempt: OutputAttempt, fallback: String?, _ completion: @escaping Completion) {
        /// Returns a silent output; an attempt to reopen a lost device is refused, and the wait continues.
        func silence(_ reason: String) -> OutputAttempt.Outcome {
            switch attempt.purpose {
            case .start, .choice: .opened(silent(fallback: fallback ?? reason))
            case .returning, .improvement: .refused(.outputError(output: "auto", reason: reason))
            }
        }
        server.listSinks { [self] result in
            switch result {
            case .success((let connection, let found)):
                guard found.all.isEmpty else {
                    return completion(.opened(output(connection, as: PulseOutput.serverName, fallback: fallback)))
                }
                connection.close()
                completion(silence(Reason.serverWithoutDevice.text()))
            case .failure(.absent) where !attempt.isServed:
                sinks.openFirst(of: Self.sinks, fallback: fallback) { outcome in
                    let isRefused = if case .refused = outcome { true } else { false }
                    completion(isRefused ? silence(Reason.noServer.text()) : outcome)
                }
            case .failure(let failure): completion(Self.outcome(of: failure, as: PulseOutput.serverName, attempt))
            }
        }
    }

    /// The sinks that `auto` tries on a machine without a sound server, by factory and by name.
    private static let sinks = [("pipewiresink", "PipeWire"), ("alsasink", "ALSA")]

    private static func outcome(
        of failure: PulseConnection.Failure, as name: String, _ attempt: OutputAttempt
    ) -> OutputAttempt.Outcome {
        switch attempt.purpose {
        case .start where failure != .absent: .awaited(name: name, reason: failure.reason)
        case .start, .choice, .returning, .improvement:
            .refused(.outputError(output: name, reason: failure.reason))
        }
    }

    private func output(
        _ connection: PulseConnection, as name: String, sink: String? = nil, fallback: String?
    ) -> PulseOutput {
        PulseOutput(connection, name: name, sink: sink, fallback: fallback, loop: loop)
    }

    /// Opens the device of this name or title: the sound server's, or else one that GStreamer finds.
    private func device(_ name: String, _ attempt: OutputAttempt, _ completion: @escaping Completion) {
        server.listSinks { [self] result in
            switch result {
            case .success((let connection, let found)):
                let sink = found.all.first { $0.name == name } ?? found.all.first { $0.title == name }
                if let sink { return completion(.opened(output(connection, as: name, sink: sink.name, fallback: nil))) }
                connection.close()
            case .failure(.absent) where !attempt.isServed: break
            case .failure(let failure): return completion(Self.outcome(of: failure, as: name, attempt))
            }
            sinks.open(
                name, fallback: nil,
                { () throws(AudioPlayerError) in
                    let sink = try OutputDevices.sink(name)
                    try SinkDescription.prepare(sink, name: name)
                    return sink
                }, completion)
        }
    }
}
