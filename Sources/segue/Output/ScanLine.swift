import SegueKit

/// The progress line of a folder scan. Prints nothing if stderr is not a terminal. May be used from any thread.
final class ScanLine: Sendable {
    private let isShown = Locked(false)

    /// Shows the progress; nil clears the line.
    func show(_ scan: ScanProgress?) {
        guard Terminal.standardError.isTerminal else { return }
        isShown.withLock { isShown in
            guard let scan else {
                if isShown { Terminal.standardError.redraw("") }
                isShown = false
                return
            }
            isShown = true
            Terminal.standardError.redraw(scan.line)
        }
    }
}

extension ScanProgress {
    /// The line for the terminal.
    var line: String { "\(ProgressBar.line("Looking", part))  \(found == 1 ? "1 file" : "\(found) files")" }
}
