extension String {
    /// The text, kept apart from its neighbours in a line if it has letters that are written from right to left. The
    /// numbers after a Hebrew or Arabic name would otherwise precede it (Unicode Standard Annex 9, first strong
    /// isolate).
    public var keptApart: String {
        unicodeScalars.contains { scalar in
            Self.rightToLeft.contains { $0.contains(scalar.value) }
        } ? "\u{2068}\(self)\u{2069}" : self
    }

    /// The blocks of Hebrew, Arabic and the scripts between them, with their presentation forms.
    private static let rightToLeft: [ClosedRange<UInt32>] = [0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC]
}
