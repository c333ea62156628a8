import EventLoop
import SegueCore

/// The sound server of this session, asked once.
enum PulseServer {
    /// Connects, and asks for the devices. The connection is the receiver's, to be closed. `completion` is not called from inside.
    static func sinks(
        _ loop: EventLoop,
        _ completion: @escaping (Result<(PulseConnection, PulseConnection.Sinks), AudioPlayerError>) -> Void
    ) {
        // The connection is kept by whoever waits for it.
        var connection: PulseConnection?
        connection = PulseConnection(loop) { error in
            guard let reached = connection else { return }
            connection = nil
            if let error {
                reached.close()
                completion(.failure(error))
            } else {
                reached.listSinks { completion(.success((reached, $0))) }
            }
        }
    }
}
