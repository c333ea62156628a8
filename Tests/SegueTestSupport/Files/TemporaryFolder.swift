import Foundation
import Glibc

/// A new, empty folder of a test, which is deleted with the test.
public final class TemporaryFolder: Sendable {
    public let path: String

    public init() {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("segue-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        } catch {
            preconditionFailure("no folder for a test: \(error)")
        }
        // With symbolic links resolved, so that paths can be compared.
        path = url.resolvingSymlinksInPath().path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    public func file(_ name: String) -> String { path + "/" + name }

    /// Writes a file, and the folders that lead to it; returns its path.
    @discardableResult
    public func write(_ name: String, _ bytes: some Sequence<UInt8> = []) throws -> String {
        let file = self.file(name)
        try FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        return file
    }

    @discardableResult
    public func write(_ name: String, text: String) throws -> String {
        try write(name, text.utf8)
    }

    /// Writes a file whose name need not be UTF-8; returns the bytes of its path.
    @discardableResult
    public func write(rawName: [UInt8], _ bytes: [UInt8]) throws -> [UInt8] {
        let file = Array(path.utf8) + [UInt8(ascii: "/")] + rawName
        let descriptor = open(file.map { CChar(bitPattern: $0) } + [0], O_CREAT | O_WRONLY | O_TRUNC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(.EIO) }
        defer { close(descriptor) }
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw POSIXError(.EIO) }
        return file
    }

    /// The names of everything in the folder, sorted.
    public var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
}
