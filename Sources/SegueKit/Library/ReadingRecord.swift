import Glibc
import SegueFiles

/// A record on disk of the file that is being read, which a process reads after a crash of the process before. A file
/// at which two processes in a row have ended is not read again, until it changes.
///
/// Data that a process has written survives its crash. The record is not synchronised to the disk.
final class ReadingRecord {
    private let descriptor: Int32
    private let former: (path: [UInt8], ends: UInt8)

    /// - Parameter path: the path of the record. If it can't be opened, no file is suspect.
    init(path: String) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        former = count > 1 ? (Array(bytes[1..<count].prefix { $0 != 0 }), bytes[0]) : ([], 0)
    }

    deinit {
        if descriptor >= 0 { Glibc.close(descriptor) }
    }

    func isSuspect(_ file: LocalPath) -> Bool { former.ends >= 2 && former.path == file.bytes }

    /// Runs `body`, which reads this file.
    func reading<Result>(_ file: LocalPath, _ body: () -> Result) -> Result {
        let ends = former.path == file.bytes ? former.ends + 1 : 1
        let bytes = [ends] + file.bytes + [0]
        _ = pwrite(descriptor, bytes, bytes.count, 0)
        return body()
    }

    /// Clears the record: no file is being read any more.
    func close() { _ = ftruncate(descriptor, 0) }
}
