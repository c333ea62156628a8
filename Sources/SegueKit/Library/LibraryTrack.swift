import GRDB
import SegueCore
package import SegueFiles
import SegueMPRIS

import struct Foundation.Data

/// A track of the library, with the tags of its file.
package struct LibraryTrack: Sendable, Hashable {
    /// The path as the kernel's bytes.
    package var path: LocalPath
    /// The part of the file; nil for all of it.
    package private(set) var excerpt: Excerpt?
    package private(set) var tags: FileTags
    /// The picture in the folder; nil without one.
    private(set) var cover: LocalPath?

    init(path: LocalPath, _ tags: FileTags, excerpt: Excerpt? = nil) {
        self.path = path
        self.excerpt = excerpt
        self.tags = tags
    }

    /// The `file:` URI of the track.
    package var uri: String { FileURI.uri(path, excerpt) }

    /// The title, or the name of the file without its extension.
    package var displayTitle: String { tags.title ?? path.displayStem }

    /// The duration; nil if the file does not give it.
    var duration: MediaTime? { tags.length.map { MediaTime(nanoseconds: $0 * 1_000_000) } }

    /// The artists of the track and of its album.
    var people: [String] { tags.artists + tags.albumArtists.filter { !tags.artists.contains($0) } }

    /// A key that the tracks of one album share: tracks with the same album title and album artists. If the tags name
    /// no album artist, the tracks must be in the same folder. The folders of discs (`CD 2`) count as the folder that
    /// contains them. Nil for a track without an album.
    var albumKey: String? {
        guard let album = tags.album else { return nil }
        let owner: String
        if tags.albumArtists.isEmpty {
            let folder = path.parent
            let isDisc =
                LibraryText.folded(String(decoding: folder.name, as: UTF8.self))
                .wholeMatch(of: /(cd|disc|disk|dvd) *[0-9]{1,3}/) != nil
            owner = (isDisc ? folder.parent : folder).description
        } else {
            owner = tags.albumArtists.map(LibraryText.folded).joined(separator: String(LibraryDatabase.separator))
        }
        return [LibraryText.folded(album), owner].joined(separator: "\n")
    }

    // MARK: - In the database

    /// The columns of `file` and `folder` that `init(_:)` reads.
    static let columns = """
        folder.path, file.name, file.title, file.artists, file.albumArtists, file.album, file.genres, file.composers,
        file.year, file.track, file.disc, file.recording, file.length, file.codec, file.hasPicture, folder.cover,
        file.rate, file.excerpt
        """

    init(_ row: inout StoredRow) throws {
        let folder = LocalPath(bytes: try row.bytes())
        path = folder.appending(try row.bytes())
        tags = FileTags()
        tags.title = try row.optionalText()
        tags.artists = try row.list()
        tags.albumArtists = try row.list()
        tags.album = try row.optionalText()
        tags.genres = try row.list()
        tags.composers = try row.list()
        tags.year = try row.optionalInteger().map { Int($0) }
        tags.track = try row.optionalInteger().map { Int($0) }
        tags.disc = try row.optionalInteger().map { Int($0) }
        tags.recording = try row.optionalText()
        tags.length = try row.optionalInteger()
        tags.codec = try row.text()
        tags.hasPicture = try row.flag()
        cover = try row.optionalBytes().map { folder.appending($0) }
        tags.rate = try row.optionalInteger().map { Int($0) }
        excerpt = Excerpt(reference: try row.text())
    }

    /// The key in the table `former`.
    var place: Data { Self.place(path, excerpt) }

    static func place(_ path: LocalPath, _ excerpt: Excerpt?) -> Data {
        Data(path.bytes + Array((excerpt?.fragment ?? "").utf8))
    }

    /// The values of the columns from `title` to `rate`, in the order of the table.
    var values: [(any DatabaseValueConvertible)?] {
        func list(_ values: [String]) -> String? {
            values.isEmpty ? nil : values.joined(separator: String(LibraryDatabase.separator))
        }
        return [
            tags.title, list(tags.artists), list(tags.albumArtists), tags.album, list(tags.genres),
            list(tags.composers), tags.year, tags.track, tags.disc, tags.length, tags.codec, tags.hasPicture,
            tags.recording, tags.rate,
        ]
    }

    /// The texts of the columns `title`, `artist`, `album`, `composer` and `genre` in each full-text table.
    var texts: [(table: String, columns: [String])] {
        let lists = [[displayTitle], people, [tags.album].compactMap(\.self), tags.composers, tags.genres]
        let texts = lists.map { LibraryText.folded($0.joined(separator: " ")) }
        return [("words", texts.map(LibraryText.words)), ("letters", texts.map(LibraryText.letters))]
    }
}

extension StoredRow {
    /// Reads the values of a list from one column.
    mutating func list() throws -> [String] {
        try optionalText()?.split(separator: LibraryDatabase.separator).map(String.init) ?? []
    }
}

/// Text in the form of the full-text tables.
enum LibraryText {
    /// Returns text for `words`: folded, and without NUL, at which FTS5 stops reading.
    static func folded(_ text: String) -> String {
        String(decoding: TextFold.fold(text).filter { $0 != 0 }, as: UTF8.self)
    }

    /// Returns folded text for `words`. Words with punctuation inside are added without it: `rem` for `r.e.m.`.
    static func words(of folded: String) -> String {
        let joined = folded.split(separator: " ").compactMap { word -> String? in
            let letters = letters(of: String(word))
            return letters.isEmpty || word.contains(letters) ? nil : letters
        }
        return ([folded] + joined).joined(separator: " ")
    }

    /// Returns text for `letters`: folded text without punctuation.
    static func letters(of folded: String) -> String {
        let kept = folded.unicodeScalars.filter {
            $0.properties.isAlphabetic || $0 == " " || $0.properties.numericType != nil
        }
        return String(String.UnicodeScalarView(kept))
    }
}

extension PlaylistTrack {
    /// Creates a track of a saved search.
    init(_ track: LibraryTrack) {
        let words = [track.tags.artists.joined(separator: ", "), track.displayTitle]
        self.init(
            location: track.uri, title: words.filter { !$0.isEmpty }.joined(separator: " – "),
            duration: track.duration)
    }
}
