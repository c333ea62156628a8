import Glibc

/// Reads the items of a folder (readdir(3)).
public enum Directory {
    public enum Kind: Sendable {
        case regular
        case directory
        /// A symbolic link, or any file on a file system that does not report the kind. Call stat(2) for the kind.
        case unknown
        /// A device, a fifo or a socket.
        case special
    }

    public struct Item: Sendable {
        /// The name as the kernel's bytes, not necessarily UTF-8.
        public var name: [UInt8]
        public var kind: Kind
    }

    /// Returns everything in the folder except `.` and `..`, in no order. If the folder has more than `limit` names,
    /// returns only `limit` of them. Throws if the path is not a folder, or can't be read.
    public static func items(of path: LocalPath, limit: Int = .max) throws(LocalFile.Failure) -> [Item] {
        let descriptor = path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw LocalFile.Failure(code: errno) }
        guard let stream = fdopendir(descriptor) else {
            let code = errno
            close(descriptor)
            throw LocalFile.Failure(code: code)
        }
        defer { closedir(stream) }
        var items: [Item] = []
        while items.count < limit {
            errno = 0
            guard let entry = readdir(stream) else {
                guard errno == 0 else { throw LocalFile.Failure(code: errno) }
                return items
            }
            let name = name(of: entry)
            if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) { continue }
            items.append(Item(name: name, kind: kind(of: entry.pointee.d_type)))
        }
        return items
    }

    private static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
        // The record is only as long as its name. `d_name` is imported as a 256-byte tuple: copying it would read past
        // the record.
        guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else {
            preconditionFailure("dirent has a stored d_name")
        }
        return LocalPath(cString: (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)).bytes
    }

    private static func kind(of type: UInt8) -> Kind {
        switch Int(type) {
        case Int(DT_REG): .regular
        case Int(DT_DIR): .directory
        case Int(DT_LNK), Int(DT_UNKNOWN): .unknown
        default: .special
        }
    }
}
