import Foundation

/// A server that accepts connections and never sends anything.
final class SilentServer: Sendable {
    private let descriptor: Int32
    let url: String

    init() throws {
        (descriptor, url) = try Self.listen(path: "/silent.wav")
    }

    deinit { close(descriptor) }

    /// Opens a socket on this machine that accepts connections. Returns its descriptor, and the URL of a file there.
    static func listen(path: String) throws -> (descriptor: Int32, url: String) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && Glibc.listen(descriptor, 8) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        guard status else { throw POSIXError(.EADDRNOTAVAIL) }
        return (descriptor, "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))\(path)")
    }
}
