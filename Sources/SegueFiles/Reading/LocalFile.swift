import CLinux
import Glibc
public import SegueCore

/// Reads small files and folders. Never opens a file that could block or have an effect: fifos, sockets, devices.
public enum LocalFile {
    /// The status of a file (stat(2)).
    public struct Status: Sendable {
        public var isRegular: Bool
        public var isDirectory: Bool
        /// The size in bytes.
        public var size: Int64
        public var device: UInt64
        public var inode: UInt64
        /// The time of the last modification, in nanoseconds since 1970.
        public var modified: Int64
    }

    /// The errno of a failed call.
    public struct Failure: Error, Equatable {
        public var code: Int32

        /// The system's description of the failure, for use after a colon.
        public var reason: String { String(cString: strerror(code)) }
    }

    /// Returns the status of a file, after following symbolic links. Throws if there is no file, or if its status can't
    /// be read.
    public static func status(of path: LocalPath) throws(Failure) -> Status {
        var information = stat()
        guard path.withCString({ stat($0, &information) }) == 0 else { throw Failure(code: errno) }
        return Status(information)
    }

    /// Returns the time at which the file was created; if the file system does not keep it, the time of the last
    /// modification.
    static func created(_ path: LocalPath, _ status: Status) -> WallTime {
        let birth = path.withCString { CLinux_birth_time($0) }
        return WallTime(nanoseconds: birth == .min ? status.modified : birth)
    }

    /// Returns the reason why the file can't be played, as far as it shows without opening the file; nil if there is
    /// none.
    public static func problem(with path: LocalPath) -> AudioPlayerError? {
        let status: Status
        do {
            status = try self.status(of: path)
        } catch {
            return error.code == ENOENT || error.code == ENOTDIR
                ? .fileNotFound(path: path.description)
                : .fileLoadFailed(path: path.description, reason: error.reason)
        }
        if status.isDirectory {
            return .unsupportedFormat(path: path.description, reason: "it is a folder")
        }
        guard status.isRegular else {
            return .unsupportedFormat(path: path.description, reason: "it is a device, a pipe or a socket, not a file")
        }
        guard path.withCString({ access($0, R_OK) }) == 0 else {
            return .fileLoadFailed(path: path.description, reason: Failure(code: errno).reason)
        }
        guard status.size > 0 else {
            return .fileLoadFailed(path: path.description, reason: "the file is empty")
        }
        return nil
    }

    /// Opens a regular file for reading, and calls `body` with its descriptor and status. Nil if the path is not a
    /// regular file, or can't be read.
    public static func withOpenFile<Result>(_ path: LocalPath, _ body: (Int32, Status) -> Result?) -> Result? {
        guard let (descriptor, status) = open(path) else { return nil }
        defer { close(descriptor) }
        return body(descriptor, status)
    }

    /// Opens a regular file for reading. The caller closes the descriptor. Nil if the path is not a regular file, or
    /// can't be read.
    public static func open(_ path: LocalPath) -> (descriptor: Int32, status: Status)? {
        // The status is read before the file is opened, because opening a device can have an effect. The second reading
        // is for a file that was replaced in between.
        guard let before = try? status(of: path), before.isRegular else { return nil }
        let descriptor = path.withCString { Glibc.open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) }
        guard descriptor >= 0 else { return nil }
        var information = stat()
        guard fstat(descriptor, &information) == 0, case let status = Status(information), status.isRegular else {
            close(descriptor)
            return nil
        }
        return (descriptor, status)
    }

    /// Returns the first `limit` bytes of a regular file; nil if the path is not a regular file, or can't be read.
    public static func read(_ path: LocalPath, limit: Int) -> [UInt8]? {
        withOpenFile(path) { descriptor, status in
            bytes(of: descriptor, at: 0, count: Int(min(Int64(limit), max(status.size, 0))))
        }
    }

    /// Returns up to `count` bytes from `offset` on; fewer at the end of the file, nil on a read error.
    public static func bytes(of descriptor: Int32, at offset: Int64, count: Int) -> [UInt8]? {
        var isReadable = true
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            while initialized < count {
                let got = pread(
                    descriptor, buffer.baseAddress?.advanced(by: initialized), count - initialized,
                    off_t(offset) + off_t(initialized))
                if got < 0 && errno == EINTR { continue }
                isReadable = got >= 0
                guard got > 0 else { break }
                initialized += got
            }
        }
        return isReadable ? bytes : nil
    }
}

extension LocalFile.Status {
    init(_ information: stat) {
        let kind = information.st_mode & S_IFMT
        self.init(
            isRegular: kind == S_IFREG, isDirectory: kind == S_IFDIR, size: Int64(information.st_size),
            device: UInt64(information.st_dev), inode: UInt64(information.st_ino),
            modified: Int64(information.st_mtim.tv_sec) * 1_000_000_000 + Int64(information.st_mtim.tv_nsec))
    }
}
