import GRDB
import SegueCore

/// Facts about files, by their content.
extension SessionDatabase {
    /// Returns the titles of these files, as far as they are known.
    func titles(of contents: [ContentIdentity]) throws -> [ContentIdentity: TrackMetadata] {
        try connection.read { try TitleTable.read(contents, in: $0) }
    }

    /// Stores the titles of these files.
    func write(_ titles: [ContentIdentity: TrackMetadata]) throws {
        try connection.write { try TitleTable.write(titles, in: $0) }
    }

    /// Returns the measurement of a file; nil if there is none, or only one of an earlier version.
    func sound(of content: ContentIdentity) throws -> TrackFacts.Measurement? {
        try connection.read { try SoundTable.read(content, in: $0) }
    }

    /// Records a use of the measurement of a file.
    func touchSound(of content: ContentIdentity) throws {
        try connection.write { try SoundTable.touch(content, in: $0) }
    }

    /// Saves the summary of a file.
    func write(_ file: FileEnds) throws {
        try connection.write { try EndsTable.write(file, in: $0) }
    }

    /// Stores the measurement of a file, and deletes the least recently used ones beyond the limit.
    func write(_ sound: TrackFacts.Measurement, of content: ContentIdentity) throws {
        try connection.write { try SoundTable.write(sound, of: content, in: $0) }
    }
}
