import Glibc

/// A server on the loopback that accepts connections and requests, and never answers.
final class DeadServer {
    private let descriptor: Int32
    private let port: UInt16

    /// A URI that never finishes loading.
    var uri: String { "http://127.0.0.1:\(port)/dead.mp3" }

    init() throws {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // The kernel completes connections that are not accepted, up to the backlog.
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(socket, address, length) | listen(socket, 4096) | getsockname(socket, address, &length)
            }
        }
        guard code == 0 else { throw Failure("there is no server: \(String(cString: strerror(errno)))") }
        descriptor = socket
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }
}
