import Foundation
import Testing

/// docs/clients.md: the example commands for client authors work as described.
extension EndToEnd {
    @Suite struct ClientDocument {
        @Test("Every example for authors of clients works as it is printed")
        func examples() async throws {
            let text = try String(
                contentsOf: BuiltProducts.repository.appendingPathComponent("docs/clients.md"), encoding: .utf8)
            let document = ConsoleDocument(text)
            for interface in ["Queue1", "Control1", "Crossfade1", "Transitions1", "Playlists1", "Library1"] {
                #expect(document.exchanges.contains { $0.command.contains(interface) }, "\(interface)")
            }
            try await Session.run { session in
                // The first call starts the player, as on a desktop.
                try await session.install()
                try session.deleteFirstSearches()
                try session.configure("transitions = \"listen\"", "output = \"null\"", "fadeInDuration = 0")
                for (name, title) in [("one", "One"), ("two", "Two"), ("three", "Three")] {
                    try await session.makeFLAC("\(name).flac", title: title, seconds: 120)
                }
                try FileManager.default.createSymbolicLink(
                    at: session.folder.appendingPathComponent("home/Music"),
                    withDestinationURL: session.folder.appendingPathComponent("music"))
                for (name, program) in document.programs {
                    try program.write(to: session.music(name), atomically: true, encoding: .utf8)
                }

                let separator = "\u{1E}"
                let result = try await session.run(
                    "bash", "-c", "exec 2>&1\n" + document.script(separator: separator),
                    // The Python for which the Debian packages are installed.
                    environment: ["PATH": "\(session.prefix.path)/bin:/usr/bin:/bin"])
                let outputs = result.output.components(separatedBy: separator).dropFirst()
                #expect(outputs.count == document.exchanges.count, "\(result)")
                for (exchange, output) in zip(document.exchanges, outputs) {
                    #expect(exchange.matches(output), "\(exchange.command)\n\(output)\nis not\n\(exchange.expected)")
                }
            }
        }
    }
}
