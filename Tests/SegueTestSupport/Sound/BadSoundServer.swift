import Foundation
import Glibc

/// A server that listens at the socket of a sound server, without being one.
public final class BadSoundServer: Sendable {
    public enum Manner: Sendable {
        /// Accepts no connection, and so never answers.
        case silent
        /// Breaks each connection off in the middle of its first message.
        case breakingOff
    }

    struct Failed: Error {
        var call: String
        var code = errno
    }

    private let listener: Int32

    /// Listens on a Unix socket at this path, which must be free.
    public init(at path: String, _ manner: Manner) throws {
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        guard listener >= 0 else { throw Failed(call: "socket") }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { throw Failed(call: "sun_path") }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let code = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, length) }
        }
        guard code == 0 else { throw Failed(call: "bind") }
        guard listen(listener, 64) == 0 else { throw Failed(call: "listen") }
        guard manner == .breakingOff else { return }
        Thread.detachNewThread { [listener] in Self.breakOff(listener) }
    }

    deinit {
        end()
        close(listener)
    }

    /// Stops listening: further connections are refused.
    public func end() { shutdown(listener, Int32(SHUT_RDWR)) }

    /// Returns the number of connections that wait to be accepted, and closes them.
    public func takeWaiting() -> Int {
        _ = fcntl(listener, F_SETFL, O_NONBLOCK)
        var count = 0
        while case let accepted = accept(listener, nil, nil), accepted >= 0 {
            close(accepted)
            count += 1
        }
        return count
    }

    private static func breakOff(_ listener: Int32) {
        while case let accepted = accept(listener, nil, nil), accepted >= 0 {
            var request = [UInt8](repeating: 0, count: 64)
            _ = read(accepted, &request, request.count)
            // The length of a message of 40 bytes on the channel for commands, and no more than that.
            let head: [UInt8] = [0, 0, 0, 40, 255, 255, 255, 255, 0, 0]
            _ = send(accepted, head, head.count, Int32(MSG_NOSIGNAL))
            close(accepted)
        }
    }
}
