/// What the analysis of a file has found.
public struct AnalysedTrack: Sendable, Hashable {
    /// The `file:` URI of the file.
    public var uri: String
    /// The tags that came with the sound; nothing for a file without tags.
    public var metadata: TrackMetadata
    /// The facts about the sound.
    public var facts: TrackFacts

    /// What was found in one file.
    public init(uri: String, metadata: TrackMetadata, facts: TrackFacts) {
        self.uri = uri
        self.metadata = metadata
        self.facts = facts
    }

    /// The title from the tags, or the name of the file: never empty.
    public var title: String { metadata.title ?? ResourceName.title(of: uri) }
}
