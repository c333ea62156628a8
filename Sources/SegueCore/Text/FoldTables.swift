/// The tables of `TextFold`. Unicode's decompositions are not public in the standard library, but canonical equivalence
/// is: a composed letter is equal to its base followed by a mark.
enum FoldTables {
    /// A kana and its voicing mark.
    struct Pair: Hashable {
        var kana: Unicode.Scalar
        var mark: Unicode.Scalar
    }

    /// An alphabet in lower case, the marks of its composed letters, and the blocks that contain these.
    private struct Alphabet {
        var letters: String
        var marks: [UInt32]
        var blocks: [ClosedRange<UInt32>]
    }

    private static let alphabets = [
        Alphabet(
            letters: "abcdefghijklmnopqrstuvwxyzæøʒ",
            marks: Array(0x300...0x304) + Array(0x306...0x30C) + [0x30F, 0x311, 0x31B] + Array(0x323...0x328)
                + [0x32D, 0x32E, 0x330, 0x331],
            blocks: [0xC0...0x24F, 0x1E00...0x1EFF]),
        Alphabet(
            letters: "αβγδεζηθικλμνξοπρστυφχψωϒ",
            marks: [0x300, 0x301, 0x304, 0x306, 0x308, 0x313, 0x314, 0x342, 0x345],
            blocks: [0x370...0x3FF, 0x1F00...0x1FFF]),
        Alphabet(
            letters: "абвгдежзийклмнопрстуфхцчшщъыьэюяіѵәө", marks: [0x300, 0x301, 0x304, 0x306, 0x308, 0x30B, 0x30F],
            blocks: [0x400...0x52F]),
    ]

    /// The substitutes of letters and signs that are not composed, as people type them.
    private static let substitutes: [Unicode.Scalar: String] = [
        "æ": "ae", "œ": "oe", "ø": "o", "ð": "d", "þ": "th", "đ": "d", "ħ": "h", "ł": "l", "ŧ": "t", "ŀ": "l",
        "ĳ": "ij",
        "ŋ": "ng", "ƒ": "f", "ɨ": "i", "ƀ": "b", "ǆ": "dz", "ǉ": "lj", "ǌ": "nj", "\u{374}": "\u{2B9}", "ʼ": "'",
        "‘": "'", "’": "'", "‚": "'", "“": "\"", "”": "\"", "„": "\"",
        "‐": "-", "‑": "-", "–": "-", "—": "-", "…": "...", "\u{3000}": " ", "\u{A0}": " ",
    ]

    /// The half-width katakana, from U+FF66 on, in full width.
    private static let halfWidth = Array(
        "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
            .unicodeScalars)

    private static let voicing: [(narrow: Unicode.Scalar, mark: Unicode.Scalar)] = [
        ("\u{FF9E}", "\u{3099}"), ("\u{FF9F}", "\u{309A}"),
    ]

    /// The letters without their marks, by the canonical equivalent of the letter with its marks.
    private static let bases: [Character: Unicode.Scalar] = {
        var bases: [Character: Unicode.Scalar] = [:]
        for alphabet in alphabets {
            let marks = alphabet.marks.compactMap(Unicode.Scalar.init)
            let composed = alphabet.blocks.joined().compactMap(Unicode.Scalar.init)
            var letters = alphabet.letters.unicodeScalars.map { (letter: $0, base: $0) }
            // A letter has at most three marks, and is composed of the letter with one mark less.
            while !letters.isEmpty {
                var more: [Character: Unicode.Scalar] = [:]
                for (letter, base) in letters {
                    for mark in marks { more[Character("\(letter)\(mark)")] = base }
                }
                letters = composed.compactMap { scalar in
                    let character = Character(scalar)
                    guard bases[character] == nil, let base = more[character] else { return nil }
                    return (scalar, base)
                }
                for (letter, base) in letters { bases[Character(letter)] = base }
            }
        }
        return bases
    }()

    /// The forms of the letters that are likely to occur in texts, in UTF-8.
    static let letters: [Unicode.Scalar: [UInt8]] = {
        let blocks = alphabets.flatMap(\.blocks) + [0x80...0xBF, 0x300...0x36F, 0x2010...0x2026, 0x3040...0x30FF]
        let scalars = blocks.joined().compactMap(Unicode.Scalar.init)
        return Dictionary(scalars.map { ($0, Array(form(of: $0).utf8)) }) { first, _ in first }
    }()

    /// The kana denoted by a kana and a voicing mark, in any width.
    static let voiced: [Pair: [UInt8]] = {
        var result: [Pair: [UInt8]] = [:]
        let composed = (UInt32(0x3041)...0x30FF).compactMap(Unicode.Scalar.init)
        let sounds = Dictionary(composed.map { (Character($0), $0) }) { first, _ in first }
        let narrow = halfWidth.enumerated().compactMap { index, kana in
            Unicode.Scalar(0xFF66 + UInt32(index)).map { (form: kana, written: $0) }
        }
        for (form, written) in composed.map({ ($0, $0) }) + narrow {
            for (narrowMark, mark) in voicing {
                guard let sound = sounds[Character("\(form)\(mark)")] else { continue }
                result[Pair(kana: written, mark: mark)] = Array("\(sound)".utf8)
                result[Pair(kana: written, mark: narrowMark)] = Array("\(sound)".utf8)
            }
        }
        return result
    }()

    /// Returns the form of one scalar; empty for a mark of the previous letter.
    static func form(of scalar: Unicode.Scalar) -> String {
        if let wide = fullWidth(scalar) { return wide.value < 0x80 ? String(wide).lowercased() : String(wide) }
        return scalar.properties.lowercaseMapping.unicodeScalars.reduce(into: "") { form, letter in
            guard !isMark(letter) else { return }
            if let known = plain(letter) { return form += known }
            // The typed form of these exists only in upper case: ß, ſ, ς, ı, ﬁ.
            for capital in letter.properties.uppercaseMapping.unicodeScalars {
                for small in capital.properties.lowercaseMapping.unicodeScalars where !isMark(small) {
                    form += plain(small) ?? String(small)
                }
            }
        }
    }

    /// Returns a small letter without its marks, or the letter's substitute; nil for a letter that has neither.
    private static func plain(_ letter: Unicode.Scalar) -> String? {
        let base = bases[Character(letter)]
        return substitutes[base ?? letter] ?? base.map { String($0) }
    }

    /// Returns true for an accent or a dot of a letter; false for the marks that change the sound of a letter in kana
    /// and in the scripts of India.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass.rawValue >= 10
    }

    /// Returns the same sign in the usual width; nil for a sign that has it already.
    private static func fullWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0)
        case 0xFF66...0xFF9D: halfWidth[Int(scalar.value) - 0xFF66]
        default: nil
        }
    }
}
