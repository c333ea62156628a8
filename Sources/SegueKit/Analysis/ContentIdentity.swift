import Glibc
import SegueCore
import SegueFiles

/// The identity of a file: its size, the time of its last change, and a hash of three blocks.
extension ContentIdentity {
    private static let block = 16384

    /// Reads the identity of the file of a `file:` URI, or of the excerpt of a file; nil as for `init(path:)`.
    init?(uri: String) {
        guard let path = FileURI.pathBytes(of: uri), let file = ContentIdentity(path: path) else { return nil }
        self = Excerpt(uri: uri).map { ContentIdentity(text: file.text + $0.fragment) } ?? file
    }

    /// Reads the identity of a file; nil if the file can't be read, or is not a regular file.
    init?(path: [UInt8]) {
        let descriptor = open((path + [0]).map { CChar(bitPattern: $0) }, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var hash = FNV1a.start
        var buffer = [UInt8](repeating: 0, count: Self.block)
        for place in [0, status.st_size / 2, max(0, status.st_size - Self.block)] {
            let count = pread(descriptor, &buffer, Self.block, place)
            guard count >= 0 else { return nil }
            hash = FNV1a.hash(buffer[..<count], from: hash)
        }
        let changed = status.st_mtim
        self.init(text: "\(status.st_size)-\(changed.tv_sec).\(changed.tv_nsec)-\(String(hash, radix: 16))")
    }
}
