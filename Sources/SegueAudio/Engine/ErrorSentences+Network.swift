import CGStreamer
import SegueCore
import SegueFiles

extension ErrorSentences {
    /// Returns the error for the server's status; nil if the server did not answer with an error.
    static func answer(_ message: UnsafeMutablePointer<GstMessage>, uri: String) -> AudioPlayerError? {
        let status = status(in: message)
        switch status {
        case 301, 302, 303, 307, 308: return astray(uri)
        case 404, 410: return .fileNotFound(path: uri)
        case 401, 403, 407, 451:
            return .fileLoadFailed(path: uri, reason: "the server refuses access (HTTP status \(status))")
        // The other redirections, 304 among them, lead nowhere.
        case 300...599: return .fileLoadFailed(path: uri, reason: "the server has an error (HTTP status \(status))")
        default: return nil
        }
    }

    /// Returns the HTTP status of the server's answer; 0 if the server did not answer.
    static func status(in message: UnsafeMutablePointer<GstMessage>) -> guint {
        var details: UnsafePointer<GstStructure>?
        gst_message_parse_error_details(message, &details)
        var status: guint = 0
        if let details { gst_structure_get_uint(details, "http-status-code", &status) }
        return status
    }

    /// Returns the error for redirections that the HTTP source does not follow. With some versions of libsoup, the
    /// causes can't be distinguished: too many redirections, or a redirection to an address other than http or https,
    /// or to none.
    static func astray(_ uri: String) -> AudioPlayerError {
        .fileLoadFailed(path: uri, reason: "the server redirects in a loop, or to an address other than http or https")
    }

    static func brokenOff(_ uri: String) -> AudioPlayerError {
        .fileLoadFailed(path: uri, reason: "the connection was lost")
    }

    static func unanswered(_ uri: String, _ obstacle: ConnectionCheck.Obstacle) -> AudioPlayerError {
        let reason =
            switch obstacle {
            case .refused, .unreachable: "the server can't be reached"
            case .unknownName, .unresolved: "the server can't be reached: its name is not known"
            case .noAnswer: "the server sends no answer, or none that is HTTP"
            case .notSecure: "the server does not speak https there"
            case .untrusted: "the server's certificate is not signed by an authority that this computer trusts"
            case .misnamed: "the server's certificate belongs to another server"
            case .outdated: "the server's certificate is not valid at this time"
            case .invalid: "the server's certificate is not valid"
            case .noEncryption: "https needs the package glib-networking"
            }
        return .fileLoadFailed(path: uri, reason: reason)
    }

    /// Returns the error for a server that takes longer than this, in seconds.
    static func slow(_ uri: String, _ limit: Int) -> AudioPlayerError {
        .fileLoadFailed(path: uri, reason: "the server has not answered within \(limit) s")
    }

    static func withoutStart(_ uri: String) -> AudioPlayerError {
        .unsupportedFormat(path: uri, reason: "there is no audio in its first \(SourceState.longestStart >> 20) MiB")
    }

    static func silent(_ uri: String) -> AudioPlayerError {
        .fileLoadFailed(path: uri, reason: "the server does not answer")
    }

    /// Returns the error for playlists that lead from one to the next.
    static func maze(_ uri: String) -> AudioPlayerError {
        .unsupportedFormat(path: uri, reason: "the playlists there refer to one another without end")
    }

    static func foreign(_ address: String, in uri: String) -> AudioPlayerError {
        let shown = TagText.line(address) ?? "what is no address"
        return .unsupportedFormat(
            path: uri, reason: "it names \(shown), and a server may only name http and https addresses")
    }
}
