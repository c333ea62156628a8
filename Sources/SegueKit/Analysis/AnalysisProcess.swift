import EventLoop
import Glibc
import SegueCore

/// The analysis of one file by a helper process.
///
/// Belongs to the loop's thread.
final class AnalysisProcess {
    /// The time after which an unfinished analysis has failed, in nanoseconds. On a busy machine, the helper gets no
    /// processor time for long periods.
    private static let patience: Int64 = 600_000_000_000

    private let foretell: (TrackFacts) -> Void
    private let completion: (Result<TrackFacts, AnalysisFailure>) -> Void
    private var process: HelperProcess?

    /// Starts `program`, with its arguments, then the path of the file or the `file:` URI of an excerpt. The function
    /// `foretell` is called on the loop with facts that are known before the whole file has been decoded. The
    /// completion is called there once, unless `cancel` is called first.
    ///
    /// Throws `AnalysisFailure` if no process can be started.
    init(
        _ program: [String], track: [UInt8], on loop: EventLoop, foretell: @escaping (TrackFacts) -> Void = { _ in },
        _ completion: @escaping (Result<TrackFacts, AnalysisFailure>) -> Void
    ) throws(AnalysisFailure) {
        self.foretell = foretell
        self.completion = completion
        do throws(SpawnedProcess.Errno) {
            process = try HelperProcess(
                program, files: [track], share: .rest, patience: Self.patience, on: loop,
                onLine: { [weak self] line in self?.take(line) },
                onEnd: { [weak self] end in
                    switch end {
                    case .closed: self?.finish(.failure(.noAnswer))
                    case .silent: self?.finish(.failure(.tooLate))
                    case .tooLong: self?.finish(.failure(.tooLong))
                    }
                })
        } catch {
            throw AnalysisFailure(code: error.code)
        }
    }

    /// Ends the process; the completion is not called. Does nothing after the completion.
    func cancel() {
        process?.cancel()
        process = nil
    }

    /// Handles a line. The facts about the ends of the file come first, if they come at all.
    private func take(_ line: [UInt8]) {
        guard let facts = TrackFacts(json: line) else { return finish(.failure(.noAnswer)) }
        if facts.source == .whole { finish(.success(facts)) } else { foretell(facts) }
    }

    private func finish(_ result: Result<TrackFacts, AnalysisFailure>) {
        cancel()
        completion(result)
    }
}

/// The reason why the analysis of a file gave no facts.
struct AnalysisFailure: Error, Hashable, CustomStringConvertible {
    var description: String

    /// Creates a failure from the error code of a system call.
    init(code: Int32) {
        description = String(cString: strerror(code)) + "."
    }

    private init(_ description: String) {
        self.description = description
    }

    static let noAnswer = AnalysisFailure("its analysis ended without a result.")
    static let tooLong = AnalysisFailure("the analysis did not end.")
    static let tooLate = AnalysisFailure("the analysis took too long.")
}
