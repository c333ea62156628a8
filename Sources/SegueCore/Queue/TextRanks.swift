/// A number for each of many texts. The numbers compare like the texts without regard to case.
struct TextRanks {
    /// The number of a missing text, which is greater than all others.
    static let unknown = UInt32.max

    /// The number of each text; equal texts have equal numbers.
    let ranks: [UInt32]

    init(_ texts: some Collection<String?>) {
        var forms: [String] = []
        var known: [String: UInt32] = [:]
        known.reserveCapacity(texts.count)
        let indexes = texts.map { text -> UInt32 in
            guard let text else { return Self.unknown }
            let next = UInt32(forms.count)
            let index = known[text, default: next]
            if index == next {
                known[text] = next
                forms.append(text.lowercased())
            }
            return index
        }
        let places = Self.places(of: forms)
        ranks = indexes.map { $0 == Self.unknown ? Self.unknown : places[Int($0)] }
    }

    /// Returns the rank of each text among all of them.
    private static func places(of texts: [String]) -> [UInt32] {
        func precedes(_ left: Head, _ right: Head) -> Bool {
            left.precedes(right) ?? (texts[left.index] < texts[right.index])
        }
        let order = texts.indices.map { Head(of: texts[$0], index: $0) }.sorted(by: precedes)
        var places = [UInt32](repeating: 0, count: texts.count)
        for (former, head) in zip(order, order.dropFirst()) {
            places[head.index] = places[former.index] + (precedes(former, head) ? 1 : 0)
        }
        return places
    }

    /// The first bytes of a text, which suffice to order most texts.
    private struct Head {
        private let high: UInt64
        private let low: UInt64
        private let isASCII: Bool
        let index: Int

        init(of text: String, index: Int) {
            self.index = index
            isASCII = text.utf8.allSatisfy { $0 < 0x80 }
            var bytes = text.utf8.makeIterator()
            func next() -> UInt64 { (0..<8).reduce(0) { head, _ in head << 8 | UInt64(bytes.next() ?? 0) } }
            high = next()
            low = next()
        }

        /// Returns nil if the whole texts have to be compared. Bytes beyond ASCII do not determine the order.
        func precedes(_ other: Head) -> Bool? {
            guard isASCII, other.isASCII, (high, low) != (other.high, other.low) else { return nil }
            return (high, low) < (other.high, other.low)
        }
    }
}
