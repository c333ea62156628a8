import SDBus
import SegueCore

/// Sentences as bus values: the code and the values of each sentence (clients.md, Sentences).
enum SentenceValue {
    static let signature = "a(sas)"

    static func of(_ sentences: [Sentence]) -> BusValue {
        .array(of: "(sas)", sentences.map { .structure([.string($0.code.rawValue), .strings($0.values)]) })
    }
}
