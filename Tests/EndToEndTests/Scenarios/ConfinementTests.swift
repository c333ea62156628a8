import Foundation
import SegueTestSupport
import Testing

extension EndToEnd {
    /// The limits of the processes that inspect files for the player.
    @Suite(.timeLimit(.minutes(1))) struct Confinement {
        @Test("A helper has no network, and limits of memory and descriptors; the player has none of them")
        func limits() async throws {
            try await Session.run { session in
                try session.configure("musicFolders = \"\(session.music("").path)\"")
                try await session.makeFLAC("one.flac", title: "One", seconds: 2)
                let player = try await session.startDaemon(["--output", "null"])
                #expect(try await session.segue("library", "update").status == 0)
                var helper: [String]?
                while helper == nil {
                    try Task.checkCancellation()
                    helper = try Self.children(of: player.identifier).first { $0.contains("follow") }
                }
                let id = try #require(helper?.first)
                // A stream has to reach its server. If the tests are confined, all processes have that filter.
                let own = try Self.line("Seccomp_filters:", in: "/proc/\(player.identifier)/status")
                let filters = try String(#require(Int(own)) + 1)
                // The program starts shortly before its limits apply.
                while try Self.line("Seccomp_filters:", in: "/proc/\(id)/status") != filters {
                    try Task.checkCancellation()
                }
                #expect(try Self.line("NoNewPrivs:", in: "/proc/\(id)/status") == "1")
                while try Self.line("Max open files", in: "/proc/\(id)/limits").hasPrefix("512") == false {
                    try Task.checkCancellation()
                }
                #expect(try Self.line("Max core file size", in: "/proc/\(id)/limits").hasPrefix("0 "))
                let memory = try Self.line("Max address space", in: "/proc/\(player.identifier)/limits")
                while try Self.line("Max address space", in: "/proc/\(id)/limits") == memory {
                    try Task.checkCancellation()
                }
            }
        }

        /// Returns the ID and the arguments of each process started by this one.
        private static func children(of parent: Int32) throws -> [[String]] {
            let ids = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }
            return ids.compactMap { id in
                // Processes come and go.
                guard let status = try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8),
                    status.contains("\nPPid:\t\(parent)\n"),
                    let words = try? String(contentsOfFile: "/proc/\(id)/cmdline", encoding: .utf8)
                else { return nil }
                return [id] + words.split(separator: "\0").map(String.init)
            }
        }

        /// Returns the rest of the line that begins with these words.
        private static func line(_ words: String, in path: String) throws -> String {
            let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            return lines.first { $0.hasPrefix(words) }
                .map { $0.dropFirst(words.count).trimmingCharacters(in: .whitespaces) } ?? ""
        }
    }
}
