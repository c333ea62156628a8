import Foundation
import Glibc

@testable import SegueAudio

/// A folder that goes away with the test.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var template = Array((NSTemporaryDirectory() + "/segue-test-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw POSIXError(.EIO) }
        // Without links on the way to it, so that paths can be compared.
        path =
            URL(fileURLWithPath: String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
            .resolvingSymlinksInPath().path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func path(_ name: String) -> String { path + "/" + name }

    /// Writes a file, with the folders that lead to it; gives its path.
    @discardableResult
    func write(_ name: String, _ bytes: some Sequence<UInt8> = []) throws -> String {
        let file = path(name)
        try FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        return file
    }

    @discardableResult
    func write(_ name: String, text: String) throws -> String {
        try write(name, text.utf8)
    }

    /// A file whose name need not be UTF-8.
    func write(rawName: [UInt8], _ bytes: [UInt8]) throws -> LocalPath {
        let file = LocalPath(path).appending(rawName)
        let descriptor = file.withCString { open($0, O_CREAT | O_WRONLY | O_TRUNC, 0o600) }
        guard descriptor >= 0 else { throw POSIXError(.EIO) }
        defer { close(descriptor) }
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw POSIXError(.EIO) }
        return file
    }

    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
}
