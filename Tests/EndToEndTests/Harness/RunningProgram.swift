import Foundation
import Glibc
import Synchronization

/// A program started by a test. The program's output is kept; tests wait for its lines and its end, never for a fixed
/// time.
final class RunningProgram: Sendable {
    struct TimedOut: Error, CustomStringConvertible {
        var description: String
    }

    private struct State {
        var output = Data()
        var errors = Data()
        var status: Int32?
        var waiters: [@Sendable (borrowing State) -> Bool] = []
    }

    let name: String
    let identifier: Int32
    private let state: Mutex<State>

    /// Starts `executable`. A name without a slash is found through PATH.
    init(_ executable: String, _ arguments: [String], environment: [String: String], folder: URL) throws {
        name = ([executable] + arguments).joined(separator: " ")
        let process = try ChildProcess([executable] + arguments, environment: environment, folder: folder.path)
        identifier = process.identifier
        state = Mutex(State())
        process.follow(
            output: { data in self.change { $0.output.append(data) } },
            errors: { data in self.change { $0.errors.append(data) } },
            end: { status in self.change { $0.status = status } })
    }

    // MARK: - Waiting

    /// The program's output on stdout so far.
    var output: String { state.withLock { String(decoding: $0.output, as: UTF8.self) } }
    var errors: String { state.withLock { String(decoding: $0.errors, as: UTF8.self) } }
    var isRunning: Bool { state.withLock { $0.status == nil } }

    /// Waits for the end of the program and of its output.
    func finish(within limit: Duration = .seconds(60)) async throws -> Finished {
        try await wait(within: limit, for: "\(name) to end") { $0.status != nil }
        return state.withLock { state in
            Finished(
                status: state.status ?? -1, output: String(decoding: state.output, as: UTF8.self),
                errors: String(decoding: state.errors, as: UTF8.self))
        }
    }

    /// Waits until stdout contains `text`.
    func wrote(_ text: String, within limit: Duration = .seconds(30)) async throws {
        try await wait(within: limit, for: "\(name) to write \(text)") { state in
            String(decoding: state.output, as: UTF8.self).contains(text)
        }
    }

    /// Waits until stderr contains `text`.
    func complained(_ text: String, within limit: Duration = .seconds(30)) async throws {
        try await wait(within: limit, for: "\(name) to write \(text) to stderr") { state in
            String(decoding: state.errors, as: UTF8.self).contains(text)
        }
    }

    func send(_ signal: Int32) {
        if isRunning { kill(identifier, signal) }
    }

    /// Stops the program with all its threads, until SIGCONT.
    func hold() async {
        send(SIGSTOP)
        var information = siginfo_t()
        while isRunning {
            // The kernel notifies the parent when the last thread has stopped.
            let result = waitid(P_PID, id_t(identifier), &information, WSTOPPED | WNOHANG)
            if result != 0 || information._sifields._sigchld.si_pid != 0 { return }
            await Task.yield()
        }
    }

    private func wait(
        within limit: Duration, for what: String, until condition: @escaping @Sendable (borrowing State) -> Bool
    ) async throws {
        let once = Mutex<CheckedContinuation<Bool, Never>?>(nil)
        let met = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
            once.withLock { $0 = continuation }
            let answer: @Sendable (Bool) -> Void = { value in
                once.withLock { pending in
                    defer { pending = nil }
                    return pending
                }?.resume(returning: value)
            }
            let isMet = state.withLock { state in
                if condition(state) { return true }
                state.waiters.append { state in
                    guard condition(state) else { return false }
                    answer(true)
                    return true
                }
                return false
            }
            if isMet { answer(true) }
            Task {
                try? await Task.sleep(for: limit)
                answer(false)
            }
        }
        guard met else {
            throw TimedOut(description: "Waited \(limit) for \(what).\nstdout: \(output)\nstderr: \(errors)")
        }
    }

    // MARK: - State

    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            body(&state)
            let waiters = state.waiters
            state.waiters = []
            let pending = waiters.filter { !$0(state) }
            state.waiters += pending
        }
    }
}
