import CGStreamer
import EventLoop
import SegueCore

/// Opens outputs, on the loop and without making it wait: sound servers are asked over their protocol, and GStreamer's
/// sinks are opened in the background.
final class OutputOpener {
    typealias Completion = (Result<any Output, AudioPlayerError>) -> Void

    private let loop: EventLoop
    /// The element that does background work.
    private let worker: Element

    init(_ loop: EventLoop, worker: Element) {
        self.loop = loop
        self.worker = worker
    }

    /// Opens the output that is asked for, or fails with `outputError`; at the start, another output takes its place
    /// and says why. `automatic` leads to an output without a device when there is none, unless it is a lost device
    /// that is wanted back. `completion` is not called from inside this call.
    func open(_ attempt: OutputAttempt, completion: @escaping Completion) {
        open(attempt.selection, for: attempt.purpose) { [self] result in
            guard case .failure(let error) = result, attempt.purpose == .start else { return completion(result) }
            if case .device = attempt.selection {
                automatic(mustBeDevice: false, fallback: error.description, completion)
            } else {
                completion(.success(silent(fallback: error.description)))
            }
        }
    }

    private func open(
        _ selection: OutputSelection, for purpose: OutputAttempt.Purpose, _ completion: @escaping Completion
    ) {
        switch selection {
        case .automatic:
            automatic(mustBeDevice: purpose == .returning || purpose == .improvement, fallback: nil, completion)
        case .null: later(completion) { [self] () throws(AudioPlayerError) in silent(fallback: nil) }
        case .file(let path):
            later(completion) { [loop] () throws(AudioPlayerError) in
                guard purpose != .returning else {
                    throw .outputError(output: selection.text, reason: "what was recorded before it failed is kept")
                }
                let file = try WaveFile(path: path, format: .float32, rate: 44100, channels: 2, isRecording: true)
                return ClockedOutput(name: OutputSelection.file(path: path).text, into: file, loop: loop)
            }
        case .device(let name): device(name, completion)
        case .description(let text):
            inBackground(completion) { () throws(AudioPlayerError) in
                OpenSink(try SinkDescription.open(text), name: text)
            }
        }
    }

    private func later(_ completion: @escaping Completion, _ make: @escaping () throws(AudioPlayerError) -> any Output)
    {
        loop.schedule(at: .now) {
            do throws(AudioPlayerError) {
                completion(.success(try make()))
            } catch {
                completion(.failure(error))
            }
        }
    }

    private func silent(fallback: String?) -> ClockedOutput {
        ClockedOutput(name: "null", fallback: fallback, loop: loop)
    }

    // MARK: - Devices

    private func automatic(mustBeDevice: Bool, fallback: String?, _ completion: @escaping Completion) {
        server(named: nil, as: "PulseAudio", fallback: fallback) { [self] result in
            guard case .failure = result else { return completion(result) }
            let found: @Sendable () throws(AudioPlayerError) -> OpenSink = { () throws(AudioPlayerError) in
                for (factory, name) in [("pipewiresink", "PipeWire"), ("alsasink", "ALSA")] {
                    guard let sink = try? Element.make(factory) else { continue }
                    if (try? SinkDescription.prepare(sink, name: name)) != nil { return OpenSink(sink, name: name) }
                }
                throw .outputError(output: "auto", reason: "no sound server or device answers")
            }
            inBackground(
                { [self] result in
                    guard case .failure(.outputError(_, let reason)) = result, !mustBeDevice else {
                        return completion(result)
                    }
                    completion(.success(silent(fallback: fallback ?? reason)))
                }, fallback: fallback, found)
        }
    }

    private func device(_ name: String, _ completion: @escaping Completion) {
        server(named: name, as: name, fallback: nil) { [self] result in
            guard case .failure = result else { return completion(result) }
            inBackground(completion) { () throws(AudioPlayerError) in
                let sink = try OutputDevices.sink(name)
                try SinkDescription.prepare(sink, name: name)
                return OpenSink(sink, name: name)
            }
        }
    }

    /// The sound server's sink of this name or title; with nil, whichever the server takes.
    private func server(
        named name: String?, as title: String, fallback: String?, _ completion: @escaping Completion
    ) {
        PulseServer.sinks(loop) { [loop] result in
            switch result {
            case .failure(let error): completion(.failure(error))
            case .success((let connection, let sinks)):
                let found = sinks.all.first { $0.name == name } ?? sinks.all.first { $0.title == name }
                guard name == nil ? !sinks.all.isEmpty : found != nil else {
                    connection.close()
                    let reason =
                        name == nil
                        ? "the sound server has no device"
                        : "there is no device of this name; segue output list shows them"
                    return completion(.failure(.outputError(output: title, reason: reason)))
                }
                completion(
                    .success(
                        PulseOutput(connection, name: title, sink: found?.name, fallback: fallback, loop: loop)))
            }
        }
    }

    // MARK: - GStreamer's sinks

    /// A sink that is open, on its way from the background.
    private struct OpenSink: Sendable {
        var sink: Element
        var name: String

        init(_ sink: Element, name: String) {
            self.sink = sink
            self.name = name
        }
    }

    /// A completion that belongs to the loop's thread, on its way to the background and back.
    // @unchecked: called on the loop's thread alone.
    private final class Returning: @unchecked Sendable {
        let body: (Result<OpenSink, AudioPlayerError>) -> Void

        init(_ body: @escaping (Result<OpenSink, AudioPlayerError>) -> Void) {
            self.body = body
        }
    }

    private func inBackground(
        _ completion: @escaping Completion, fallback: String? = nil,
        _ open: @escaping @Sendable () throws(AudioPlayerError) -> OpenSink
    ) {
        let returning = Returning { [loop] result in
            do throws(AudioPlayerError) {
                let open = try result.get()
                completion(
                    .success(
                        try SinkOutput(open.sink, name: open.name, fallback: fallback, isDevice: true, loop: loop)))
            } catch {
                completion(.failure(error))
            }
        }
        worker.performInBackground { [loop] in
            let result: Result<OpenSink, AudioPlayerError>
            do throws(AudioPlayerError) {
                result = .success(try open())
            } catch {
                result = .failure(error)
            }
            loop.perform { returning.body(result) }
        }
    }
}
