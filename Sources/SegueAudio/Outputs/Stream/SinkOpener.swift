import CGStreamer
import EventLoop
import SegueCore

/// Opens GStreamer's sinks in the background. A sink that takes too long is refused, and closed once it is open. Until
/// then, the same sink is refused at once.
final class SinkOpener {
    typealias Completion = (OutputAttempt.Outcome) -> Void

    /// The time limit for a sink, in nanoseconds.
    private static let patience: Int64 = 1_500_000_000

    private let loop: EventLoop
    /// The element that does background work.
    private let worker = Element.makeBin()
    /// The names of the sinks that took too long, and are still being opened.
    private var hanging: Set<String> = []
    private var lastNumber = 0
    /// The completions of the sinks that are being opened, by number.
    private var waiting: [Int: Completion] = [:]

    init(_ loop: EventLoop) {
        self.loop = loop
    }

    /// Opens the sink that `make` returns, which may block. `completion` gets the output of this name, or the reason of
    /// the refusal; it is not called from inside this call.
    func open(
        _ name: String, fallback: String?, _ make: @escaping @Sendable () throws(AudioPlayerError) -> Element,
        _ completion: @escaping Completion
    ) {
        guard !hanging.contains(name) else {
            loop.schedule(at: .now) { completion(.refused(Self.silence(of: name))) }
            return
        }
        lastNumber += 1
        let number = lastNumber
        waiting[number] = completion
        let limit = loop.schedule(at: .now.advanced(byNanoseconds: Self.patience)) { [self] in
            hanging.insert(name)
            waiting.removeValue(forKey: number)?(.refused(Self.silence(of: name)))
        }
        let returning = Returning { [self] result in
            limit.cancel()
            hanging.remove(name)
            arrived(result, name, fallback, for: waiting.removeValue(forKey: number))
        }
        worker.performInBackground { [loop] in
            let result: Result<SinkPipeline, AudioPlayerError>
            do throws(AudioPlayerError) {
                result = .success(try SinkPipeline(try make()))
            } catch {
                result = .failure(error)
            }
            loop.perform { returning.body(result) }
        }
    }

    /// Opens the first of these sinks, given by factory and by name, that can be opened.
    func openFirst(
        of sinks: [(factory: String, name: String)], fallback: String?, _ completion: @escaping Completion
    ) {
        guard let (factory, name) = sinks.first else {
            return completion(.refused(.outputError(output: "auto", reason: Reason.noDevice.text())))
        }
        open(
            name, fallback: fallback,
            { () throws(AudioPlayerError) in
                let sink = try Element.make(factory)
                try SinkDescription.prepare(sink, name: name)
                return sink
            }
        ) { [self] outcome in
            guard case .refused = outcome else { return completion(outcome) }
            openFirst(of: Array(sinks.dropFirst()), fallback: fallback, completion)
        }
    }

    private static func silence(of name: String) -> AudioPlayerError {
        .outputError(output: name, reason: Reason.silentDevice.text())
    }

    private func arrived(
        _ result: Result<SinkPipeline, AudioPlayerError>, _ name: String, _ fallback: String?,
        for completion: Completion?
    ) {
        switch result {
        case .success(let pipeline):
            guard let completion else { return pipeline.change(to: GST_STATE_NULL) }
            completion(
                .opened(SinkOutput(pipeline, name: name, fallback: fallback, isDevice: true, loop: loop)))
        case .failure(let error): completion?(.refused(error))
        }
    }

    /// A closure of the loop's thread that is passed to the background and back.
    // @unchecked: called on the loop's thread alone.
    private final class Returning: @unchecked Sendable {
        let body: (Result<SinkPipeline, AudioPlayerError>) -> Void

        init(_ body: @escaping (Result<SinkPipeline, AudioPlayerError>) -> Void) {
            self.body = body
        }
    }
}
