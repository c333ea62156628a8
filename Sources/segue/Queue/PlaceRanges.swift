import ArgumentParser
import SegueClient

/// Queue positions in the form that people type: `3`, or `3-5`.
enum PlaceRanges {
    static let help = "Places counted from 1, or ranges such as 3-5."

    /// Throws `ValidationError` for a word that is not a position.
    static func validate(_ words: [String]) throws {
        for word in words where range(word) == nil {
            throw ValidationError("'\(word)' is not a place in the queue: write 3 or 3-5.")
        }
    }

    /// Returns the positions that a word stands for; nil if it is not a position.
    static func range(_ text: String) -> ClosedRange<Int>? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil, first >= 1, first <= last
        else { return nil }
        return first...last
    }

    /// Returns the identities of the entries at these positions.
    ///
    /// Throws `CommandFailure` if the queue is shorter.
    static func entries(at words: [String], of client: PlayerClient) throws -> [String] {
        var entries: [String] = []
        for range in words.compactMap(range) {
            // Looks up the end first, so that a range beyond the queue fails before anything is collected.
            _ = try client.queueEntry(at: range.upperBound)
            var place = range.lowerBound
            while place <= range.upperBound {
                let page = try client.queueEntries(from: place - 1, limit: range.upperBound - place + 1)
                guard !page.isEmpty else { break }
                entries += page.map(\.id)
                place += page.count
            }
        }
        return entries
    }
}
