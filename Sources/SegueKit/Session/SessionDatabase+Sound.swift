import GRDB
import SegueCore

/// What is known of files, by their content.
extension SessionDatabase {
    /// What lists show of these files, as far as it is known.
    func titles(of contents: [ContentIdentity]) throws -> [ContentIdentity: TrackMetadata] {
        try connection.read { try TitleTable.read(contents, in: $0) }
    }

    /// Keeps what lists show of these files.
    func write(_ titles: [ContentIdentity: TrackMetadata]) throws {
        try connection.write { try TitleTable.write(titles, in: $0) }
    }

    /// Nil where nothing is known, or only what an earlier version has measured.
    func sound(of content: ContentIdentity) throws -> TrackFacts.Measurement? {
        try connection.read { try SoundTable.read(content, in: $0) }
    }

    /// Notes that what is known of a file was of use.
    func touchSound(of content: ContentIdentity) throws {
        try connection.write { try SoundTable.touch(content, in: $0) }
    }

    /// Saves the summary of a file.
    func write(_ file: FileEnds) throws {
        try connection.write { try EndsTable.write(file, in: $0) }
    }

    /// Keeps what was measured of a file, and forgets what has not been used for longest.
    func write(_ sound: TrackFacts.Measurement, of content: ContentIdentity) throws {
        try connection.write { try SoundTable.write(sound, of: content, in: $0) }
    }
}
