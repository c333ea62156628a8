/// A place in the queue that can be played: an identity, where the audio is, and what is known of it so far.
public struct QueueEntry: Sendable, Hashable, Identifiable {
    public let id: EntryID
    /// An absolute, percent-encoded URI: `file:///…`, `http://…`, `https://…`.
    public let uri: String
    public var metadata: TrackMetadata
    /// Whether tags and cover have been read, or can't be: nothing better is to come before it plays.
    public var isMetadataRead = false
    /// How often a loop has brought it round: a looped track crossfades into its own next occurrence, and the two are
    /// told apart by this alone.
    public var occurrence: UInt32 = 0

    public init(id: EntryID, uri: String, metadata: TrackMetadata = TrackMetadata()) {
        self.id = id
        self.uri = uri
        self.metadata = metadata
    }

    /// Whether both are the same place of the queue in the same round of a loop, whatever is known of them.
    public func isSameOccurrence(as other: QueueEntry) -> Bool { id == other.id && occurrence == other.occurrence }

    /// Takes over what became known of it, and stays in its round. Does nothing for another entry.
    mutating func refresh(_ known: QueueEntry) {
        guard known.id == id else { return }
        let round = occurrence
        self = known
        occurrence = round
    }

    /// Whether it is on this machine, and not on the network.
    public var isLocal: Bool { ResourceName.isLocal(uri) }

    /// The title, or the decoded last part of the URI: never empty.
    public var displayTitle: String { metadata.title ?? ResourceName.title(of: uri) }

    /// `Artist – Title`, or the title alone.
    public var displayName: String {
        metadata.artists.isEmpty
            ? displayTitle : "\(metadata.artists.joined(separator: ", ")) – \(displayTitle)"
    }
}
