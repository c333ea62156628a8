import Glibc
import SegueFiles

/// The file of an `OpeningRecord`: one line for each URI, after a word that states its role, and a last line that ends
/// the content. Remains of an earlier, longer content stay after that last line, so that each change is one write.
final class OpeningFile: Sendable {
    struct Content: Equatable {
        var opening: [String] = []
        var suspects: [String] = []
    }

    static let separator = UInt8(ascii: "\n")
    private static let opening = "opening "
    private static let suspect = "suspect "
    private static let end = "end"
    private static let sizeLimit = 1 << 20

    private let descriptor: Int32

    /// Opens or creates the file. Returns nil if the file can't be used, or if another process uses it.
    init?(path: String) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            flock(descriptor, LOCK_EX | LOCK_NB) == 0
        else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// True if the file has been removed: later writes to it are lost.
    var isRemoved: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_nlink == 0
    }

    /// Returns the content of the file; if the file is damaged, the valid lines.
    func read() -> Content {
        var content = Content()
        guard let bytes = LocalFile.bytes(of: descriptor, at: 0, count: Self.sizeLimit) else { return content }
        for line in bytes.split(separator: Self.separator) {
            let text = String(decoding: line, as: UTF8.self)
            if text == Self.end { break }
            if text.hasPrefix(Self.opening) {
                content.opening.append(String(text.dropFirst(Self.opening.count)))
            } else if text.hasPrefix(Self.suspect) {
                content.suspects.append(String(text.dropFirst(Self.suspect.count)))
            }
        }
        return content
    }

    /// Writes the content. If the file can't be written, there is no record and no report. Files are opened all the
    /// same.
    func write(_ content: Content) {
        let lines = content.opening.map { Self.opening + $0 } + content.suspects.map { Self.suspect + $0 } + [Self.end]
        let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
        _ = pwrite(descriptor, bytes, bytes.count, 0)
    }
}
