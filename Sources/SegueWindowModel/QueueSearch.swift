/// Finds rows by what a person types: every word has to be in the title or among the artists, in any case.
public struct QueueSearch: Sendable {
    /// The words in lower case, as bytes.
    private let words: [[UInt8]]

    /// Everything matches a text without any word.
    public init(_ text: String) {
        words = text.lowercased().split { $0.isWhitespace }.map { Array($0.utf8) }
    }

    /// The places of the rows that match, in order.
    public func places(in rows: [QueueRow]) -> [Int] {
        guard !words.isEmpty else { return Array(rows.indices) }
        return rows.indices.filter { matches(rows[$0]) }
    }

    /// Whether every word is in the row.
    public func matches(_ row: QueueRow) -> Bool {
        let text = Self.folded(row.title) + [0x20] + Self.folded(row.artists)
        return words.allSatisfy { Self.contains(text, $0) }
    }

    /// Most titles are ASCII, and need no more than a bit set.
    private static func folded(_ text: String) -> [UInt8] {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return Array(text.lowercased().utf8) }
        return text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }

    private static func contains(_ text: [UInt8], _ word: [UInt8]) -> Bool {
        guard let first = word.first, text.count >= word.count else { return word.isEmpty }
        return text.withUnsafeBufferPointer { text in
            word.withUnsafeBufferPointer { word in
                (0...(text.count - word.count)).contains { place in
                    text[place] == first && (1..<max(1, word.count)).allSatisfy { text[place + $0] == word[$0] }
                }
            }
        }
    }
}
