import Foundation
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueAudio

/// The reasons why an address can't be reached, in words.
@Suite(.serialized) struct UnreachableTests {
    /// Expects this reason for the address.
    private func expect(
        _ expected: String, at address: String, _ location: SourceLocation = #_sourceLocation
    ) throws {
        let stage = try NetworkTests.Stage()
        var reason = ""
        stage.live.run(limit: 20, [.load(.first, uri: address, position: .zero)]) { event in
            switch event {
            case .loadFailed(_, .fileLoadFailed(let path, let text)):
                #expect(path == address, sourceLocation: location)
                reason = text
                stage.live.finish()
            case .loaded, .loadFailed:
                reason = "\(event)"
                stage.live.finish()
            default: break
            }
        }
        #expect(reason == expected, sourceLocation: location)
        #expect(stage.live.events.filter { if case .loadFailed = $0 { true } else { false } }.count == 1)
    }

    @Test("Nobody listens")
    func refused() throws {
        let server = try MediaServer()
        server.stopListening()
        try expect("the server can't be reached", at: server.url("/x"))
    }

    @Test("Nobody has this name")
    func unknownName() throws {
        try expect("the server can't be reached: its name is not known", at: "http://nobody.invalid/x")
    }

    @Test("Two addresses that send one to the other")
    func circle() throws {
        let server = try MediaServer()
        defer { server.close() }
        server.serve(.redirect("/b"), at: "/a")
        server.serve(.redirect("/a"), at: "/b")
        try expect(Self.astray, at: server.url("/a"))
    }

    @Test("An address that leads to a file, or to nothing that a server has")
    func elsewhere() throws {
        let server = try MediaServer()
        defer { server.close() }
        for (path, address) in [("/file", "file:///etc/hostname"), ("/gopher", "gopher://example.org/1")] {
            server.serve(.redirect(address), at: path)
            try expect(Self.astray, at: server.url(path))
        }
    }

    private static let astray = "the server redirects in a loop, or to an address other than http or https"

    @Test("https where only http is spoken")
    func plain() throws {
        let server = try MediaServer()
        defer { server.close() }
        try expect("the server does not speak https there", at: "https" + server.url("/x").dropFirst("http".count))
    }

    @Test("A certificate that its server has signed itself, behind a redirection too")
    func selfSigned() throws {
        let folder = try Folder()
        let secure = try SecureServer(in: folder)
        defer { secure.close() }
        let expected = "the server's certificate is not signed by an authority that this computer trusts"
        try expect(expected, at: "https://localhost:\(secure.port)/x")
        let server = try MediaServer()
        defer { server.close() }
        server.serve(.redirect("https://localhost:\(secure.port)/x"), at: "/moved")
        try expect(expected, at: server.url("/moved"))
    }

    /// `openssl s_server` with a self-signed certificate.
    private final class SecureServer {
        private let process = Process()
        let port: Int

        init(in folder: Folder) throws {
            let (key, certificate) = (folder.file("key.pem"), folder.file("certificate.pem"))
            try Tool.run(
                "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days",
                "2", "-subj", "/CN=localhost", "-keyout", key, "-out", certificate)
            let output = Pipe()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = [
                "openssl", "s_server", "-accept", "127.0.0.1:0", "-key", key, "-cert", certificate, "-www",
            ]
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            // `ACCEPT 127.0.0.1:40123`
            var text = ""
            while !text.contains("ACCEPT") || text.last != "\n" {
                let data = output.fileHandleForReading.availableData
                guard !data.isEmpty else { throw Tool.Failed(command: ["openssl", "s_server"], status: 1) }
                text += String(decoding: data, as: UTF8.self)
            }
            port = try #require(text.split(separator: ":").last.flatMap { Int($0.prefix { $0.isNumber }) })
        }

        func close() {
            // The server inherits the signals that the test's thread blocks, SIGTERM among them.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }
}
