import SegueKit

/// The progress line of an analysis. Prints nothing if stderr is not a terminal.
struct AnalysisProgress {
    /// Shows the progress of reading folders and playlists.
    func show(_ scan: ScanProgress) {
        draw(scan.line)
    }

    /// Shows that the file at `index`, out of `count`, has been decoded up to this fraction.
    func show(_ index: Int, of count: Int, part: Double) {
        let bar = ProgressBar.line("Listening", (Double(index) + part) / Double(count))
        draw(count == 1 ? bar : "\(bar)  \(index + 1) of \(count)")
    }

    /// Clears the line before other output is written.
    func clear() {
        draw("")
    }

    private func draw(_ text: String) {
        if Terminal.standardError.isTerminal { Terminal.standardError.redraw(text) }
    }
}
