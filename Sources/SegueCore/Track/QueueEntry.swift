/// One item of the queue: an identity, where the audio is, and what is known of it so far.
public struct QueueEntry: Sendable, Hashable, Identifiable {
    /// The identity, which stays the same wherever the entry is moved.
    public let id: EntryID
    /// An absolute, percent-encoded URI: `file:///…`, `http://…`, `https://…`.
    public let uri: String
    /// What is known of the track so far.
    public var metadata: TrackMetadata {
        _read { yield known.value }
        _modify { yield &known.value }
    }
    // A queue has very many entries, and copies them all the time.
    private var known: CopyOnWrite<TrackMetadata>
    private static let nothing = CopyOnWrite(TrackMetadata())
    /// Whether tags and cover have been read, or can't be read: nothing more will be known before the track plays.
    public var isMetadataRead = false
    /// Whether the file has been looked into for what lists show, or can't be.
    public var isExamined = false
    /// How often a loop has come back to the entry. A looped track crossfades into its own next occurrence, and this
    /// number alone tells the two apart.
    public var occurrence: UInt32 = 0

    /// An entry whose tags have not been read, in its first round.
    public init(id: EntryID, uri: String, metadata: TrackMetadata = TrackMetadata()) {
        self.id = id
        self.uri = uri
        known = metadata == TrackMetadata() ? Self.nothing : CopyOnWrite(metadata)
    }

    /// Whether both are the same entry in the same round of a loop, whatever is known of them.
    public func isSameOccurrence(as other: QueueEntry) -> Bool { id == other.id && occurrence == other.occurrence }

    /// Takes over what became known of the entry, and stays in its round. Does nothing for another entry.
    mutating func refresh(_ known: QueueEntry) {
        guard known.id == id else { return }
        let round = occurrence
        self = known
        occurrence = round
    }

    /// Whether the audio is on this machine, and not on the network.
    public var isLocal: Bool { ResourceName.isLocal(uri) }

    /// Whether nobody has looked into the file yet: at most a playlist has told something of it.
    var lacksTitles: Bool { metadata.sampleRate == nil && !isExamined && !isMetadataRead && isLocal }

    /// The title, or the decoded last part of the URI: never empty.
    public var displayTitle: String { metadata.title ?? ResourceName.title(of: uri) }

    /// `Artist – Title`, or the title alone.
    public var displayName: String {
        metadata.artists.isEmpty
            ? displayTitle : "\(metadata.artists.joined(separator: ", ")) – \(displayTitle)"
    }
}
