/// A message of a `LibraryFollower`, one line of its output.
package enum LibraryNews: Sendable, Hashable {
    /// All folders are being read; `files` is the number of files that have been examined.
    case reading(files: Int)
    /// The index is up to date. `tracks` is the number of tracks in the index, and `isChanged` is true if the update
    /// has changed the index.
    case updated(tracks: Int, isChanged: Bool)
    /// The index can't be maintained, for this reason.
    case failed(String)
    /// There is no music folder.
    case nothing

    package var line: String {
        switch self {
        case .reading(let files): "reading \(files)"
        case .updated(let tracks, let isChanged): "\(isChanged ? "changed" : "same") \(tracks)"
        case .failed(let reason): "failed \(reason.split(whereSeparator: \.isNewline).joined(separator: " "))"
        case .nothing: "nothing"
        }
    }

    /// Parses a line; nil for any other line.
    init?(line: [UInt8]) {
        let words = String(decoding: line, as: UTF8.self).split(separator: " ", maxSplits: 1).map(String.init)
        let rest = words.count > 1 ? words[1] : ""
        switch (words.first, Int(rest)) {
        case ("reading", let files?): self = .reading(files: files)
        case ("changed", let tracks?): self = .updated(tracks: tracks, isChanged: true)
        case ("same", let tracks?): self = .updated(tracks: tracks, isChanged: false)
        case ("failed", _): self = .failed(rest)
        case ("nothing", _): self = .nothing
        default: return nil
        }
    }
}
