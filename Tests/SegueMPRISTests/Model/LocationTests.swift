import SDBus
import Testing

@testable import SegueMPRIS

@Suite struct LocationTests {
    @Test(arguments: [
        ("file:///music/a%20%231%20100%25%20%C3%A9%3F.flac", "file:///music/a%20%231%20100%25%20%C3%A9%3F.flac"),
        ("FILE:///a.mp3", "file:///a.mp3"), ("file://localhost/a.mp3", "file:///a.mp3"),
        ("http://host/live", "http://host/live"),
        ("Https://user@[::1]:8000/a?b=c#d", "https://user@[::1]:8000/a?b=c#d"),
    ])
    func acceptsWhatCanBeOpened(text: String, uri: String) throws {
        #expect(try Location.uri(text) == uri)
    }

    @Test(arguments: [
        "", "a b", "song.mp3", "/music/a.mp3", "://x", "1a://x", "é://x", "file:a.mp3", "file://host/a.mp3", "file://",
        "file:///a b", "file:///é", "file:///a%", "file:///a%2", "file:///a%zz", "file:///a%00b", "file:///a\u{0}b",
        "file:///a\nb", "http:", "http://", "http:///a", "http://?x", "http://a b/",
    ])
    func refusesWhatIsNoURI(text: String) {
        #expect(errorName { _ = try Location.uri(text) } == BusError.Name.invalidArguments.rawValue)
    }

    @Test(arguments: ["gopher://host/a", "data:audio/ogg;base64,AAAA", "mailto:a@b", "x-y.z+1:anything at all"])
    func refusesOtherSchemesByAnotherName(text: String) {
        #expect(errorName { _ = try Location.uri(text) } == BusError.Name.notSupported.rawValue)
    }

    @Test func pathsAreForOurOwnInterfacesOnly() throws {
        #expect(try Location.uriOrPath("/music/a b é.mp3") == "/music/a b é.mp3")
        #expect(errorName { _ = try Location.uriOrPath("music/a.mp3") } == BusError.Name.invalidArguments.rawValue)
    }

    @Test func aLongAddressIsNotQuotedWhole() {
        let text = "x" + String(repeating: "y", count: 100_000)
        do {
            _ = try Location.uri(text)
            Issue.record("accepted")
        } catch {
            #expect(error.message.utf8.count < 500)
        }
    }
}
