import SegueTestSupport
import Testing

@testable import SegueKit

@Suite struct ConfigurationOutlineTests {
    private func values(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        return ConfigurationOutline(bytes).items.map { item in
            "\(item.line) \(item.key)=\(String(decoding: bytes[item.value], as: UTF8.self))"
        }
    }

    @Test func findsValuesAmongCommentsAndSpace() {
        let text = "# a = 1\n\n  a  =  2.5  # b = 3\r\nb=true\nc = 'x # y' # z\n\td = \"q\\\"#\"\n"
        #expect(values(text) == ["3 a=2.5", "4 b=true", "5 c='x # y'", "6 d=\"q\\\"#\""])
    }

    @Test func valuesMaySpanLines() {
        let text =
            "a = \"\"\"\nb = 1\n\"\"\" # c\nd = '''\n= [''' \ne = [ 1, # ]\n 2,\n]\n"
            + "f = { g = 1 }\nh = 1979-05-27 07:32:00\n"
        #expect(
            values(text) == [
                "1 a=\"\"\"\nb = 1\n\"\"\"", "4 d='''\n= ['''", "6 e=[ 1, # ]\n 2,\n]", "9 f={ g = 1 }",
                "10 h=1979-05-27 07:32:00",
            ])
    }

    @Test func quotedAndDottedKeys() {
        #expect(values("\"a b\" = 1\n'c=d' = 2\ne.\"f=g\" = 3") == ["1 a b=1", "2 c=d=2", "3 e=3"])
    }

    @Test func tablesEndTheTopLevel() {
        let text = "a = 1\n\n[ table . x ]\nb = \"\"\"\n[no]\n\"\"\"\n[[list]]\nc = 1\n"
        #expect(values(text) == ["1 a=1", "3 table=", "7 list="])
        #expect(ConfigurationOutline(Array(text.utf8)).insertionPoint == 7)
        #expect(ConfigurationOutline(Array("a = 1".utf8)).insertionPoint == 5)
    }

    @Test func brokenTextEndsSomewhere() {
        for text in ["a", "a =", "= 1", "a = \"", "a = '''x", "a = [1", "[", "\"", "a = \"\\", "]]]", "a = }"] {
            _ = ConfigurationOutline(Array(text.utf8))
        }
        var random = SeededRandom(state: 7)
        let alphabet = Array("a=\"'[]{}#\n\\ .1".utf8)
        for _ in 0..<2000 {
            let bytes = (0..<40).map { _ in alphabet[Int.random(in: alphabet.indices, using: &random)] }
            for item in ConfigurationOutline(bytes).items { #expect(item.value.upperBound <= bytes.count) }
        }
    }
}
