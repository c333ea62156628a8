import SegueCore
import SegueTestSupport
import Testing

@testable import SegueKit

@Suite struct ConfigurationTextTests {
    private func text(_ string: String) -> ConfigurationText {
        ConfigurationText(path: "file", bytes: Array(string.utf8))
    }

    private func problems(_ string: String) -> [String] { text(string).read().problems.map(\.description) }

    private func setting(_ field: ConfigurationField, _ value: String, in string: String) throws -> String {
        var text = text(string)
        try text.set(field, to: value)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    @Test func problemsSayWhatIsExpected() {
        let curves = ConfigurationField.fadeCurve.expectation
        #expect(problems("fadeCurve = ") == ["file, line 1: fadeCurve has no value: expected \(curves)."])
        #expect(
            problems("\nfadeCurve = linear # no") == [
                "file, line 2: fadeCurve = linear is not valid: expected \(curves), in quotation marks."
            ])
        #expect(
            problems("gaplessAlbums = \"true\"") == [
                "file, line 1: gaplessAlbums = \"true\" is not valid: expected true or false, without quotation marks."
            ])
        #expect(
            problems("trimLimit = [\n1,\n2]\nfadeInDuration 3\n[a\n") == [
                "file, line 1: trimLimit = [ is not valid: expected a number of seconds from 0 to 30.",
                "file, line 4: not understood: expected name = value.",
                "file, line 5: not understood: expected the name of a table and ] after [.",
            ])
        #expect(
            problems("trimLimit = 1\ntrimLimit = 2") == ["file, line 2: trimLimit already has a value in line 1."])
    }

    @Test func aTextThatIsFullOfFaultsIsNamedInPart() {
        let (configuration, problems) = text(String(repeating: "?\n", count: 1000) + "trimLimit = 1").read()
        #expect(problems.count == 20)
        #expect(configuration.trimLimit == MediaTime(seconds: 1))
    }

    @Test func anEditKeepsLineEndsAndSpace() throws {
        #expect(try setting(.trimLimit, "2", in: "trimLimit  =\t1\t# c\r\n\r\nx") == "trimLimit  =\t2\t# c\r\n\r\nx")
        #expect(try setting(.trimLimit, "2", in: "trimLimit=1") == "trimLimit=2")
        #expect(try setting(.trimLimit, "2", in: "trimLimit =# c") == "trimLimit = 2# c")
        #expect(try setting(.trimLimit, "2", in: "# a\r\n") == "# a\r\ntrimLimit = 2\r\n")
        #expect(try setting(.trimLimit, "2", in: "# a\r\n# b") == "# a\r\n# b\r\ntrimLimit = 2")
        #expect(try setting(.trimLimit, "2", in: "\u{FEFF}# a\r\n[b]") == "\u{FEFF}# a\r\ntrimLimit = 2\r\n[b]")
        #expect(try setting(.trimLimit, "2", in: "") == "trimLimit = 2\n")
    }

    @Test func anEditMendsItsOwnLineAndNoOther() throws {
        let bad = "fadeCurve = lin\n[\ntrimLimit = 1 2 # c\n?"
        #expect(try setting(.trimLimit, "2", in: bad) == "fadeCurve = lin\n[\ntrimLimit = 2 # c\n?")
        #expect(
            try setting(.fadeCurve, "linear", in: "fadeCurve = [\n1,\n]\n") == "fadeCurve = \"linear\"\n")
    }

    @Test func aValueThatWouldBeSwallowedIsRefused() throws {
        var text = text("a = '''\ntrimLimit = 1\n")
        let old = text
        let problem = #expect(throws: ConfigurationProblem.self) { try text.set(.output, to: "'''") }
        #expect(problem?.description == "file: a list or a text before output is not closed.")
        #expect(text == old)
        try text.set(.output, to: "a")
    }

    // MARK: - Any text

    private static let pieces = [
        "[", "]", "[[", "]]", "{", "}", "\"", "\"\"\"", "'", "'''", "=", ".", ",", "#", "\n", "\r\n", "\r", " ", "\t",
        "\\",
        "a", "b1", "é", "\u{FEFF}", "-", "0x", "1979-05-27", "true", "nan", "fadeInDuration", "output", "a = ", "1e",
        "_",
        "output = ", "\noutput = \"", "\nfadeInDuration = 2", "trimSilence = ", "\0", "\u{7F}",
    ].map { Array($0.utf8) }

    private static let sample = Array(
        ("# a\r\n\r\nfadeInDuration = 1.5 # c\n  output='x'\t\r\ntrimSilence = true\n"
            + "trimLimit = [\n 1,\n]\n[t]\noutput = 1").utf8)

    private func anyText(_ random: inout SeededRandom) -> [UInt8] {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            return (0..<Int.random(in: 0...60, using: &random)).map { _ in .random(in: 0...255, using: &random) }
        case 1:
            var bytes = Self.sample
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes.remove(at: place)
                case 1: bytes[place] = .random(in: 0...127, using: &random)
                default: bytes.insert(contentsOf: Self.pieces.randomElement(using: &random) ?? [], at: place)
                }
            }
            return bytes
        default:
            let count = Int.random(in: 0...16, using: &random)
            return (0..<count).flatMap { _ in Self.pieces.randomElement(using: &random) ?? [] }
        }
    }

    /// Each edit sets the new value and preserves all other settings, and every byte outside one range, or else changes
    /// nothing.
    @Test func anyTextIsReadAndEdited() {
        var random = SeededRandom.anew()
        let edits: [(ConfigurationField, [String])] = [
            (.fadeInDuration, ["0", "2.5"]), (.trimSilence, ["true", "false"]), (.fadeCurve, ["linear", "sCurve"]),
            (.output, ["auto", "'''", "\"\"\"", "]}", "\\", "# x", "a\nb", "é\u{1}"]), (.trimLimit, ["3"]),
        ]
        var edited = 0
        for _ in 0..<20_000 {
            var text = ConfigurationText(path: "file", bytes: anyText(&random))
            let old = text
            let (field, values) = edits[Int.random(in: edits.indices, using: &random)]
            let value = values.randomElement(using: &random) ?? ""
            guard (try? text.set(field, to: value)) != nil else {
                #expect(text == old)
                continue
            }
            edited += 1
            var wanted = old.read().configuration
            #expect((try? wanted.set(field, to: value)) != nil)
            #expect(text.read().configuration == wanted, "\(old.bytes) \(field) \(value)")
            #expect(
                text.bytes == outside(of: field, in: old, replacedBy: text), "\(old.bytes) \(field) \(value)")
        }
        #expect(edited > 5_000)
    }

    /// Returns the old bytes with one range replaced by the new bytes: the value of the field, or the line that was
    /// added.
    private func outside(
        of field: ConfigurationField, in old: ConfigurationText, replacedBy new: ConfigurationText
    ) -> [UInt8] {
        let statements = ConfigurationScanner.statements(old.bytes)
        let isTable: (ConfigurationStatement) -> Bool = { if case .table = $0.content { true } else { false } }
        let table = statements.first(where: isTable)
        var place = (table?.lineStart ?? old.bytes.count)..<(table?.lineStart ?? old.bytes.count)
        for statement in statements.prefix(while: { !isTable($0) }).reversed() {
            if case .entry(field.rawValue, _, let range) = statement.content { place = range }
        }
        let middle = new.bytes.dropFirst(place.lowerBound).dropLast(old.bytes.count - place.upperBound)
        return Array(old.bytes[..<place.lowerBound] + middle + old.bytes[place.upperBound...])
    }
}
