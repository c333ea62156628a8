import SegueCore

/// Finds rows by what a person types: every word has to be in the title, among the artists or in the album, as
/// `TextFold` compares text.
public struct QueueSearch: Sendable {
    /// The forms of the words.
    private let words: [[UInt8]]

    /// Everything matches a text without any word.
    public init(_ text: String) {
        words = text.split(whereSeparator: \.isWhitespace).map { TextFold.fold(String($0)) }
    }

    /// The places of the rows that match, in order.
    public func places(in rows: [QueueRow]) -> [Int] {
        guard !words.isEmpty else { return Array(rows.indices) }
        return rows.indices.filter { matches(rows[$0]) }
    }

    /// Whether every word is in the row.
    public func matches(_ row: QueueRow) -> Bool {
        // A word has no space in it, so it is not found across two of the texts.
        let text = TextFold.fold("\(row.title) \(row.artists) \(row.album)")
        return words.allSatisfy { Self.contains(text, $0) }
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
