import ArgumentParser
import SegueClient

/// Places in the queue as people name them: `3`, or `3-5`.
enum PlaceRanges {
    static let help = "Places counted from 1, or ranges such as 3-5."

    /// Throws `ValidationError` for a word that is no place.
    static func validate(_ words: [String]) throws {
        for word in words where range(word) == nil {
            throw ValidationError("'\(word)' is no place in the queue: write 3, or 3-5.")
        }
    }

    private static func range(_ text: String) -> ClosedRange<Int>? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil, first >= 1, first <= last
        else { return nil }
        return first...last
    }

    /// The identities of the entries at these places.
    ///
    /// Throws `CommandFailure` when the queue is shorter.
    static func entries(at words: [String], of client: PlayerClient) throws -> [String] {
        var entries: [String] = []
        for range in words.compactMap(range) {
            // Both ends are looked up first: a range that reaches beyond the queue gives nothing.
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
