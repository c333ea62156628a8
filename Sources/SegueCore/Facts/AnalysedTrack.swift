/// The result of a file's analysis.
public struct AnalysedTrack: Sendable, Hashable {
    /// The `file:` URI of the file.
    public var uri: String
    /// The tags of the file; empty for a file without tags.
    public var metadata: TrackMetadata
    /// The facts about the audio.
    public var facts: TrackFacts

    /// Creates the result for one file.
    public init(uri: String, metadata: TrackMetadata, facts: TrackFacts) {
        self.uri = uri
        self.metadata = metadata
        self.facts = facts
    }

    /// The title from the tags, or the name of the file: never empty.
    public var title: String { metadata.title ?? ResourceName.title(of: uri) }
}
