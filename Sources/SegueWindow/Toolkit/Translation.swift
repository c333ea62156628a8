import CAdwaita
import Glibc
import SDBus
import SegueCore
import SegueMPRIS

/// The text in the language of the person, where there is a translation.
func translated(_ text: String) -> String {
    // The answer may be the argument itself, which lives only as long as this call.
    text.withCString { String(cString: g_dgettext(Translation.domain, $0)) }
}

/// A text of the table of settings in the language of the person.
func translated(_ phrase: Phrase) -> String { translated(phrase.english) }

/// A sentence of the player's in the language of the person.
func translated(_ sentence: Sentence) -> String {
    Phrase.fill(translated(sentence.code.phrase), sentence.values)
}

/// The sentence of an error in the language of the person; where it is not known, as the player has it.
func translated(_ error: BusError) -> String { error.sentence.map(translated) ?? error.message }

/// The text with `%s` replaced by `arguments`, in order.
func translated(_ text: String, _ arguments: String...) -> String {
    Phrase.fill(translated(text), arguments)
}

/// The text for one, or for another number, with `%d` replaced by the number.
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

    /// Takes the language from the environment, and the texts from the folder beside the program's own.
    static func begin(folder: String) {
        setlocale(LC_ALL, "")
        bindtextdomain(domain, folder)
        bind_textdomain_codeset(domain, "UTF-8")
        textdomain(domain)
    }

    /// What separates decimals.
    static var decimalSeparator: String { localeconv().map { String(cString: $0.pointee.decimal_point) } ?? "." }
}
