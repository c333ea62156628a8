import EventLoop
import Glibc

/// Asks a program about many files: it writes one line for each, in their order. A file at which it ends or falls
/// silent has no answer, and the files behind it are asked for again.
///
/// It belongs to the loop's thread.
final class FileInquiry {
    /// In nanoseconds: longer than a file may take. On a busy machine the program gets nothing for long.
    static let patience: Int64 = 90_000_000_000

    private let program: [String]
    private let files: [[UInt8]]
    private let loop: EventLoop
    private let patience: Int64
    private let completion: ([[UInt8]?]) -> Void
    private var answers: [[UInt8]?] = []
    private var process: HelperProcess?

    /// Begins to ask. The completion is called on the loop, once and later, with what was said of each file, unless
    /// `cancel` comes before.
    init(
        _ program: [String], files: [[UInt8]], patience: Int64 = FileInquiry.patience, on loop: EventLoop,
        _ completion: @escaping ([[UInt8]?]) -> Void
    ) {
        self.program = program
        self.files = files
        self.patience = patience
        self.loop = loop
        self.completion = completion
        ask()
    }

    func cancel() {
        loop.checkConfinement()
        process?.cancel()
        process = nil
    }

    private func ask() {
        do throws(SpawnedProcess.Errno) {
            process = try HelperProcess(
                program, files: Array(files[answers.count...]), patience: patience, on: loop,
                onLine: { [weak self] line in self?.take(line) }, onEnd: { [weak self] _ in self?.ended() })
        } catch {
            // Not from inside the call that asks.
            answers += Array(repeating: nil, count: files.count - answers.count)
            loop.schedule(at: .now) { [weak self] in self?.finish() }
        }
    }

    private func take(_ line: [UInt8]) {
        answers.append(line)
        if answers.count == files.count { finish() }
    }

    private func ended() {
        answers.append(nil)
        if answers.count == files.count { finish() } else { ask() }
    }

    private func finish() {
        cancel()
        completion(answers)
    }
}
