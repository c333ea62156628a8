import Foundation
import Testing

@testable import SegueCore

/// Sentences as codes and values.
@Suite struct SentenceCodeTests {
    @Test func valuesTakeTheirPlaces() {
        #expect(
            Sentence(.tempiOnBeat, "96", "128").description
                == "They pulse at 96 and 128 BPM: the next track begins on the beat.")
        #expect(Sentence(.fadingEnding).description == "The ending fades out by itself over  s.")
        #expect(Phrase.fill("100%% of %d, %s, %s", ["%s", "b"]) == "100% of %s, b, ")
        #expect(Phrase.fill("%", ["a"]) == "%" && Phrase.fill("%s%", ["a"]) == "a%" && Phrase.fill("", ["a"]) == "")
        #expect(
            [Sentence(.setByHand), Sentence(.bothByTags)].text
                == "Set by hand. Both tracks are known by MixRamp tags alone.")
    }

    @Test(arguments: Sentence.Code.allCases)
    func theBusHasAllOfIt(code: Sentence.Code) {
        #expect(Sentence(code: code.rawValue, values: ["1"])?.code == code)
        #expect(code.phrase.english.hasSuffix(".") || code.phrase.english.hasSuffix("%s"))
    }

    @Test(arguments: [
        ("%s: could not be played: %s.", "/a: b.ogg: could not be played: c.", ["/a: b.ogg", "c"]),
        ("%s", "", [""]), ("Set by hand.", "Set by hand.", []), ("%s is %s.", " is  is .", ["", " is "]),
        ("Set by hand.", "Set by hand. ", nil), ("%s is %s.", "a is b", nil), ("a %s b", "a b", nil),
        ("(%s)", ")", nil),
    ])
    func valuesAreFound(phrase: String, text: String, values: [String]?) {
        #expect(Phrase(phrase).values(in: text) == values)
    }

    @Test(arguments: Reason.allCases)
    func reasonsAreFound(reason: Reason) throws {
        let values = reason.phrase.english.matches(of: /%s/).indices.map { "value \($0)" }
        let found = try #require(Reason.values(in: reason.phrase.filled(values)))
        #expect(found.member == reason && found.values == values)
        #expect(Reason.values(in: "it is " + reason.text()) == nil || reason.phrase.english.hasPrefix("%s"))
    }

    @Test(arguments: EventText.allCases)
    func eventsAreFound(event: EventText) throws {
        let values = event.phrase.english.matches(of: /%s/).indices.map { "value \($0)" }
        let found = try #require(EventText.values(in: event.phrase.filled(values)))
        #expect(found.member == event && found.values == values)
    }

    @Test(arguments: ReversalText.allCases)
    func reversalsAreFound(reversal: ReversalText) throws {
        let values = reversal.phrase.english.matches(of: /%s/).indices.map { "value \($0)" }
        let found = try #require(ReversalText.values(in: reversal.phrase.filled(values)))
        #expect(found.member == reversal && found.values == values)
    }

    @Test func errorsInErrorsAreFound() throws {
        let error = AudioPlayerError.skipFailed(
            attempts: 3,
            reason: "\(AudioPlayerError.unsupportedFormat(path: "/a", reason: Reason.needsPackage.text("AAC", "b")))")
        let last = try #require(error.sentence.values.last)
        let inner = try #require(Sentence(error: last))
        #expect(inner == Sentence(.unsupportedFormat, "/a", "AAC needs the package b"))
        #expect(Sentence.Code.allCases.filter(\.endsWithReason).allSatisfy { $0.phrase.english.contains("%s") })
        #expect(Sentence(error: "Nothing was named.") == nil)
    }

    @Test func otherCodesAreNotKnown() { #expect(Sentence(code: "", values: []) == nil) }

    @Test func clientsCanReadWhatThereIs() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let document = try String(contentsOf: root.appending(path: "docs/clients.md"), encoding: .utf8)
        for code in Sentence.Code.allCases {
            #expect(document.contains("| `\(code.rawValue)` | \(code.phrase.english) |"), "\(code)")
        }
    }
}
