import SegueFiles

extension LocalPath {
    /// The path as a line that `segue add -` reads: as it is or, if it is not printable text, as a URI.
    var line: String {
        let text = description
        return Array(text.utf8) == bytes && printable(text) == text ? text : FileURI.uri(self)
    }
}
