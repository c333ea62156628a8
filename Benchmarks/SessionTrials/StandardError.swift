import Foundation

/// The stderr of this process, captured in a file: GStreamer and GLib write their warnings there.
final class StandardError {
    private let file: URL
    private let original: Int32

    init(capturedIn file: URL) throws {
        self.file = file
        original = dup(STDERR_FILENO)
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        guard descriptor >= 0, dup2(descriptor, STDERR_FILENO) >= 0 else { throw CocoaError(.fileWriteUnknown) }
        close(descriptor)
    }

    var lines: [String] {
        ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
    }

    /// Restores the original stderr.
    func release() {
        dup2(original, STDERR_FILENO)
        close(original)
    }
}
