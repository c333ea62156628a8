import SegueCore
import SegueFiles

@testable import SegueKit

enum Documents {
    static func configuration(_ bytes: [UInt8]) {
        let text = ConfigurationText(path: "config.toml", bytes: bytes)
        let before = text.read().configuration
        // The bytes choose the setting: testing all of them is too slow.
        let field = ConfigurationField.allCases[bytes.count % ConfigurationField.allCases.count]
        var changed = text
        // A refusal changes nothing; a change is in force, and nothing else has changed.
        do throws(ConfigurationProblem) {
            try changed.set(field, to: field.text(in: before))
            precondition(changed.read().configuration == before, "\(field)")
        } catch {
            precondition(changed == text, "\(field)")
        }
    }

    static func facts(_ bytes: [UInt8]) {
        if let value = JSONValue(bytes) {
            precondition(JSONValue(Array(value.text.utf8)) == value, "a document is read as itself")
        }
        guard let facts = TrackFacts(json: bytes) else { return }
        precondition(TrackFacts(json: facts.json.utf8) != nil, "facts can be sent on")
    }

    static func titles(_ bytes: [UInt8]) {
        guard let metadata = TrackMetadata(titles: bytes) else { return }
        precondition(metadata.title.map { !$0.contains("\0") } ?? true)
    }

    static func image(_ bytes: [UInt8]) { _ = ImageKind(bytes) }

    static func rhythmbox(_ bytes: [UInt8]) { _ = RhythmboxLibrary.songs(in: bytes) }
}
