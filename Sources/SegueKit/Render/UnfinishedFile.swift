import Glibc
public import SegueCore

/// A file that appears under its name only when it is complete. Until then, it is written in the same folder under a
/// hidden name. If the new file is never completed, a former file of that name stays.
///
/// A pipe, a device or any other file that is not regular is written in place.
public final class UnfinishedFile {
    /// The path to write to until `commit()`.
    public let path: String
    /// The final name of the file, with symbolic links followed; nil for a file that is written in place.
    private let destination: String?
    private let name: String
    private var isCommitted = false

    /// Checks that the file can be written, and creates an empty file in its folder, under a hidden name.
    ///
    /// Throws `outputError` if the file can't be written.
    public init(for name: String) throws(AudioPlayerError) {
        self.name = name
        var status = stat()
        guard stat(name, &status) == 0 else {
            guard errno == ENOENT else { throw Self.failure(name) }
            (path, destination) = try (Self.makeBeside(name, name), name)
            return
        }
        let kind = status.st_mode & S_IFMT
        guard kind != S_IFDIR else { throw Self.failure(name, EISDIR) }
        guard access(name, W_OK) == 0 else { throw Self.failure(name) }
        guard kind == S_IFREG, let resolved = realpath(name, nil) else {
            (path, destination) = (name, nil)
            return
        }
        defer { free(resolved) }
        let destination = String(cString: resolved)
        (path, self.destination) = (try Self.makeBeside(destination, name), destination)
    }

    /// Returns true if the file at `pathBytes` already has the final name of this file: `commit()` would replace it.
    public func willReplace(pathBytes: [UInt8]) -> Bool {
        var mine = stat()
        var other = stat()
        let isThere = (pathBytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { stat($0, &other) == 0 } ?? false
        }
        return isThere && stat(name, &mine) == 0 && mine.st_dev == other.st_dev && mine.st_ino == other.st_ino
    }

    /// Gives the file its final name. The file must be written and closed. Does nothing the second time, and for a file
    /// that is written in place. Throws `outputError` if the file can't be renamed.
    public func commit() throws(AudioPlayerError) {
        guard let destination, !isCommitted else { return }
        guard rename(path, destination) == 0 else { throw Self.failure(name) }
        isCommitted = true
    }

    deinit {
        if destination != nil, !isCommitted { unlink(path) }
    }

    private static func makeBeside(_ destination: String, _ name: String) throws(AudioPlayerError) -> String {
        let folder = destination.lastIndex(of: "/").map { destination[...$0] } ?? ""
        let path = "\(folder).segue-\(String(UInt64.random(in: 0 ... .max), radix: 36)).part"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure(name) }
        close(descriptor)
        return path
    }

    private static func failure(_ name: String, _ code: Int32 = errno) -> AudioPlayerError {
        .outputError(output: name, reason: String(cString: strerror(code)))
    }
}
