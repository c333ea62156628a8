import Foundation
import SegueCore
import Testing

@Suite struct TextFoldTests {
    @Test(arguments: [
        ("Evening WALK 7", "evening walk 7"), ("Café Ünïcode", "cafe unicode"), ("Ørsted", "orsted"),
        ("Straße", "strasse"), ("STRASSE", "strasse"), ("Æon, æther, Œuvre", "aeon, aether, oeuvre"),
        ("ﬁne ﬂow", "fine flow"), ("Łódź", "lodz"), ("þorn Ðing", "thorn ding"), ("Ǆ", "dz"),
        ("Don’t “stop” – now…", "don't \"stop\" - now..."),
        ("ＡＢＣ１２３！　ｘ", "abc123! x"), ("Tiếng Việt", "tieng viet"), ("Dvořák", "dvorak"),
        ("İstanbul ıssız", "istanbul issiz"),
        ("ΟΔΥΣΣΕΥΣ", "οδυσσευσ"), ("Ὀδυσσεύς", "οδυσσευσ"), ("ΐ ᾧ", "ι ω"), ("Ёлка, Чайковский", "елка, чаиковскии"),
        ("ｶﾞｷﾞｸﾞﾊﾟｯ", "ガギグパッ"), ("ガ", "ガ"), ("が", "が"), ("初音ミク", "初音ミク"), ("", ""), ("e\u{301}\u{323}", "e"),
        ("\u{301}", ""),
        ("🎵 ♥", "🎵 ♥"),
    ])
    func oneForm(text: String, form: String) {
        #expect(String(decoding: TextFold.fold(text), as: UTF8.self) == form)
    }

    /// The difference between composed and decomposed letters is invisible.
    @Test(
        arguments: [0xC0...0x24F, 0x370...0x3FF, 0x400...0x52F, 0x1E00...0x1FFF, 0x3041...0x30FF]
            as [ClosedRange<UInt32>])
    func composedAndDecomposedLettersHaveOneForm(block: ClosedRange<UInt32>) {
        for scalar in block.compactMap(Unicode.Scalar.init) where scalar.properties.isAlphabetic {
            let text = String(scalar)
            let decomposed = text.decomposedStringWithCanonicalMapping
            #expect(TextFold.fold(text) == TextFold.fold(decomposed), "U+\(String(scalar.value, radix: 16)) \(text)")
        }
    }

    /// Folding a form again changes nothing, so a form can be saved and searched for another.
    @Test func aFormIsItsOwnForm() {
        for value in UInt32(0)...0xFFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let form = TextFold.fold(String(scalar))
            #expect(TextFold.fold(String(decoding: form, as: UTF8.self)) == form, "U+\(String(value, radix: 16))")
        }
    }
}
