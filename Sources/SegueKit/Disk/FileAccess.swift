import Glibc
import SegueFiles

/// A failed system call on a file, with a description for the user.
struct FileFailure: Error, Equatable, CustomStringConvertible {
    var path: String
    var code: Int32

    var description: String { String(cString: strerror(code)) }
}

/// Operations on whole files. All of them block: none may run on the loop.
enum FileAccess {
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    static func isFolder(_ path: String) -> Bool { leads(path, to: S_IFDIR) }

    /// The working directory of the process; the root if the directory no longer exists.
    static var workingDirectory: String {
        guard let pointer = getcwd(nil, 0) else { return "/" }
        defer { free(pointer) }
        return String(cString: pointer)
    }

    /// Returns true if the path is a named pipe. A pipe is empty or blocks, and never has stored contents.
    static func isPipe(_ path: String) -> Bool { leads(path, to: S_IFIFO) }

    /// Returns true if a file of this kind is at the path, or at the target of symbolic links.
    private static func leads(_ path: String, to kind: mode_t) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == kind
    }

    /// Returns the folder that contains `path`.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    /// Returns the last component of `path`.
    static func name(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// Returns `path` with all symbolic links followed; `path` itself if it leads nowhere.
    static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Creates the folder and all missing folders above it, for this user only. Does nothing if the folder exists.
    static func createFolder(_ path: String) throws(FileFailure) {
        if mkdir(path, 0o700) == 0 { return }
        switch errno {
        case EEXIST:
            var status = stat()
            guard stat(path, &status) == 0 else { throw FileFailure(path: path, code: errno) }
            guard status.st_mode & S_IFMT == S_IFDIR else { throw FileFailure(path: path, code: ENOTDIR) }
        case ENOENT where path != "/":
            try createFolder(folder(of: path))
            // Another process may have been quicker.
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileFailure(path: path, code: errno) }
        default: throw FileFailure(path: path, code: errno)
        }
    }

    /// Returns the bytes of a file, nil if there is no file. A file of more than `limit` bytes fails with EFBIG.
    static func read(_ path: String, limit: Int) throws(FileFailure) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw FileFailure(path: path, code: errno)
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16384)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw FileFailure(path: path, code: errno)
            }
            bytes += buffer[..<count]
            guard bytes.count <= limit else { throw FileFailure(path: path, code: EFBIG) }
        }
    }

    /// Replaces the file with `bytes` in one step: a reader sees the old content or the new, after a crash too. The
    /// file keeps its permissions. If the path is a symbolic link, its target is replaced, unless `followingLinks` is
    /// false. Missing folders are created.
    static func replace(_ path: String, with bytes: [UInt8], followingLinks: Bool = true) throws(FileFailure) {
        let target = followingLinks ? resolved(path) : path
        try createFolder(folder(of: target))
        var status = stat()
        let mode = stat(target, &status) == 0 ? status.st_mode & 0o7777 : 0o644
        let temporary = "\(folder(of: target))/\(draftPrefix(of: target))\(getpid())"
        // A killed process with the same number may have left this file. If the file is a link, nothing may be written
        // through it.
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw FileFailure(path: temporary, code: errno) }
        do throws(FileFailure) {
            defer { close(descriptor) }
            try write(bytes, to: descriptor, path: temporary)
            guard fchmod(descriptor, mode) == 0, fsync(descriptor) == 0 else {
                throw FileFailure(path: temporary, code: errno)
            }
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, target) == 0 else {
            let code = errno
            unlink(temporary)
            throw FileFailure(path: target, code: code)
        }
        removeDrafts(of: target)
    }

    /// The beginning of the names of this file's drafts, which the number of a process follows.
    private static func draftPrefix(of path: String) -> String { ".\(name(of: path))." }

    /// The age of a draft that nobody will finish, in seconds.
    private static let draftAge = 3600

    /// Removes the drafts of this file that killed processes have left.
    private static func removeDrafts(of path: String) {
        let folder = folder(of: path)
        let prefix = draftPrefix(of: path)
        for item in (try? Directory.items(of: LocalPath(folder))) ?? [] {
            let name = String(decoding: item.name, as: UTF8.self)
            guard name.hasPrefix(prefix), Int32(name.dropFirst(prefix.count)) != nil else { continue }
            var status = stat()
            if stat("\(folder)/\(name)", &status) == 0, status.st_mtim.tv_sec < time(nil) - draftAge {
                unlink("\(folder)/\(name)")
            }
        }
    }

    /// Renames a file within its folder, and replaces a file with the new name.
    static func move(_ path: String, to target: String) throws(FileFailure) {
        guard rename(path, target) == 0 else { throw FileFailure(path: target, code: errno) }
    }

    /// Removes a file. Does nothing if there is no file.
    static func remove(_ path: String) { unlink(path) }

    private static func write(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(FileFailure) {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { throw FileFailure(path: path, code: errno) }
            written += max(count, 0)
        }
    }
}
