import CAdwaita
import Glibc
import SDBus
import SegueCore
import SegueMPRIS

/// Returns the text in the person's language, if there is a translation.
func translated(_ text: String) -> String {
    // The result may be the argument itself, which is only valid during this call.
    text.withCString { String(cString: g_dgettext(Translation.domain, $0)) }
}

/// Returns a text of the settings table in the person's language.
func translated(_ phrase: Phrase) -> String { translated(phrase.english) }

/// Returns a sentence of the player in the person's language.
func translated(_ sentence: Sentence) -> String {
    var values = sentence.values
    if sentence.code.endsWithReason, let last = values.popLast() { values.append(translated(reason: last)) }
    return Phrase.fill(translated(sentence.code.phrase), values)
}

/// Returns a reason, or the sentence of an error with a reason, in the person's language; if unknown, the same text.
func translated(reason text: String) -> String {
    if let sentence = Sentence(error: text) { return translated(sentence) }
    guard let (reason, values) = Reason.values(in: text) else { return text }
    return Phrase.fill(translated(reason.phrase), values.map(translated(reason:)))
}

/// Returns the sentence of an event in the person's language; if unknown, the same text.
func translated(event text: String) -> String {
    guard let (event, values) = EventText.values(in: text) else { return translated(reason: text) }
    // The first value is a name, and the second one a reason.
    let words = values.prefix(1) + values.dropFirst().map(translated(reason:))
    return Phrase.fill(translated(event.phrase), Array(words))
}

/// Returns a sentence of `UndoText` or `RedoText` in the person's language; if unknown, the same text.
func translated(reversal text: String) -> String {
    guard let (reversal, values) = ReversalText.values(in: text) else { return text }
    return Phrase.fill(translated(reversal.phrase), values)
}

/// Returns the sentence of an error in the person's language; if unknown, the player's message.
func translated(_ error: BusError) -> String { error.sentence.map(translated) ?? error.message }

/// Returns the text in the person's language, with `%s` replaced by `arguments`, in order.
func translated(_ text: String, _ arguments: String...) -> String {
    Phrase.fill(translated(text), arguments)
}

/// Returns the singular or plural text, with `%d` replaced by the number.
func counted(_ one: String, _ many: String, count: Int) -> String {
    let text = one.withCString { one in
        many.withCString { many in
            String(cString: g_dngettext(Translation.domain, one, many, gulong(max(0, count))))
        }
    }
    return Phrase.fill(text, ["\(count)"])
}

enum Translation {
    static let domain = "segue"

    /// Takes the language from the environment, and the texts from this folder.
    static func begin(folder: String) {
        setlocale(LC_ALL, "")
        bindtextdomain(domain, folder)
        bind_textdomain_codeset(domain, "UTF-8")
        textdomain(domain)
    }

    /// The decimal separator.
    static var decimalSeparator: String { localeconv().map { String(cString: $0.pointee.decimal_point) } ?? "." }
}
