import SegueTestSupport
import Testing

@testable import SegueKit

@Suite struct ConfigurationScannerTests {
    private func statements(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        return ConfigurationScanner.statements(bytes).map { statement in
            switch statement.content {
            case .entry(let key, _, let place):
                "\(statement.line) \(key)=\(String(decoding: bytes[place], as: UTF8.self))"
            case .table(let name): "\(statement.line) [\(name)] at \(statement.lineStart)"
            case .broken: "\(statement.line) broken"
            }
        }
    }

    @Test func valuesStandAmongCommentsAndSpace() {
        let text = "# a = 1\n\n  a  =  2.5  # b = 3\r\nb=true\nc = 'x # y' # z\n\td = \"q\\\"#\"\r\ne=\nf =  # g\n"
        #expect(
            statements(text) == ["3 a=2.5", "4 b=true", "5 c='x # y'", "6 d=\"q\\\"#\"", "7 e=", "8 f="])
    }

    @Test func aValueThatIsClosedLaterEndsThere() {
        let text =
            "a = \"\"\"\nb = 1\n\\\"\"\"\"\"\" # c\nd = '''\n= [''' \ne = [ 1, # ]\n ']', \"\"\"\n]\"\"\",\n]\n"
            + "f = { g = 1 }\nh = 1979-05-27 07:32:00\n"
        #expect(
            statements(text) == [
                "1 a=\"\"\"\nb = 1\n\\\"\"\"\"\"\"", "4 d='''\n= ['''",
                "6 e=[ 1, # ]\n ']', \"\"\"\n]\"\"\",\n]", "10 f={ g = 1 }", "11 h=1979-05-27 07:32:00",
            ])
    }

    @Test(arguments: ["[", "[1, {", "{", "\"\"\"", "'''x", "[ \"\"\"", "\"x", "'"])
    func aValueThatIsNeverClosedEndsWithItsLine(value: String) {
        #expect(statements("a = \(value)\nb = 1\nc = 2") == ["1 a=\(value)", "2 b=1", "3 c=2"])
    }

    @Test func keysMayBeQuotedAndDotted() {
        let text = "\"a b\" = 1\n'c=d' = 2\ne . \"f=g\".h = 3\n\"\\u0069\" = 4\n"
        #expect(statements(text) == ["1 a b=1", "2 c=d=2", "3 e.f=g.h=3", "4 i=4"])
    }

    @Test func tablesHaveNames() {
        let text = "a = 1\n\n[ table . x ] # c\nb = 1\n[[list]]\r\nc = 1\n"
        #expect(statements(text) == ["1 a=1", "3 [table.x] at 7", "4 b=1", "5 [list] at 31", "6 c=1"])
    }

    @Test(arguments: [
        "a", "a b = 1", "= 1", "a.= 1", ".a = 1", "é = 1", "\"a = 1", "\"\\x\" = 1", "'''a''' = 1", "[", "[]", "[a",
        "[a.]",
        "[[a]", "[a] b", "[a]]", "]", "\u{1} = 1", "a\r = 1", "\u{FEFF}a = 1",
    ]) func anythingElseIsBrokenAndItsLineAlone(line: String) {
        #expect(statements("x = 1\n\(line)\ny = 2") == ["1 x=1", "2 broken", "3 y=2"])
    }

    @Test func aByteOrderMarkIsNoText() {
        #expect(statements("\u{FEFF}a = 1\r\nb = 2\r") == ["1 a=1", "2 b=2"])
    }

    /// The end of an opening that is never closed is searched for once.
    @Test(.timeLimit(.minutes(1)), arguments: ["[", "{", "\"\"\"", "'''", "[{\"\"\"", "\"", "[["])
    func aLargeTextTakesNoTime(opening: String) {
        let text = String(repeating: "a = \(opening)\n", count: 20_001)
        #expect(statements(text).last?.hasPrefix("20001 a=\(opening)") == true)
    }
}

@Suite struct ConfigurationValueTests {
    private func value(_ text: String) -> ConfigurationValue { ConfigurationValue(Array(text.utf8)[...]) }

    @Test(arguments: [
        ("0", "0"), ("-0", "0"), ("+7", "7"), ("1_000", "1000"), ("-12", "-12"), ("0x1F", "31"),
        ("0xdead_beef", "3735928559"),
        ("0o17", "15"), ("0b1_01", "5"), ("9223372036854775807", "9223372036854775807"), ("1.50", "1.5"),
        ("-0.5", "-0.5"),
        ("1e3", "1000.0"), ("1E-3", "0.001"), ("6.25e+1", "62.5"), ("1_0.2_5", "10.25"), ("0e0", "0.0"),
    ]) func numbers(text: String, number: String) {
        #expect(value(text) == .number(number))
    }

    @Test(arguments: [
        "01", "1_", "_1", "1__0", ".5", "5.", "1.e3", "1e", "1e+", "1e3.2", "+0x1", "0x", "0x_1", "0xg", "0b2", "0o8",
        "--1",
        "+-1", "+", "inf", "-inf", "nan", "+nan", "0x1p3", "9223372036854775808", "1 2", "1,5", "٣", "1e3_", "True",
        "yes", "linear", "\"a", "a\"", "\"a\" b", "\"\\x\"", "\"\\u00g0\"", "\"\\u+0e9\"", "\"\\ud800\"", "\"\\u0000\"",
        "\"\\U00110000\"",
        "\"a\u{1}b\"", "'a\u{7F}b'", "'a'b'", "\"\"\"a\"\"\"", "'''a'''", "[1]", "{}", "1979-05-27", "07:32:00",
    ]) func others(text: String) {
        #expect(value(text) == .other)
    }

    @Test(arguments: [
        ("\"\"", ""), ("''", ""), ("\"a\tb\"", "a\tb"), ("'a\\n\"'", "a\\n\""), ("\"it's\"", "it's"),
        ("\"\\b\\t\\n\\f\\r\\\"\\\\\"", "\u{8}\t\n\u{C}\r\"\\"), ("\"\\u00e9\\U0001F600\"", "é😀"),
        ("\"größe\"", "größe"),
    ]) func texts(text: String, content: String) {
        #expect(value(text) == .text(content))
    }

    @Test func theRest() {
        #expect(value("true") == .truth(true))
        #expect(value("false") == .truth(false))
        #expect(value("") == .missing)
    }
}
