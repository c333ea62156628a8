import SegueCore
import SegueFiles

extension LocalPath {
    /// Returns the path as a line that `segue add -` reads. An excerpt of the file, and a path that is not printable
    /// text, are URIs.
    func line(of excerpt: Excerpt?) -> String {
        let text = description
        let isPlain = excerpt == nil && Array(text.utf8) == bytes && printable(text) == text
        return isPlain ? text : FileURI.uri(self, excerpt)
    }
}
