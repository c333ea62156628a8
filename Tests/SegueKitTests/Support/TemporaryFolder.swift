import Foundation

/// A new, empty folder of a test's own, gone with it.
final class TemporaryFolder: Sendable {
    let path: String

    init() {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("segue-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        } catch {
            preconditionFailure("no folder for a test: \(error)")
        }
        // As the kernel names it, so that paths can be compared.
        path = url.resolvingSymlinksInPath().path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func write(_ text: String, to name: String) throws {
        try write(Data(text.utf8), to: name)
    }

    func write(_ bytes: Data, to name: String) throws {
        try bytes.write(to: URL(fileURLWithPath: file(name)))
    }

    /// Puts a new file in the place of an old one, as careful editors do.
    func replace(_ name: String, with text: String) throws {
        try write(text, to: name + ".new")
        guard rename(file(name + ".new"), file(name)) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    func remove(_ name: String) {
        try? FileManager.default.removeItem(atPath: file(name))
    }

    func text(of name: String) throws -> String {
        String(decoding: try bytes(of: name), as: UTF8.self)
    }

    func bytes(of name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: file(name)))
    }

    var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
    }
}
