import SegueKit

/// The line on which a person sees how far a scan of folders has come; nothing when stderr is no terminal. May be used
/// from any thread.
final class ScanLine: Sendable {
    private let isShown = Locked(false)

    /// Nil takes the line away.
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
    /// The line that a person sees.
    var line: String { "\(ProgressBar.line("Looking", part))  \(found == 1 ? "1 file" : "\(found) files")" }
}
