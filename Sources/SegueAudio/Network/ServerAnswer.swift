import CGStreamer
import SegueFiles

/// A server's answer about an address, which precedes the data.
struct ServerAnswer: Sendable, Equatable {
    /// A server's support for requests of any part of its data.
    enum Parts: Sendable {
        /// The server has not stated its support, and no part has been requested.
        case unknown
        case offered
        /// The server answered a request for a part with all of the data, or the wrong part.
        case refused
    }

    private let status: UInt32
    private let isToRange: Bool
    /// The address of the final answer, after all redirections.
    let address: String?
    /// The header fields, by their names in lower case: a server may write them in any case.
    private let fields: [String: String]

    /// Creates the answer that an HTTP source sends before the data; nil for any other event.
    init?(_ event: UnsafeMutablePointer<GstEvent>) {
        guard segue_event_type(event) == GST_EVENT_CUSTOM_DOWNSTREAM_STICKY,
            let structure = gst_event_get_structure(event), gst_structure_has_name(structure, "http-headers") != 0
        else { return nil }
        var status: guint = 0
        gst_structure_get_uint(structure, "http-status-code", &status)
        let address =
            gst_structure_get_string(structure, "redirection-uri") ?? gst_structure_get_string(structure, "uri")
        self.init(
            status: status, isToRange: Self.fields("request-headers", of: structure).keys.contains("range"),
            address: address.map { String(cString: $0) }, fields: Self.fields("response-headers", of: structure))
    }

    /// Returns true if the message is that of a source on libsoup 2.4 that has been redirected too often
    /// (SOUP_STATUS_TOO_MANY_REDIRECTS, 10). Its error does not show that; the error of libsoup 3 does.
    static func isCircle(_ message: UnsafeMutablePointer<GstMessage>) -> Bool {
        guard let structure = gst_message_get_structure(message),
            gst_structure_has_name(structure, "http-headers") != 0
        else { return false }
        var status: guint = 0
        return gst_structure_get_uint(structure, "http-status-code", &status) != 0 && status == 10
    }

    init(status: UInt32, isToRange: Bool = false, address: String? = nil, fields: [String: String]) {
        self.status = status
        self.isToRange = isToRange
        self.address = address
        self.fields = fields
    }

    private static func fields(_ name: String, of structure: UnsafePointer<GstStructure>) -> [String: String] {
        guard let value = gst_structure_get_value(structure, name), let headers = gst_value_get_structure(value) else {
            return [:]
        }
        var fields: [String: String] = [:]
        for index in 0..<gst_structure_n_fields(headers) {
            guard let name = gst_structure_nth_field_name(headers, guint(index)) else { continue }
            fields[String(cString: name).lowercased()] = gst_structure_get_string(headers, name).map {
                String(cString: $0)
            }
        }
        return fields
    }

    /// Returns the support for parts according to the answer; `known` is the earlier state. The answer to a request for
    /// a part settles it.
    func parts(_ known: Parts) -> Parts {
        if isLive { return known }
        if isToRange { return status == 206 ? .offered : .refused }
        guard known == .unknown, hasLength, fields["accept-ranges"]?.lowercased() == "bytes" else { return known }
        return .offered
    }

    /// True if the answer states the number of bytes.
    var hasLength: Bool { fields["content-length"] != nil && !isLive }

    /// True if titles come between the data.
    var hasTitles: Bool { fields["icy-metaint"] != nil }

    /// True if the stream has no end, whatever length the data state. Titles between the data belong to a live
    /// broadcast, and a station does not know how many bytes it will send.
    var isLive: Bool { hasTitles || (isStation && fields["content-length"] == nil) }

    /// True if the server is a station: Shoutcast, and Icecast after it, send such fields.
    var isStation: Bool { fields.keys.contains { $0.hasPrefix("icy-") } }

    var stationName: String? { fields["icy-name"].flatMap { TagText.line($0) } }

    /// The content type in lower case, without parameters; nil if the answer states none.
    var contentType: String? {
        fields["content-type"]?.prefix { $0 != ";" }.split(separator: " ").first.map { $0.lowercased() }
    }
}
