import Foundation
import SegueTestSupport

extension TemporaryFolder {
    /// Replaces an old file with a new one, as careful editors do.
    func replace(_ name: String, with text: String) throws {
        try write(name + ".new", text: text)
        guard rename(file(name + ".new"), file(name)) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    func remove(_ name: String) {
        try? FileManager.default.removeItem(atPath: file(name))
    }

    /// Returns the names of everything in a folder inside, sorted.
    func names(in name: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: file(name))) ?? []).sorted()
    }

    func text(of name: String) throws -> String {
        String(decoding: try bytes(of: name), as: UTF8.self)
    }

    func bytes(of name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: file(name)))
    }
}
