/// A file name in natural order: runs of digits compare by value, letters without regard to case.
package struct NaturalOrder: Comparable {
    package let name: [UInt8]
    private let folded: [UInt8]

    package init(_ name: [UInt8]) {
        self.name = name
        folded = Array(String(decoding: name, as: UTF8.self).lowercased().utf8)
    }

    package static func == (left: NaturalOrder, right: NaturalOrder) -> Bool { left.name == right.name }

    package static func < (left: NaturalOrder, right: NaturalOrder) -> Bool {
        var first = left.folded[...]
        var second = right.folded[...]
        while let a = first.first, let b = second.first {
            if a.isASCIIDigit && b.isASCIIDigit {
                let one = takeNumber(&first)
                let two = takeNumber(&second)
                if one.count != two.count { return one.count < two.count }
                if !one.elementsEqual(two) { return one.lexicographicallyPrecedes(two) }
            } else if a != b {
                return a < b
            } else {
                first.removeFirst()
                second.removeFirst()
            }
        }
        if first.isEmpty != second.isEmpty { return first.isEmpty }
        // `a1` and `A01` are equal so far, but still need an order.
        return left.name.lexicographicallyPrecedes(right.name)
    }

    /// Removes the digits at the start, and returns them without leading zeros.
    private static func takeNumber(_ text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let digits = text.prefix { $0.isASCIIDigit }
        text = text.dropFirst(digits.count)
        return digits.drop { $0 == UInt8(ascii: "0") }
    }
}
