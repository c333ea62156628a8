import SegueCore

/// What is known of files by their content. What can't be saved is found out again some day.
extension SessionStore {
    /// What is known of the sound of a file; nil where nothing is. The completion is called on the worker's thread.
    func facts(of content: ContentIdentity, _ completion: @escaping @Sendable (TrackFacts?) -> Void) {
        perform({ try $0.facts(of: content) }, { completion($0 ?? nil) })
    }

    /// Keeps what is known of the sound of a file.
    func record(_ facts: TrackFacts, of content: ContentIdentity) {
        perform({ try $0.write(facts, of: content) })
    }

    /// What lists show of these files, as far as it is known. The completion is called on the worker's thread.
    func titles(
        of contents: [ContentIdentity], _ completion: @escaping @Sendable ([ContentIdentity: TrackMetadata]) -> Void
    ) {
        perform({ try $0.titles(of: contents) }, { completion($0 ?? [:]) })
    }

    /// Keeps what lists show of these files.
    func record(titles: [ContentIdentity: TrackMetadata]) {
        perform({ try $0.write(titles) })
    }
}
