import CLinux
import Glibc
import SegueCore
import SegueFiles

enum SoundFiles {
    static func lengths(_ bytes: [UInt8]) {
        asFile(bytes) { path in
            for length in [FileLength.read(path), FileLength.longest(path)].compactMap(\.self) {
                precondition(length >= .zero)
            }
        }
    }

    static func tags(_ bytes: [UInt8]) {
        asFile(bytes) { path in
            guard let tags = FileTags(of: path) else { return }
            precondition([tags.rate.map(Int64.init), tags.length].allSatisfy { $0.map { $0 > 0 } ?? true })
        }
    }

    /// The bytes as a file of the first kind that they begin like.
    private static func asFile(_ bytes: [UInt8], _ body: (LocalPath) -> Void) {
        var name = Array("/tmp/segue-fuzz-XXXXXX.mp3".utf8CString)
        let descriptor = mkstemps(&name, 4)
        precondition(descriptor >= 0, "no temporary file")
        defer {
            close(descriptor)
            unlink(name)
        }
        precondition(bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } == bytes.count)
        body(LocalPath(bytes: name.dropLast().map { UInt8(bitPattern: $0) }))
    }
}
