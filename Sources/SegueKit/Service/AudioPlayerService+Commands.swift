import SegueCore

/// Running commands, from a call to its outcome.
extension AudioPlayerService {
    /// Gives a command, and waits for its outcome.
    package func run(_ command: Command) async throws(AudioPlayerError) {
        try host.checkReady(for: command.name)
        let outcome = Outcome<CommandOutcome>()
        host.door.take(command) { outcome.settle($0) }
        try check(await outcome.value(), of: command.name)
    }

    /// Gives the command of a request when its files have been found, and waits for the outcome. If the task is
    /// cancelled before that, the command is not given. If `isPaused` is true, a pause follows immediately, so that the
    /// tracks begin paused.
    func run(_ request: FileRequest, isPaused: Bool = false) async throws(AudioPlayerError) {
        try host.checkReady(for: request.name)
        let ending = Outcome<FileRequest.Ending>()
        var request = request
        request.isWanted = { !ending.isSettled }
        host.door.take(request) { ending.settle($0) }
        if isPaused { host.door.take(.pause) { _ in } }
        switch await ending.value() {
        case .taken(_, let outcome): try check(outcome, of: request.name)
        case .failed(let error): throw error
        case .calledOff, nil: try check(nil, of: request.name)
        }
    }

    /// Throws the error for the caller of a command. Without an outcome, the command was cancelled, or the wait for the
    /// outcome was.
    private func check(_ outcome: CommandOutcome?, of name: String) throws(AudioPlayerError) {
        switch outcome {
        case .done, .nothingToDo: return
        case .failed(let error): throw error
        case .superseded, nil:
            throw .invalidState(current: state.kind.rawValue, attempted: "\(name), which was cancelled,")
        }
    }
}
