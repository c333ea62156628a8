import GRDB
import SegueCore

/// The titles of files, by their content. The files that were read last have the greatest numbers.
enum TitleTable {
    /// The largest number of files with stored titles of some 300 bytes each.
    static let mostKept = 100_000

    static let columns = ["number", "content", "titles"]

    static let definition = """
        CREATE TABLE title (number INTEGER PRIMARY KEY, content TEXT NOT NULL UNIQUE, titles TEXT NOT NULL);
        """

    /// Returns the known titles; files without titles are left out.
    static func read(
        _ contents: [ContentIdentity], in database: Database
    ) throws -> [ContentIdentity: TrackMetadata] {
        let search = "SELECT titles FROM title WHERE content = ?"
        var found: [ContentIdentity: TrackMetadata] = [:]
        for content in contents {
            // An invalid row counts as missing: the file is read again, and replaces the row.
            let line = try? database.value(search, [content.text]) { try $0.text() }
            found[content] = line.flatMap { TrackMetadata(titles: $0.utf8) }
        }
        return found
    }

    /// Stores these titles, and deletes the oldest ones beyond the limit.
    static func write(
        _ titles: [ContentIdentity: TrackMetadata], keeping most: Int = mostKept, in database: Database
    ) throws {
        let insertion = try database.cachedStatement(
            sql: "INSERT OR REPLACE INTO title (content, titles) VALUES (?, ?)")
        for (content, metadata) in titles {
            if let line = metadata.titles { try insertion.execute(arguments: [content.text, line]) }
        }
        try database.cachedStatement(sql: "DELETE FROM title WHERE number <= (SELECT max(number) FROM title) - ?")
            .execute(arguments: [most])
    }
}
