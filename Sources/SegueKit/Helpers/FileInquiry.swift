import EventLoop
import Glibc

/// An inquiry about many files: a program writes one line for each, in their order. A file at which the program ends or
/// stops writing has no answer. The program is then started again for the files after it.
///
/// Belongs to the loop's thread.
final class FileInquiry {
    /// The time allowed for one file, in nanoseconds: generous, because a busy machine may give the program no
    /// processor time for long.
    static let patience: Int64 = 90_000_000_000
    /// The largest number of bytes of paths that one process gets. Linux allows 2 MiB, with the environment.
    static let longestArguments = 1 << 20

    private let program: [String]
    private let files: [[UInt8]]
    private let loop: EventLoop
    private let patience: Int64
    private let onAnswer: (Int, [UInt8]?) -> Void
    private let completion: () -> Void
    private var answered = 0
    /// The end of the range of files that the current process was started for.
    private var end = 0
    private var process: HelperProcess?

    /// Starts the inquiry. `onAnswer` is called for each file in order, with its index and the answer, and then
    /// `completion` once. Both are called on the loop, never before this returns and never after `cancel`.
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
            // Not from inside the call that starts the inquiry.
            loop.schedule(at: .now) { [weak self] in self?.giveUp() }
        }
    }

    /// Handles the line about the next file; nil if the process has ended at that file.
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
