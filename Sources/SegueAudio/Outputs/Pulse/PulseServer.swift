import EventLoop
import SegueCore

/// The access to the sound server of this session.
///
/// A server that does not answer in time is still waited for, and the next query uses the same connection. A hung
/// server accepts nothing, and unaccepted connections would soon be refused, as if there were no server.
final class PulseServer {
    typealias Completion = (Result<(PulseConnection, PulseConnection.Sinks), PulseConnection.Failure>) -> Void

    /// The two servers that speak PulseAudio's protocol. They treat the samples of a stream differently.
    enum Kind: Hashable, Sendable {
        /// Renders ahead by as much as every stream allows, and renders again what is rewritten before it is heard. A
        /// recorder of the sink keeps the first rendering.
        case pulseAudio
        /// Reads samples in steps of up to 43 ms, and keeps what it has read.
        case pipeWire

        /// Classifies a server by the name that it reports. Nil counts as PulseAudio.
        init(name: String?) {
            self = name?.contains("PipeWire") == true ? .pipeWire : .pulseAudio
        }
    }

    private let loop: EventLoop
    /// The connection to a server that has not answered in time.
    private var waiting: PulseConnection?

    init(_ loop: EventLoop) {
        self.loop = loop
    }

    /// Connects, and queries the devices. The receiver owns the connection, and must close it. `completion` is not
    /// called from inside this call.
    func listSinks(_ completion: @escaping Completion) {
        guard let connection = takeWaiting() ?? PulseConnection(loop) else {
            loop.schedule(at: .now) { completion(.failure(.exhausted)) }
            return
        }
        // The closures keep the connection until it has answered.
        connection.awaitReady { [self] failure in
            if let failure { return giveUp(connection, failure, completion) }
            connection.listSinks { [self] sinks in
                guard let sinks else { return giveUp(connection, connection.isLost ? .lost : .silent, completion) }
                completion(.success((connection, sinks)))
            }
        }
    }

    private func takeWaiting() -> PulseConnection? {
        defer { waiting = nil }
        guard let waiting, waiting.isLost else { return waiting }
        waiting.close()
        return nil
    }

    private func giveUp(
        _ connection: PulseConnection, _ failure: PulseConnection.Failure, _ completion: Completion
    ) {
        if failure == .silent {
            waiting?.close()
            waiting = connection
        } else {
            connection.close()
        }
        completion(.failure(failure))
    }
}
