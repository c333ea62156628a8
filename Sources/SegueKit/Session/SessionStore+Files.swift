import SegueCore

/// Facts about files, by their content. Facts that can't be saved are determined again later.
extension SessionStore {
    /// Returns the measurement of a file's audio; nil if there is none. Blocks: not for the loop's thread.
    func sound(of content: ContentIdentity) -> TrackFacts.Measurement? {
        guard let found = now({ try $0.sound(of: content) }) ?? nil else { return nil }
        // Nothing waits for this; and the measurement is available even if the disk is full.
        perform({ try $0.touchSound(of: content) })
        return found
    }

    /// Stores the measurement of a file's audio. Blocks, so that every later lookup finds the measurement: not
    /// for the loop's thread.
    func record(_ sound: TrackFacts.Measurement, of content: ContentIdentity) {
        _ = now { try $0.write(sound, of: content) }
    }

    /// Saves the summary of a file.
    func record(_ file: FileEnds) {
        perform({ try $0.write(file) })
    }

    /// Returns the titles of these files, as far as they are known. The completion is called on the worker's thread.
    func titles(
        of contents: [ContentIdentity], _ completion: @escaping @Sendable ([ContentIdentity: TrackMetadata]) -> Void
    ) {
        perform({ try $0.titles(of: contents) }, { completion($0 ?? [:]) })
    }

    /// Stores the titles of these files.
    func record(titles: [ContentIdentity: TrackMetadata]) {
        perform({ try $0.write(titles) })
    }
}
