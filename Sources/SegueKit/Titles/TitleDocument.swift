import SegueCore

/// The titles of a file, for display and sorting in lists, as JSON on one line: for another process, and for the disk.
extension TrackMetadata {
    /// Reads the titles from a line of `titles`. Nil for any other line.
    init?(titles line: some Sequence<UInt8>) {
        guard let document = JSONValue(line), let rate = document["sampleRate"]?.asCount else { return nil }
        self.init()
        sampleRate = rate
        title = document["title"]?.asString
        artists = document["artists"]?.asStrings ?? []
        album = document["album"]?.asString
        albumArtists = document["albumArtists"]?.asStrings ?? []
        trackNumber = document["trackNumber"]?.asCount
        discNumber = document["discNumber"]?.asCount
        if case .integer(let length)? = document["duration"], length >= 0 {
            duration = MediaTime(nanoseconds: length)
        }
    }

    /// The titles as JSON, without a line feed. Nil if the file gave no sample rate, so that its audio was never
    /// decoded.
    var titles: String? {
        guard let sampleRate else { return nil }
        var members: [(String, JSONValue)] = [("sampleRate", .integer(Int64(sampleRate)))]
        func add(_ name: String, _ value: JSONValue?) {
            if let value { members.append((name, value)) }
        }
        func list(_ items: [String]) -> JSONValue? { items.isEmpty ? nil : .array(items.map { .string($0) }) }
        add("title", title.map { .string($0) })
        add("artists", list(artists))
        add("album", album.map { .string($0) })
        add("albumArtists", list(albumArtists))
        add("trackNumber", trackNumber.map { .integer(Int64($0)) })
        add("discNumber", discNumber.map { .integer(Int64($0)) })
        add("duration", duration.map { .integer($0.nanoseconds) })
        return JSONValue.object(members).text
    }
}

extension JSONValue {
    fileprivate var asString: String? {
        if case .string(let text) = self, !text.isEmpty { text } else { nil }
    }

    fileprivate var asStrings: [String]? {
        if case .array(let elements) = self { elements.compactMap(\.asString) } else { nil }
    }

    /// A whole number from 0 to the greatest of 32 bits; nil for other values.
    fileprivate var asCount: Int32? {
        if case .integer(let number) = self, number >= 0 { Int32(exactly: number) } else { nil }
    }
}
