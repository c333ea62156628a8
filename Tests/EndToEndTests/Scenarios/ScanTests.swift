import Foundation
import SDBus
import Testing

/// Scans of a large folder, which take time and show their progress on a terminal.
extension EndToEnd {
    @Suite struct Scanning {
        @Test("Scanning a large folder shows a bar on a terminal, and nothing elsewhere")
        func progress() async throws {
            try await Session.run { session in
                for folder in 0..<4 {
                    let path = session.music("large/\(folder)")
                    try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
                    for number in 0..<500 {
                        try Data().write(to: path.appendingPathComponent("\(number).flac"))
                    }
                }
                try await session.makeFLAC("large/0/0.flac", title: "First", seconds: 60)
                let segue = BuiltProducts.segue.path
                _ = try await session.startDaemon("--output", "null")
                for verb in ["add", "play"] {
                    let seen = try await session.run("script", "-qec", "\(segue) \(verb) large", "/dev/null")
                    #expect(seen.status == 0, "\(seen)")
                    #expect(seen.output.contains("Looking"), "\(seen)")
                    #expect(seen.output.contains("%") && seen.output.contains(" files"), "\(seen)")
                    // The line is cleared when the scan is complete.
                    #expect(seen.output.hasSuffix("\r\u{1B}[K"), "\(seen)")
                    let unseen = try await session.segue(verb, "large")
                    #expect(unseen.status == 0 && unseen.output.isEmpty && unseen.errors.isEmpty, "\(unseen)")
                }
                #expect(try await session.status().queueCount == 2000)
                try await session.endPlayer()

                // The daemon's own files.
                let mark = await session.observer.mark()
                let daemon = try session.start(
                    "script", ["-qec", "\(segue) daemon --output null large", "/dev/null"])
                try await daemon.wrote("Looking")
                try await session.announced("PlaybackStatus", from: mark) { $0.asString == "Playing" }
                try await session.endPlayer()
                #expect(try await daemon.finish().status == 0)
            }
        }
    }
}
