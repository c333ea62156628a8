import SDBus
import SegueCore

/// Sentences on the bus: the code of each, and its values (clients.md, Sentences).
enum SentenceValue {
    static let signature = "a(sas)"

    static func of(_ sentences: [Sentence]) -> BusValue {
        .array(of: "(sas)", sentences.map { .structure(arguments($0)) })
    }

    /// One sentence as two arguments.
    static func arguments(_ sentence: Sentence) -> [BusValue] {
        [.string(sentence.code.rawValue), .strings(sentence.values)]
    }
}
