/// A track that is a part of a longer file: a track of a cue sheet, or a chapter.
///
/// A `file:` URI names it by a temporal fragment in seconds, `#t=61.5,120` (Media Fragments URI 1.0, section 4.2.1).
public struct Excerpt: Sendable, Hashable {
    /// The position in the file at which the excerpt begins.
    public let start: MediaTime
    /// The position in the file at which the excerpt ends; nil for the end of the file.
    public let end: MediaTime?

    private static let mark = "#t="

    /// Creates an excerpt. Nil if it would have no length, or would begin before the file.
    public init?(from start: MediaTime, to end: MediaTime?) {
        guard start >= .zero, end.map({ $0 > start }) ?? true else { return nil }
        self.start = start
        self.end = end
    }

    /// Reads the fragment of a `file:` URI. Nil if the URI names a whole file.
    public init?(uri: String) {
        guard ResourceName.isLocal(uri) else { return nil }
        self.init(reference: uri)
    }

    /// Reads the fragment of a relative reference to a file, as in a playlist. Nil if it names a whole file.
    public init?(reference uri: String) {
        guard let mark = Self.place(in: uri) else { return nil }
        let times = uri[mark.upperBound...].split(separator: ",", omittingEmptySubsequences: false)
        guard times.count <= 2, let start = times.first.flatMap(Self.time) else { return nil }
        let end = times.count == 2 ? Self.time(times[1]) : nil
        guard times.count == 1 || end != nil else { return nil }
        self.init(from: start, to: end)
    }

    /// The fragment of a URI, with its `#`.
    public var fragment: String {
        Self.mark + start.decimalSeconds + (end.map { ",\($0.decimalSeconds)" } ?? "")
    }

    /// Returns the URI, or relative reference, of the file that contains the excerpt; any other one unchanged.
    public static func file(of uri: String) -> String {
        guard Excerpt(reference: uri) != nil, let mark = place(in: uri) else { return uri }
        return String(uri[..<mark.lowerBound])
    }

    /// Returns the length of the excerpt in a file of this length; nil if that is unknown, or ends before the excerpt.
    public func length(of file: MediaTime?) -> MediaTime? {
        guard let last = file.map({ file in end.map { min($0, file) } ?? file }) ?? end, last > start else {
            return nil
        }
        return last - start
    }

    /// Returns true if the second URI names the excerpt that begins where that of the first one ends.
    static func continues(_ first: String, into second: String) -> Bool {
        guard let end = Excerpt(uri: first)?.end, let next = Excerpt(uri: second) else { return false }
        return next.start == end && file(of: first) == file(of: second)
    }

    private static func place(in uri: String) -> Range<String.Index>? {
        guard let hash = uri.utf8.lastIndex(of: UInt8(ascii: "#")), uri[hash...].hasPrefix(mark) else { return nil }
        return hash..<uri.utf8.index(hash, offsetBy: mark.utf8.count)
    }

    /// Returns the time that a decimal number of seconds with at most nine decimal places gives; nil for other text.
    private static func time(_ text: Substring) -> MediaTime? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ $0.allSatisfy { 48...57 ~= $0 } && !$0.isEmpty && $0.count <= 9 }),
            let whole = Int64(Substring(parts[0]))
        else { return nil }
        let decimals = parts.count == 2 ? String(Substring(parts[1])) : ""
        let padded = decimals + String(repeating: "0", count: 9 - decimals.utf8.count)
        return Int64(padded).map { MediaTime(nanoseconds: whole * 1_000_000_000 + $0) }
    }
}

extension TrackMetadata {
    /// Returns the metadata of a file as far as it is true of an excerpt of that file; all of it if the excerpt is nil.
    /// The texts, numbers and loudness of the file are those of the whole.
    public func limited(to excerpt: Excerpt?) -> TrackMetadata {
        guard let excerpt else { return self }
        var limited = TrackMetadata()
        limited.genres = genres
        limited.contentCreated = contentCreated
        limited.duration = excerpt.length(of: duration)
        limited.artURI = artURI
        limited.format = format
        limited.sampleRate = sampleRate
        limited.channels = channels
        limited.loudness = Loudness(albumGain: loudness.albumGain, albumPeak: loudness.albumPeak)
        return limited
    }

    /// Returns the metadata of a file, completed by this metadata of a playlist or a sheet: for an excerpt, and for a
    /// file without a title.
    public func knowing(_ file: TrackMetadata, of excerpt: Excerpt?) -> TrackMetadata {
        guard excerpt != nil || file.title == nil else { return file }
        var known = self
        known.adopt(file.limited(to: excerpt))
        return known
    }
}
