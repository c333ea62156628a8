import Glibc
import SegueFiles

/// The file that is being read, on disk, so that a process that is started after a crash knows at what. A file at which
/// two processes in a row have ended is not read again, until it changes.
///
/// Data that a process has written survives its crash. The record is not synchronised to the disk.
final class ReadingRecord {
    private let descriptor: Int32
    private let former: (path: [UInt8], ends: UInt8)

    /// - Parameter path: where the record is kept. Where it can't be, nothing is under suspicion.
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

    /// Nothing is being read any more.
    func close() { _ = ftruncate(descriptor, 0) }
}
