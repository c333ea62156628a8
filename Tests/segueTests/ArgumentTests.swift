import ArgumentParser
import Foundation
import SegueCore
import SegueFiles
import SegueKit
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

    @Test("The process that keeps the library takes any articles", arguments: ["the a", "", "-x", "--", "--help"])
    func settingsOfTheLibrary(articles: String) throws {
        var configuration = Configuration()
        configuration.articles = articles
        let verb = try LibraryFollowVerb.parse(LibrarySettings(configuration).arguments)
        #expect(verb.folders == configuration.musicFolders)
        #expect(verb.articles == articles)
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

    /// A file has one URI, whether the command, the player or a file manager names it.
    @Test func everyPartGivesAFileTheSameURI() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("segue \(UUID()) (1) [2] é&'!,+@~#%")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let uri = try #require(try ResourceArgument.uris([folder.path]).first)
        #expect(uri == FileURI.uri(path: folder.path))
        #expect(uri.hasSuffix("%20(1)%20%5B2%5D%20%C3%A9&'!,+@~%23%25"))
    }
}
