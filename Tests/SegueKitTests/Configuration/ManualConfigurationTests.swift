import Foundation
import SegueCore
import Testing

/// Compares the settings in the manual page, data/segue.1, with the table of settings.
@Suite struct ManualConfigurationTests {
    private struct Item: Equatable {
        var name: String
        var value: String
        var text: String
    }

    private let items: [Item]

    init() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appendingPathComponent("data/segue.1"), encoding: .utf8)
            .replacingOccurrences(of: "\\-", with: "-")
        let start = try #require(page.range(of: ".Ss Configuration\n")).upperBound
        let end = try #require(page.range(of: "\n.El\n", range: start..<page.endIndex)).lowerBound
        items = page[start..<end].components(separatedBy: "\n.It Va ").dropFirst().map { item in
            let head = item.prefix { $0 != "\n" }
            let words = head.components(separatedBy: " Pq Li ")
            return Item(name: words[0], value: words.last ?? "", text: String(item.dropFirst(head.count + 1)))
        }
    }

    @Test("Every setting is there, in order, with its default") func defaults() {
        #expect(items.map(\.name) == ConfigurationField.allCases.map(\.rawValue))
        #expect(items.map(\.value) == ConfigurationField.allCases.map { $0.text(in: Configuration()) })
    }

    @Test("Each says what it takes", arguments: ConfigurationField.allCases) func ranges(field: ConfigurationField)
        throws
    {
        let item = try #require(items.first { $0.name == field.rawValue })
        #expect(item.text.contains(field.expectation), "\(item.text) does not say: \(field.expectation)")
    }
}
