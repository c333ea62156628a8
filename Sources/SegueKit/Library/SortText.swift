import SegueCore

/// Creates the text by which names are sorted: folded, without an article at the beginning, numbers by value.
struct SortText {
    private let articles: Set<ArraySlice<UInt8>>
    /// The number of digits of the longest number that is sorted by its value.
    private static let digits = 10

    /// Creates a sorter. `articles` is the setting of that name (`Configuration.articles`).
    init(articles: String) {
        let words = articles == "none" ? [] : TextFold.fold(articles).split(separator: UInt8(ascii: " "))
        self.articles = Set(words)
    }

    func of(_ name: String) -> String {
        let folded = TextFold.fold(name)
        let words = folded.drop { !$0.isWord }.split(separator: UInt8(ascii: " "), maxSplits: 1)
        let isArticle = words.count == 2 && articles.contains(words[0])
        var text: [UInt8] = []
        var rest = isArticle ? words[1] : folded.drop { !$0.isWord }
        // Names of punctuation alone come first, in their order.
        if rest.isEmpty { rest = folded[...] }
        while let byte = rest.first {
            let number = rest.prefix { (0x30...0x39).contains($0) }
            if number.isEmpty {
                if byte >= 0x20 { text.append(byte) }
                rest.removeFirst()
            } else {
                let value = number.drop { $0 == UInt8(ascii: "0") }
                text += [UInt8](repeating: UInt8(ascii: "0"), count: max(Self.digits - value.count, 0)) + value
                rest = rest.dropFirst(number.count)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension UInt8 {
    /// True for a letter, a digit, and a part of a letter outside ASCII.
    fileprivate var isWord: Bool {
        self >= 0x80 || (0x30...0x39).contains(self) || (0x61...0x7A).contains(self)
    }
}
