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
            guard let (tags, sheet) = FileTags.withSheet(of: path) else { return }
            precondition(sheet.map { !$0.tracks.isEmpty } ?? true)
            precondition([tags.rate.map(Int64.init), tags.length].allSatisfy { $0.map { $0 > 0 } ?? true })
        }
    }

    /// The extensions of files by their first bytes, at an offset. Readers select by the name.
    private static let kinds: [(offset: Int, mark: String, ending: String)] = [
        (0, "fLaC", ".flac"), (0, "OggS", ".ogg"), (4, "ftyp", ".m4a"), (0, "RIFF", ".wav"),
    ]

    /// Calls `body` with a temporary file of these bytes, named by their beginning; as an MP3 otherwise.
    static func asFile(_ bytes: [UInt8], _ body: (LocalPath) -> Void) {
        let kind = kinds.first { bytes.dropFirst($0.offset).starts(with: $0.mark.utf8) }
        let ending = kind?.ending ?? ".mp3"
        var name = Array("/tmp/segue-fuzz-XXXXXX\(ending)".utf8CString)
        let descriptor = mkstemps(&name, Int32(ending.utf8.count))
        precondition(descriptor >= 0, "no temporary file")
        defer {
            close(descriptor)
            unlink(name)
        }
        precondition(bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } == bytes.count)
        body(LocalPath(bytes: name.dropLast().map { UInt8(bitPattern: $0) }))
    }
}
