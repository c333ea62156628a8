import SegueFiles

/// The present paths of files that have moved, as far as the index of the library knows them.
final class MovedFiles {
    private let index: String?
    /// The index, opened at the first missing file.
    private lazy var library = index.flatMap { LibrarySearch(path: $0) }

    /// Creates paths by the index at this path; nil for none.
    init(index: String?) { self.index = index }

    /// Returns the present path of a missing file; nil if it is unknown.
    func path(of missing: LocalPath) -> LocalPath? {
        (try? library?.present(of: missing)) ?? nil
    }
}
