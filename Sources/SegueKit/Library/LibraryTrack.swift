import GRDB
import SegueCore
package import SegueFiles

/// A track of the library.
package struct LibraryTrack: Sendable, Hashable {
    /// The path as the kernel has it.
    package var path: LocalPath
    package var title: String?
    package var artists: [String] = []
    package var albumArtists: [String] = []
    package var album: String?
    package var genres: [String] = []
    package var composers: [String] = []
    package var year: Int?
    package var track: Int?
    package var disc: Int?
    /// The recording's MusicBrainz identifier.
    package var recording: String?
    /// Milliseconds.
    package var length: Int64?
    package var codec = ""
    package var hasPicture = false

    init(path: LocalPath, _ tags: FileTags?) {
        self.path = path
        guard let tags else { return }
        (title, artists, albumArtists, album) = (tags.title, tags.artists, tags.albumArtists, tags.album)
        (genres, composers, year, track, disc) = (tags.genres, tags.composers, tags.year, tags.track, tags.disc)
        (recording, length, codec, hasPicture) = (tags.recording, tags.length, tags.codec, tags.hasPicture)
    }

    /// The `file:` URI of the track.
    package var uri: String { FileURI.uri(pathBytes: path.bytes) }

    /// The title, or the name of the file without its extension.
    package var displayTitle: String { title ?? path.displayStem }

    /// The people whom the album is by, as far as the tags tell.
    package var albumPeople: [String] { albumArtists.isEmpty ? artists : albumArtists }

    // MARK: - In the database

    /// The columns that `init(_:)` reads, of `file` and `folder`.
    static let columns = """
        folder.path, file.name, file.title, file.artists, file.albumArtists, file.album, file.genres, file.composers,
        file.year, file.track, file.disc, file.recording, file.length, file.codec, file.hasPicture
        """

    init(_ row: inout StoredRow) throws {
        let folder = LocalPath(bytes: try row.bytes())
        path = folder.appending(try row.bytes())
        title = try row.optionalText()
        artists = try row.list()
        albumArtists = try row.list()
        album = try row.optionalText()
        genres = try row.list()
        composers = try row.list()
        year = try row.optionalInteger().map { Int($0) }
        track = try row.optionalInteger().map { Int($0) }
        disc = try row.optionalInteger().map { Int($0) }
        recording = try row.optionalText()
        length = try row.optionalInteger()
        codec = try row.text()
        hasPicture = try row.flag()
    }

    /// The values of the columns from `title` to `recording`, in the order of the table.
    var values: [(any DatabaseValueConvertible)?] {
        func list(_ values: [String]) -> String? {
            values.isEmpty ? nil : values.joined(separator: String(LibraryDatabase.separator))
        }
        return [
            title, list(artists), list(albumArtists), album, list(genres), list(composers), year, track, disc, length,
            codec, hasPicture, recording,
        ]
    }

    /// The folded texts of the columns `title`, `artist`, `album`, `composer` and `genre` of the full-text tables.
    var texts: [String] {
        let people = artists + albumArtists.filter { !artists.contains($0) }
        return [
            displayTitle, people.joined(separator: " "), album ?? "", composers.joined(separator: " "),
            genres.joined(separator: " "),
        ].map { String(decoding: TextFold.fold($0), as: UTF8.self) }
    }
}

extension StoredRow {
    /// The values of a list in one column.
    fileprivate mutating func list() throws -> [String] {
        try optionalText()?.split(separator: LibraryDatabase.separator).map(String.init) ?? []
    }
}

/// Text for `letters`: without punctuation.
enum Letters {
    static func of(_ folded: some StringProtocol) -> String {
        String(
            String.UnicodeScalarView(
                folded.unicodeScalars.filter {
                    $0.properties.isAlphabetic || $0 == " "
                        || $0.properties.numericType != nil
                }))
    }
}
