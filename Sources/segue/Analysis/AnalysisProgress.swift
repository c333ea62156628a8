import SegueKit

/// The line on which a person sees how far an analysis has come; nothing when stderr is no terminal.
struct AnalysisProgress {
    /// Folders and playlists are being read.
    func show(_ scan: ScanProgress) {
        draw(scan.line)
    }

    /// The file at `index`, of so many, has been decoded to this part.
    func show(_ index: Int, of count: Int, part: Double) {
        let bar = ProgressBar.line("Listening", (Double(index) + part) / Double(count))
        draw(count == 1 ? bar : "\(bar)  \(index + 1) of \(count)")
    }

    /// Takes the line away, before something else is written.
    func clear() {
        draw("")
    }

    private func draw(_ text: String) {
        if Terminal.standardError.isTerminal { Terminal.standardError.redraw(text) }
    }
}
