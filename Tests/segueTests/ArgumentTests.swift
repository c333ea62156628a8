import Testing

@testable import segue

@Suite struct ArgumentTests {
    @Test("Schemes are what comes before ://, in lower case")
    func schemes() {
        #expect(ResourceArgument.scheme(of: "http://example.org/a") == "http")
        #expect(ResourceArgument.scheme(of: "HTTPS://example.org") == "https")
        #expect(ResourceArgument.scheme(of: "a b://c") == nil)
        #expect(ResourceArgument.scheme(of: "://c") == nil)
        #expect(ResourceArgument.scheme(of: "a:/c") == nil)
        #expect(ResourceArgument.scheme(of: "music/1://2.flac") == nil)
    }

    @Test("Paths become absolute URIs, every odd character encoded")
    func uris() throws {
        #expect(try ResourceArgument.uris(["/"]) == ["file:///"])
        #expect(try ResourceArgument.uris(["/usr/./bin/"]) == ["file:///usr/bin"])
        #expect(try ResourceArgument.uris(["/usr/bin/../lib"]).first?.hasSuffix("lib") == true)
        #expect(try ResourceArgument.uris(["http://example.org/a b"]) == ["http://example.org/a b"])
        #expect(throws: CommandFailure.self) { try ResourceArgument.uris(["/nonexistent/a #1 100%.flac"]) }
        #expect(throws: CommandFailure.self) { try ResourceArgument.uris([""]) }
    }
}
