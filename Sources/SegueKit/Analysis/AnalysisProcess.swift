import EventLoop
import Glibc
import SegueCore

/// The analysis of one file by a helper.
///
/// It belongs to the loop's thread.
final class AnalysisProcess {
    /// In nanoseconds: an analysis that is not through after this time has failed. On a busy machine it gets nothing
    /// for long.
    private static let patience: Int64 = 600_000_000_000

    private let foretell: (TrackFacts) -> Void
    private let completion: (Result<TrackFacts, AnalysisFailure>) -> Void
    private var process: HelperProcess?

    /// Starts `program`, its arguments before the path of the file, which begins with a slash. `foretell` is called on
    /// the loop with what is known before all of the file has been listened to; the completion is called there once,
    /// unless `cancel` comes before.
    ///
    /// Throws `AnalysisFailure` when no process can be started.
    init(
        _ program: [String], path: [UInt8], on loop: EventLoop, foretell: @escaping (TrackFacts) -> Void = { _ in },
        _ completion: @escaping (Result<TrackFacts, AnalysisFailure>) -> Void
    ) throws(AnalysisFailure) {
        self.foretell = foretell
        self.completion = completion
        do throws(SpawnedProcess.Errno) {
            process = try HelperProcess(
                program, files: [path], share: .rest, patience: Self.patience, on: loop,
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

    /// Ends the process; the completion is not called. Does nothing once it has been called.
    func cancel() {
        process?.cancel()
        process = nil
    }

    /// What is known of the ends of the file comes first, where it comes at all.
    private func take(_ line: [UInt8]) {
        guard let facts = TrackFacts(json: line) else { return finish(.failure(.noAnswer)) }
        if facts.source == .whole { finish(.success(facts)) } else { foretell(facts) }
    }

    private func finish(_ result: Result<TrackFacts, AnalysisFailure>) {
        cancel()
        completion(result)
    }
}

/// Why nothing is known of a file.
struct AnalysisFailure: Error, Hashable, CustomStringConvertible {
    var description: String

    /// The error of a system call.
    init(code: Int32) {
        description = String(cString: strerror(code)) + "."
    }

    private init(_ description: String) {
        self.description = description
    }

    static let noAnswer = AnalysisFailure("its analysis ended without a result.")
    static let tooLong = AnalysisFailure("the analysis came to no end.")
    static let tooLate = AnalysisFailure("the analysis took too long.")
}
