/// The form of a text for searches: without regard to case, diacritics, width, ligatures and typographic quotes.
/// `Ørsted’s Straße`, `ØRSTED'S STRASSE` and `orsted's strasse` have the same form. So do canonically equivalent texts:
/// letters of Latin, Greek, Cyrillic and kana may be composed or decomposed.
public enum TextFold {
    /// Returns the form of a text, in UTF-8. The form of a part of a text is a part of the text's form, unless the part
    /// ends between a letter and its marks.
    public static func fold(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            // Most text is ASCII, and only needs a bit to be set.
            if scalar.value < 0x80 {
                let byte = UInt8(scalar.value)
                bytes.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
            } else if let sound = last.flatMap({ FoldTables.voiced[FoldTables.Pair(kana: $0, mark: scalar)] }) {
                bytes.removeLast(3)
                bytes += sound
            } else if let known = FoldTables.letters[scalar] {
                bytes += known
            } else {
                bytes += FoldTables.form(of: scalar).utf8
            }
            last = scalar
        }
        return bytes
    }
}
