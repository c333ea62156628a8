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
            return .fileLoadFailed(path: uri, reason: Reason.accessRefused.text("\(status)"))
        // The other redirections, 304 among them, lead nowhere.
        case 300...599: return .fileLoadFailed(path: uri, reason: Reason.serverError.text("\(status)"))
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
        .fileLoadFailed(path: uri, reason: Reason.redirected.text())
    }

    static func brokenOff(_ uri: String) -> AudioPlayerError {
        .fileLoadFailed(path: uri, reason: Reason.connectionLost.text())
    }

    static func unanswered(_ uri: String, _ obstacle: ConnectionCheck.Obstacle) -> AudioPlayerError {
        let reason =
            switch obstacle {
            case .refused, .unreachable: Reason.unreachable.text()
            case .unknownName, .unresolved: Reason.unknownName.text()
            case .noAnswer: Reason.noAnswer.text()
            case .notSecure: Reason.notSecure.text()
            case .untrusted: Reason.untrusted.text()
            case .misnamed: Reason.otherServer.text()
            case .outdated: Reason.outdated.text()
            case .invalid: Reason.notValid.text()
            case .noEncryption: Reason.needsPackage.text("https", "glib-networking")
            }
        return .fileLoadFailed(path: uri, reason: reason)
    }

    /// Returns the error for a server that takes longer than this, in seconds.
    static func slow(_ uri: String, _ limit: Int) -> AudioPlayerError {
        .fileLoadFailed(path: uri, reason: Reason.slowAnswer.text("\(limit)"))
    }

    static func withoutStart(_ uri: String) -> AudioPlayerError {
        .unsupportedFormat(path: uri, reason: Reason.noAudioAtStart.text("\(SourceState.longestStart >> 20)"))
    }

    static func silent(_ uri: String) -> AudioPlayerError {
        .fileLoadFailed(path: uri, reason: Reason.silentServer.text())
    }

    /// Returns the error for playlists that lead from one to the next.
    static func maze(_ uri: String) -> AudioPlayerError {
        .unsupportedFormat(path: uri, reason: Reason.endlessPlaylists.text())
    }

    static func foreign(_ address: String, in uri: String) -> AudioPlayerError {
        let shown = TagText.line(address) ?? "what is no address"
        return .unsupportedFormat(path: uri, reason: Reason.foreignAddress.text(shown))
    }
}
