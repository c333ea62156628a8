import Glibc
import SegueFiles

/// The file of an `OpeningRecord`: one line for each URI, behind a word that says why it is there, and a last line that
/// ends what counts. What an earlier, longer content left behind that last line stays there, so that each change is one
/// write.
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

    /// Opens or makes the file. Nil when the file can't be used, or another process uses it.
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

    /// Whether somebody has removed the file: what is written to it then is lost.
    var isRemoved: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_nlink == 0
    }

    /// The content of the file; if it is damaged, the lines that make sense.
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

    /// If the file can't be written, there is no record, and nobody to tell. What is opened is opened all the same.
    func write(_ content: Content) {
        let lines = content.opening.map { Self.opening + $0 } + content.suspects.map { Self.suspect + $0 } + [Self.end]
        let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
        _ = pwrite(descriptor, bytes, bytes.count, 0)
    }
}
