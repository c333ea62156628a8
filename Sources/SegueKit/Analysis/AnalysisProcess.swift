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

    private let completion: (Result<TrackFacts, AnalysisFailure>) -> Void
    private var process: HelperProcess?

    /// Starts `program`, its arguments before the path of the file, which begins with a slash. The completion is called
    /// on the loop, once, unless `cancel` comes before.
    ///
    /// Throws `AnalysisFailure` when no process can be started.
    init(
        _ program: [String], path: [UInt8], on loop: EventLoop,
        _ completion: @escaping (Result<TrackFacts, AnalysisFailure>) -> Void
    ) throws(AnalysisFailure) {
        self.completion = completion
        do throws(SpawnedProcess.Errno) {
            process = try HelperProcess(
                program, files: [path], patience: Self.patience, on: loop,
                onLine: { [weak self] line in
                    self?.finish(TrackFacts(json: line).map { .success($0) } ?? .failure(.noAnswer))
                },
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

    static let noAnswer = AnalysisFailure("its sound could not be decoded.")
    static let tooLong = AnalysisFailure("the analysis came to no end.")
    static let tooLate = AnalysisFailure("the analysis took too long.")
}
