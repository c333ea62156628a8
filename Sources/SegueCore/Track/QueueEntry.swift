/// One item of the queue: an identity, the location of the audio, and the metadata known so far.
public struct QueueEntry: Sendable, Hashable, Identifiable {
    /// The identity, which is unchanged when the entry is moved.
    public let id: EntryID
    /// An absolute, percent-encoded URI: `file:///…`, `http://…`, `https://…`.
    public let uri: String
    /// The metadata known so far.
    public var metadata: TrackMetadata {
        _read { yield known.value }
        _modify { yield &known.value }
    }
    // A queue has many entries, and copies them frequently.
    private var known: CopyOnWrite<TrackMetadata>
    private static let nothing = CopyOnWrite(TrackMetadata())
    /// True if tags and cover have been read, or can't be read: the metadata is final until the track plays.
    public var isMetadataRead = false
    /// True if the file has been examined for list metadata, or can't be.
    public var isExamined = false
    /// The number of times that a loop has returned to the entry. A looped track crossfades into its own next
    /// occurrence, and only this number distinguishes the two.
    public var occurrence: UInt32 = 0

    /// Creates an entry whose tags have not been read, in its first round.
    public init(id: EntryID, uri: String, metadata: TrackMetadata = TrackMetadata()) {
        self.id = id
        self.uri = uri
        known = metadata == TrackMetadata() ? Self.nothing : CopyOnWrite(metadata)
    }

    /// Returns true if both are the same entry in the same round of a loop, regardless of their metadata.
    public func isSameOccurrence(as other: QueueEntry) -> Bool { id == other.id && occurrence == other.occurrence }

    /// Adopts new metadata of the entry, and keeps its round. Does nothing for another entry.
    mutating func refresh(_ known: QueueEntry) {
        guard known.id == id else { return }
        let round = occurrence
        self = known
        occurrence = round
    }

    /// True if the audio is on this machine, and not on the network.
    public var isLocal: Bool { ResourceName.isLocal(uri) }

    /// True if the file has not been examined yet: its metadata comes at most from a playlist.
    var lacksTitles: Bool { metadata.sampleRate == nil && !isExamined && !isMetadataRead && isLocal }

    /// The title, or the decoded last component of the URI: never empty.
    public var displayTitle: String { metadata.title ?? ResourceName.title(of: uri) }

    /// The text `Artist – Title`, or the title alone.
    public var displayName: String {
        metadata.artists.isEmpty
            ? displayTitle : "\(metadata.artists.joined(separator: ", ")) – \(displayTitle)"
    }
}
