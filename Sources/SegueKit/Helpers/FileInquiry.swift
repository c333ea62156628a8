import EventLoop
import Glibc

/// An inquiry about many files: a program writes one line for each, in their order. A file at which the program ends or
/// falls silent has no answer, and the program is started again for the files after it.
///
/// It belongs to the loop's thread.
final class FileInquiry {
    /// How long a file may take, in nanoseconds, and more: on a busy machine the program gets nothing for long.
    static let patience: Int64 = 90_000_000_000
    /// The most bytes of paths that one process gets. Linux takes 2 MiB, with the environment.
    static let longestArguments = 1 << 20

    private let program: [String]
    private let files: [[UInt8]]
    private let loop: EventLoop
    private let patience: Int64
    private let onAnswer: (Int, [UInt8]?) -> Void
    private let completion: () -> Void
    private var answered = 0
    /// The end of the files that the current process was started for.
    private var end = 0
    private var process: HelperProcess?

    /// Begins to ask. On the loop, never before this returns and never after `cancel`, `onAnswer` is called for each
    /// file in order, with its index and what was said of it, and then `completion` once.
    init(
        _ program: [String], files: [[UInt8]], patience: Int64 = FileInquiry.patience, on loop: EventLoop,
        onAnswer: @escaping (Int, [UInt8]?) -> Void, _ completion: @escaping () -> Void
    ) {
        self.program = program
        self.files = files
        self.patience = patience
        self.loop = loop
        self.onAnswer = onAnswer
        self.completion = completion
        ask()
    }

    func cancel() {
        loop.checkConfinement()
        process?.cancel()
        process = nil
        answered = files.count
    }

    private func ask() {
        var length = 0
        end = answered
        while end < files.count, end == answered || length + files[end].count < Self.longestArguments {
            // With the terminator, and the pointer to the argument.
            length += files[end].count + 9
            end += 1
        }
        do throws(SpawnedProcess.Errno) {
            process = try HelperProcess(
                program, files: Array(files[answered..<end]), share: .small, patience: patience, on: loop,
                onLine: { [weak self] line in self?.take(line) }, onEnd: { [weak self] _ in self?.take(nil) })
        } catch {
            // Not from inside the call that asks.
            loop.schedule(at: .now) { [weak self] in self?.giveUp() }
        }
    }

    /// Takes the line about the next file; nil where the process has ended at that file.
    private func take(_ line: [UInt8]?) {
        let index = answered
        answered += 1
        let isOver = answered == end || line == nil
        if isOver {
            process?.cancel()
            process = nil
        }
        onAnswer(index, line)
        guard isOver, index + 1 == answered else { return }
        if answered < files.count { ask() } else { completion() }
    }

    private func giveUp() {
        while answered < files.count {
            answered += 1
            onAnswer(answered - 1, nil)
        }
        completion()
    }
}
