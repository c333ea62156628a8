import Logging
import SegueCore

/// From a call to its outcome.
extension AudioPlayerService {
    /// Gives a command in its turn, and waits for its outcome outside of the queue, so that a load holds no other
    /// command up.
    package func run(_ command: Command) async throws(AudioPlayerError) {
        try await run(command.name, command.priority, isCancellable: command.startsSomething) { _ in command }
    }

    /// As above, for a command that has to be put together in its turn.
    func run(
        _ description: String, _ priority: OperationPriority, isCancellable: Bool,
        _ command: @escaping @Sendable (isolated AudioPlayerService) async throws -> Command
    ) async throws(AudioPlayerError) {
        try checkReady(for: description)
        let outcome = try await takeTurn(priority, description, isCancellable: isCancellable) {
            try await self.give(description, command)
        }
        switch await outcome.value() {
        case .done, .nothingToDo: return
        case .failed(let error): throw error
        // Without one, the wait was cancelled.
        case .superseded, nil: throw superseded(description)
        }
    }

    private func give(
        _ description: String, _ command: @Sendable (isolated AudioPlayerService) async throws -> Command
    ) async throws -> Outcome<CommandOutcome> {
        let command = try await command(self)
        let outcome = Outcome<CommandOutcome>()
        try perform(command, for: description) { outcome.settle($0) }
        return outcome
    }

    /// Carries a command out. Throws what it was refused with.
    @discardableResult
    func perform(
        _ command: Command, for description: String, completion: ((CommandOutcome) -> Void)? = nil
    ) throws(AudioPlayerError) -> Step {
        try checkReady(for: description)
        let step = shell.perform(command, completion: completion)
        if case .refused(let error) = step.reply { throw error }
        if step.reply == .accepted { save(command) }
        return step
    }

    /// Waits for a turn in the queue of operations, and for the end of `operation`.
    func takeTurn<Value: Sendable>(
        _ priority: OperationPriority, _ description: String, isCancellable: Bool = false, takesLong: Bool = false,
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws(AudioPlayerError) -> Value {
        do {
            return try await operations.run(
                priority: priority, description: description, isCancellable: isCancellable, takesLong: takesLong,
                operation: operation)
        } catch {
            throw failure(error, of: description)
        }
    }

    /// The error for the caller of an operation that has not come to its end.
    func failure(_ error: any Error, of description: String) -> AudioPlayerError {
        // Otherwise it was cancelled, by a stop or with its task.
        error as? AudioPlayerError ?? superseded(description)
    }

    private func superseded(_ description: String) -> AudioPlayerError {
        .invalidState(current: state.kind.rawValue, attempted: "\(description), which was called off,")
    }

    /// Looks for audio at these places, away from the loop, and leaves out dead streams. The completion is called on
    /// the loop's thread.
    func find(
        _ locations: [String],
        _ completion: @escaping @Sendable (Result<MediaOpener.Finding, AudioPlayerError>) -> Void
    ) {
        guard MediaOpener.asks(about: locations, toPlay: false) else {
            return opener.find(locations, toPlay: false, progress: { _ in }, completion)
        }
        opener.ask(about: locations) { [opener] answers in
            opener.find(locations, toPlay: false, knowing: answers, progress: { _ in }, completion)
        }
    }

    /// Looks for audio at these places, away from the loop, and ends at once when its task is cancelled. With `toPlay`,
    /// one of the first tracks has to be playable. What is left out goes to the log too.
    ///
    /// Throws what keeps all of it from being played, or `CancellationError`.
    func find(
        _ locations: [String], toPlay: Bool, knowing answers: StreamAnswers = StreamAnswers()
    ) async throws -> MediaOpener.Finding {
        let outcome = Outcome<Result<MediaOpener.Finding, AudioPlayerError>>()
        let progress = { @Sendable [weak self] (scan: ScanProgress) in
            guard let self else { return }
            assumeIsolated { $0.report(scan) }
        }
        opener.find(locations, toPlay: toPlay, knowing: answers, progress: progress) { outcome.settle($0) }
        guard let result = await outcome.value() else { throw CancellationError() }
        let finding = try result.get()
        for problem in finding.problems { logger.warning("\(problem)") }
        return finding
    }
}
