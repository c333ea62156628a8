import EventLoop
import SegueWindowModel

/// The model of the running program. Receives every input of the connection, including those that precede the window.
final class LiveModel {
    private(set) var now = WindowModel()
    /// Called with the outcome of each input.
    var onOutcome: ((WindowOutcome) -> Void)?
    private let connection: PlayerConnection

    init(_ connection: PlayerConnection) {
        self.connection = connection
        connection.onInput = { [weak self] in self?.receive($0) }
    }

    private func receive(_ input: WindowInput) {
        let outcome = now.receive(input, at: .now)
        for request in outcome.requests { connection.carryOut(request) }
        onOutcome?(outcome)
    }
}
