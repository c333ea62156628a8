import CGStreamer
import SegueCore

extension ErrorSentences {
    /// What the source of a stream reports. GStreamer says little of what it meets below HTTP, so it counts whether something of the
    /// stream had come before.
    static func networkError(
        _ message: UnsafeMutablePointer<GstMessage>, uri: String, hasBegun: Bool
    ) -> AudioPlayerError {
        var details: UnsafePointer<GstStructure>?
        gst_message_parse_error_details(message, &details)
        var status: guint = 0
        if let details { gst_structure_get_uint(details, "http-status-code", &status) }
        switch status {
        case 404, 410: return .fileNotFound(path: uri)
        case 401, 403, 407, 451:
            return .fileLoadFailed(path: uri, reason: "the server refuses access (HTTP status \(status))")
        case 400...599: return .fileLoadFailed(path: uri, reason: "the server has an error (HTTP status \(status))")
        default:
            return .fileLoadFailed(
                path: uri, reason: hasBegun ? "the connection broke off" : "the server can't be reached")
        }
    }
}
