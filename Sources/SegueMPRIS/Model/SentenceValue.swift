import SDBus
import SegueCore

/// Sentences on the bus: the code of each, and its values (clients.md, Sentences).
enum SentenceValue {
    static let signature = "a(sas)"

    static func of(_ sentences: [Sentence]) -> BusValue {
        .array(of: "(sas)", sentences.map { .structure([.string($0.code.rawValue), .strings($0.values)]) })
    }
}
