import CGStreamer

/// An error that an element has reported.
struct ElementError: Sendable {
    /// The error domain that the code belongs to.
    enum Domain: Sendable {
        case core, resource, stream
        /// A library's own domain.
        case other
    }

    let domain: Domain
    let code: UInt32
    /// The text for users.
    let text: String
    /// The text for developers: the system's message, and the missing decoders.
    let details: String

    init(domain: Domain, code: UInt32, text: String = "", details: String = "") {
        self.domain = domain
        self.code = code
        self.text = text
        self.details = details
    }

    /// Creates the error of an error message; nil for any other message.
    init?(_ message: UnsafeMutablePointer<GstMessage>) {
        guard segue_message_type(message) == GST_MESSAGE_ERROR else { return nil }
        var error: UnsafeMutablePointer<GError>?
        var details: UnsafeMutablePointer<CChar>?
        gst_message_parse_error(message, &error, &details)
        defer { g_free(details) }
        guard let error else { return nil }
        defer { g_error_free(error) }
        let domain: Domain =
            if segue_is_resource_error(error) != 0 {
                .resource
            } else if segue_is_stream_error(error) != 0 {
                .stream
            } else if segue_is_core_error(error) != 0 { .core } else { .other }
        self.init(
            domain: domain, code: UInt32(bitPattern: error.pointee.code), text: String(cString: error.pointee.message),
            details: details.map { String(cString: $0) } ?? "")
    }

    func isResource(_ code: GstResourceError) -> Bool { domain == .resource && self.code == code.rawValue }
}
