import SegueCore
import SegueFiles

/// A saved search: the text of a query of the music library, in a file `NAME.search`.
enum SavedSearch {
    /// The searches of a new user (design.md, Asking).
    static let first = [
        (name: "Recently Added", query: "added:<30d"), (name: "Most Played", query: "plays:>0"),
        (name: "Not Played for a Year", query: "played:>1y"), (name: "Favourites", query: "rating:>=4"),
    ]

    /// The number of bytes of a file that are read.
    private static let longest = 64 << 10

    /// Returns the path of the file for the URI of a saved search; nil for any other URI.
    static func path(of uri: String) -> LocalPath? {
        guard let bytes = FileURI.pathBytes(of: uri) else { return nil }
        let path = LocalPath(bytes: bytes)
        return PlaylistFinder.isSavedSearch(path) ? path : nil
    }

    /// Reads the query. Blocks. Throws a sentence if the file can't be read, or contains no query.
    static func query(at path: LocalPath) throws(LibraryFailure) -> LibraryQuery {
        guard let bytes = LocalFile.read(path, limit: longest) else {
            throw LibraryFailure(description: "\(path) could not be read.")
        }
        let text = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).joined(separator: " ")
        do throws(LibraryQueryError) {
            return try LibraryQuery(text)
        } catch {
            throw LibraryFailure(description: "\(path): \(error)")
        }
    }
}
