import EventLoop
import SegueCore

/// The sound server of this session, asked once.
enum PulseServer {
    /// Connects, and asks for the devices. The receiver owns the connection, and must close it. `completion` is not
    /// called from inside this call.
    static func sinks(
        _ loop: EventLoop,
        _ completion: @escaping (Result<(PulseConnection, PulseConnection.Sinks), AudioPlayerError>) -> Void
    ) {
        // Whoever waits for the connection keeps it.
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
