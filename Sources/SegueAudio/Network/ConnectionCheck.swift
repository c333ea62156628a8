import CGStreamer
import SegueFiles

/// Finds out why no server answers at an address, by connecting once more: GStreamer's source does not report the cause
/// below HTTP.
///
/// Blocks: not for the loop's thread.
final class ConnectionCheck {
    /// The obstacle to a connection.
    enum Obstacle: Sendable {
        /// The host is reachable, and nothing listens.
        case refused
        /// There is no route to the host now.
        case unreachable
        case unknownName
        /// No name server answers.
        case unresolved
        /// There is no obstacle up to the server itself.
        case noAnswer
        /// The server there does not speak TLS.
        case notSecure
        /// A fault of the certificate: its issuer, its owner, its time, or something else.
        case untrusted
        case misnamed
        case outdated
        case invalid
        /// This computer has no TLS.
        case noEncryption

        /// True if the obstacle may disappear without intervention.
        var isPassing: Bool {
            switch self {
            case .unreachable, .unresolved, .noAnswer: true
            case .refused, .unknownName, .notSecure, .untrusted, .misnamed, .outdated, .invalid, .noEncryption: false
            }
        }
    }

    /// The timeout in seconds.
    private static let limit: guint = 3

    private var isEncrypting = false
    private var flaws: UInt32 = 0

    static func run(_ address: String) -> Obstacle {
        let check = ConnectionCheck()
        return withExtendedLifetime(check) { check.connect(to: address) }
    }

    private func connect(to address: String) -> Obstacle {
        guard let client = g_socket_client_new() else { preconditionFailure("a client could not be allocated") }
        defer { g_object_unref(client) }
        let isEncrypted = FileURI.scheme(of: address) == "https"
        g_socket_client_set_timeout(client, Self.limit)
        g_socket_client_set_tls(client, isEncrypted ? 1 : 0)
        let handler:
            @convention(c) (
                gpointer?, GSocketClientEvent, gpointer?, UnsafeMutablePointer<GIOStream>?, gpointer?
            ) -> Void = { _, event, _, stream, check in
                guard let stream, let check, event == G_SOCKET_CLIENT_TLS_HANDSHAKING else { return }
                Unmanaged<ConnectionCheck>.fromOpaque(check).takeUnretainedValue().encrypt(stream)
            }
        let context = Unmanaged.passUnretained(self).toOpaque()
        _ = segue_connect(client, "event", unsafeBitCast(handler, to: gpointer.self), context, nil)
        var failure: UnsafeMutablePointer<GError>?
        let connection = g_socket_client_connect_to_uri(client, address, isEncrypted ? 443 : 80, nil, &failure)
        if let connection { g_object_unref(connection) }
        guard let failure else { return .noAnswer }
        defer { g_error_free(failure) }
        return obstacle(behind: failure)
    }

    /// Handles a connection that is established and about to be encrypted.
    private func encrypt(_ stream: UnsafeMutablePointer<GIOStream>) {
        isEncrypting = true
        let handler: @convention(c) (gpointer?, gpointer?, GTlsCertificateFlags, gpointer?) -> gboolean = {
            _, _, flags, check in
            guard let check else { return 0 }
            Unmanaged<ConnectionCheck>.fromOpaque(check).takeUnretainedValue().flaws = flags.rawValue
            return 0
        }
        let context = Unmanaged.passUnretained(self).toOpaque()
        _ = segue_connect(stream, "accept-certificate", unsafeBitCast(handler, to: gpointer.self), context, nil)
    }

    private func obstacle(behind error: UnsafeMutablePointer<GError>) -> Obstacle {
        if error.pointee.domain == g_resolver_error_quark() {
            return error.pointee.code == G_RESOLVER_ERROR_NOT_FOUND.rawValue ? .unknownName : .unresolved
        }
        if error.pointee.domain == g_tls_error_quark(), error.pointee.code == G_TLS_ERROR_UNAVAILABLE.rawValue {
            return .noEncryption
        }
        guard isEncrypting else {
            let isRefusal =
                error.pointee.domain == g_io_error_quark()
                && error.pointee.code == G_IO_ERROR_CONNECTION_REFUSED.rawValue
            return isRefusal ? .refused : .unreachable
        }
        func has(_ flaw: GTlsCertificateFlags) -> Bool { flaws & flaw.rawValue != 0 }
        if flaws == 0 { return .notSecure }
        if has(G_TLS_CERTIFICATE_UNKNOWN_CA) { return .untrusted }
        if has(G_TLS_CERTIFICATE_BAD_IDENTITY) { return .misnamed }
        if has(G_TLS_CERTIFICATE_EXPIRED) || has(G_TLS_CERTIFICATE_NOT_ACTIVATED) { return .outdated }
        return .invalid
    }
}
