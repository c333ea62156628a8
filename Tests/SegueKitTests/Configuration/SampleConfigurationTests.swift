import Foundation
import SegueCore
import Testing

@testable import SegueKit

/// Compares data/config.toml.sample with the table of settings.
@Suite struct SampleConfigurationTests {
    private let text: String

    init() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        text = try String(contentsOf: root.appendingPathComponent("data/config.toml.sample"), encoding: .utf8)
    }

    @Test func isGoodAndHoldsTheDefaults() {
        let (configuration, problems) = ConfigurationText(path: "sample", bytes: Array(text.utf8)).read()
        #expect(problems == [])
        #expect(configuration == Configuration())
    }

    @Test func hasEveryKeyOnceInOrder() {
        let keys = ConfigurationScanner.statements(Array(text.utf8)).map { statement in
            guard case .entry(let key, _, _) = statement.content else { return "\(statement.content)" }
            return key
        }
        #expect(keys == ConfigurationField.allCases.map(\.rawValue))
    }

    @Test(arguments: ConfigurationField.allCases) func explainsTheRange(field: ConfigurationField) throws {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let index = try #require(lines.firstIndex { $0.hasPrefix("\(field.rawValue) = ") })
        let comment = lines[index - 1]
        #expect(comment.hasPrefix("# "))
        #expect(lines[index - 2].isEmpty, "one comment line each")
        let words = field.expectation.replacingOccurrences(of: " for gapless joins", with: "")
        #expect(comment.contains(words), "\(comment) does not say: \(words)")
    }
}
