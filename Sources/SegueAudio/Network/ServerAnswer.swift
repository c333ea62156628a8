import CGStreamer
import SegueFiles

/// What a server says about an address, in front of what it sends.
struct ServerAnswer: Sendable, Equatable {
    /// Whether a server gives any part of what it has.
    enum Parts: Sendable {
        /// The server has not said so, and nobody has asked for a part.
        case unknown
        case offered
        /// Asked for a part, the server sent all of it, or the wrong part.
        case refused
    }

    private let status: UInt32
    private let isToRange: Bool
    /// The address that the answer came from in the end, behind all redirections.
    let address: String?
    /// The fields, by their names in lower case: a server may write them in any case.
    private let fields: [String: String]

    /// The answer that an HTTP source sends on in front of the data; nil for any other event.
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

    /// Whether this is what a source on libsoup 2.4 says when it has been redirected too often
    /// (SOUP_STATUS_TOO_MANY_REDIRECTS, 10). Its error does not tell; that of libsoup 3 does.
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

    /// What the answer says about parts; `known` is what was known before. The answer to a request for a part settles
    /// it.
    func parts(_ known: Parts) -> Parts {
        if isLive { return known }
        if isToRange { return status == 206 ? .offered : .refused }
        guard known == .unknown, hasLength, fields["accept-ranges"]?.lowercased() == "bytes" else { return known }
        return .offered
    }

    /// Whether the answer says how many bytes there are.
    var hasLength: Bool { fields["content-length"] != nil && !isLive }

    /// Whether titles come between the data.
    var hasTitles: Bool { fields["icy-metaint"] != nil }

    /// True if what is sent has no end, whatever the data say about their length: titles between the data belong to
    /// what is on the air now, and a station does not know how many bytes it will send.
    var isLive: Bool { hasTitles || (isStation && fields["content-length"] == nil) }

    /// Shoutcast, and Icecast after it, send such fields.
    var isStation: Bool { fields.keys.contains { $0.hasPrefix("icy-") } }

    var stationName: String? { fields["icy-name"].flatMap { TagText.line($0) } }

    /// In lower case, without parameters; nil when the answer gives none.
    var contentType: String? {
        fields["content-type"]?.prefix { $0 != ";" }.split(separator: " ").first.map { $0.lowercased() }
    }
}
