import SegueCore

/// What is known of files by their content. What can't be saved is found out again some day.
extension SessionStore {
    /// What was measured of the sound of a file; nil where nothing was. Blocks, on the worker's thread only.
    func sound(of content: ContentIdentity) -> TrackFacts.Measurement? {
        guard let found = now({ try $0.sound(of: content) }) ?? nil else { return nil }
        // Nobody waits for this; and what is known is known on a full disk too.
        perform({ try $0.touchSound(of: content) })
        return found
    }

    /// Keeps what was measured of the sound of a file. Blocks, on the worker's thread only: whoever looks for the sound
    /// from then on finds it.
    func record(_ sound: TrackFacts.Measurement, of content: ContentIdentity) {
        _ = now { try $0.write(sound, of: content) }
    }

    /// Saves the summary of a file.
    func record(_ file: FileEnds) {
        perform({ try $0.write(file) })
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
