import CGStreamer
import SegueCore

/// Turns what GStreamer says about a load into a sentence that a person can act on.
enum ErrorSentences {
    static func withoutAudio(uri: String) -> AudioPlayerError {
        .fileLoadFailed(path: place(uri), reason: "there is no audio in it")
    }

    static func unfit(uri: String) -> AudioPlayerError {
        .unsupportedFormat(path: place(uri), reason: "its sample rate is none that sound has")
    }

    /// A path for files, the URI for the rest.
    static func place(_ uri: String) -> String { ResourceName.path(of: uri) ?? uri }

    static func error(_ error: UnsafePointer<GError>, uri: String) -> AudioPlayerError {
        let place = place(uri)
        let code = error.pointee.code
        if segue_is_resource_error(error) != 0 {
            switch UInt32(code) {
            case GST_RESOURCE_ERROR_NOT_FOUND.rawValue: return .fileNotFound(path: place)
            case GST_RESOURCE_ERROR_OPEN_READ.rawValue where message(error).contains("directory"):
                return .fileLoadFailed(path: place, reason: "it is a folder")
            case GST_RESOURCE_ERROR_OPEN_READ.rawValue, GST_RESOURCE_ERROR_NOT_AUTHORIZED.rawValue:
                return .fileLoadFailed(path: place, reason: "it can't be opened for reading")
            default: return .fileLoadFailed(path: place, reason: "reading failed")
            }
        }
        if segue_is_stream_error(error) != 0 {
            switch UInt32(code) {
            case GST_STREAM_ERROR_TYPE_NOT_FOUND.rawValue:
                return .unsupportedFormat(path: place, reason: "its content is of no known kind")
            case GST_STREAM_ERROR_WRONG_TYPE.rawValue:
                return .unsupportedFormat(path: place, reason: "it holds no audio")
            case GST_STREAM_ERROR_CODEC_NOT_FOUND.rawValue:
                return .unsupportedFormat(path: place, reason: "no decoder for it is installed")
            default: return .fileLoadFailed(path: place, reason: "its content is damaged")
            }
        }
        if segue_is_core_error(error) != 0, UInt32(code) == GST_CORE_ERROR_MISSING_PLUGIN.rawValue {
            return .unsupportedFormat(path: place, reason: "no decoder for it is installed")
        }
        return .fileLoadFailed(path: place, reason: "its content is damaged")
    }

    /// Why an output failed, as a clause: what the system said, if that is known. GStreamer passes the system's words
    /// on in the text for developers (GST_ERROR_SYSTEM).
    private static func reason(ofOutput error: UnsafePointer<GError>, _ details: UnsafePointer<CChar>?) -> String {
        let details = details.map { String(cString: $0) } ?? ""
        var text = message(error)
        if let line = details.split(separator: "\n").last, line.hasPrefix(systemError) {
            text = String(line.dropFirst(systemError.count))
        }
        while text.last == "." { text.removeLast() }
        // What libpulse says when the server, or the device under a stream, is gone.
        if text.hasPrefix("Disconnected") || text.hasPrefix("pa_") { return "the device or its sound server went away" }
        return text
    }

    /// The same for an error message.
    static func reason(ofOutput message: UnsafeMutablePointer<GstMessage>) -> String {
        var error: UnsafeMutablePointer<GError>?
        var details: UnsafeMutablePointer<CChar>?
        gst_message_parse_error(message, &error, &details)
        defer { g_free(details) }
        guard let error else { return "it failed" }
        defer { g_error_free(error) }
        return reason(ofOutput: error, details)
    }

    private static let systemError = "system error: "

    private static func message(_ error: UnsafePointer<GError>) -> String { String(cString: error.pointee.message) }
}
