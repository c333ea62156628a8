import Glibc

/// A program that the benchmark has started, whose error messages are discarded.
final class ChildProcess {
    private let process: pid_t
    /// The program's stdout, for reading; nil if it is discarded too.
    let output: Int32?
    private var hasEnded = false

    /// Starts `words[0]`, which is searched in PATH.
    /// - Throws: `Failure` if it can't be started.
    init(_ words: [String], environment: [String: String], readsOutput: Bool = false) throws {
        var ends: [Int32] = [-1, -1]
        if readsOutput {
            guard pipe(&ends) == 0 else { throw Failure("there is no pipe") }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        if readsOutput {
            posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        }
        var arguments = words.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        var process: pid_t = 0
        let code = posix_spawnp(&process, words[0], &actions, nil, &arguments, &variables)
        for text in arguments + variables { free(text) }
        posix_spawn_file_actions_destroy(&actions)
        if readsOutput { close(ends[1]) }
        guard code == 0 else {
            if readsOutput { close(ends[0]) }
            throw Failure("\(words[0]) can't be started: \(String(cString: strerror(code)))")
        }
        self.process = process
        output = readsOutput ? ends[0] : nil
    }

    /// Asks the program to end and waits for three seconds; then kills it. Does nothing the second time.
    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        if let output { close(output) }
        kill(process, SIGTERM)
        for _ in 0..<300 {
            if waitpid(process, nil, WNOHANG) != 0 { return }
            usleep(10_000)
        }
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }

    /// Runs a program to its end; returns the text that it wrote to stdout.
    static func run(_ words: [String], environment: [String: String]) throws -> String {
        let child = try ChildProcess(words, environment: environment, readsOutput: true)
        defer { child.end() }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while let output = child.output {
            let count = read(output, &buffer, buffer.count)
            guard count > 0 else { break }
            text += buffer[..<count]
        }
        return String(decoding: text, as: UTF8.self)
    }
}

struct Failure: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}
