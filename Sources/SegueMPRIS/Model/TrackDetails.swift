import SDBus
import SegueCore

/// Metadata that a caller supplies for streams, as `a{sa{sv}}`: by address, with the keys of MPRIS.
enum TrackDetails {
    /// Returns the metadata by address, in the form of `Location`. Keys other than those of `metadata` are ignored.
    ///
    /// Throws InvalidArgs for a value of another type, and for a cover that is not an address.
    static func read(_ value: BusValue) throws(BusError) -> [String: TrackMetadata] {
        guard case .dictionary(_, _, let entries) = value else { return [:] }
        var details: [String: TrackMetadata] = [:]
        for entry in entries {
            guard let address = entry.key.asString, let properties = entry.value.asProperties else { continue }
            details[try Location.uriOrPath(address)] = try metadata(properties, of: address)
        }
        return details
    }

    private static func metadata(_ properties: [String: BusValue], of address: String) throws(BusError)
        -> TrackMetadata
    {
        func read<Value>(_ key: String, _ expected: String, _ reader: (BusValue) -> Value?) throws(BusError) -> Value? {
            guard let value = properties[key] else { return nil }
            guard let read = reader(value) else {
                throw BusError(.invalidArguments, "\(address): \(key) must be \(expected).")
            }
            return read
        }
        func list(_ key: String) throws(BusError) -> [String] {
            try read(key, "a list of texts", \.asStrings) ?? []
        }
        func number(_ key: String) throws(BusError) -> Int32? {
            try read(key, "a number from 1") { $0.asInt64.flatMap { $0 > 0 ? Int32(exactly: $0) : nil } }
        }
        var metadata = TrackMetadata()
        metadata.title = try read("xesam:title", "a text", \.asString)
        metadata.artists = try list("xesam:artist")
        metadata.album = try read("xesam:album", "a text", \.asString)
        metadata.albumArtists = try list("xesam:albumArtist")
        metadata.trackNumber = try number("xesam:trackNumber")
        metadata.discNumber = try number("xesam:discNumber")
        metadata.genres = try list("xesam:genre")
        metadata.duration = try read("mpris:length", "a time in microseconds, above 0") {
            $0.asInt64.flatMap { $0 > 0 ? MediaTime(microseconds: $0) : nil }
        }
        metadata.artURI = try read("mpris:artUrl", "a file:, http: or https: address") {
            guard let text = $0.asString else { return nil }
            return try? Location.uri(text)
        }
        return metadata
    }
}
