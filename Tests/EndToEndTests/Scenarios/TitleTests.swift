import Foundation
import Glibc
import SDBus
import Testing

/// The titles of a long queue, read in the background.
extension EndToEnd {
    @Suite struct Titles {
        @Test("All titles come by themselves, also where a file ends its reader, and are there after a restart")
        func wholeQueue() async throws {
            try await Session.run { session in
                try await session.makeFLAC("0.flac", title: "Song 00", seconds: 1)
                for number in 1..<70 {
                    let copy = session.music("\(number).flac")
                    try FileManager.default.copyItem(at: session.music("0.flac"), to: copy)
                    let title = "Song \(number < 10 ? "0" : "")\(number)"
                    let tags = try await session.run(
                        "metaflac", "--remove-tag=TITLE", "--set-tag=TITLE=\(title)", "--set-tag=TRACKNUMBER=\(number)",
                        copy.path)
                    #expect(tags.status == 0, "\(tags)")
                }
                try Data(repeating: 7, count: 5000).write(to: session.music("8.flac"))
                let list = (0..<70).map { session.music("\($0).flac").path + "\n" }.joined()
                try list.write(to: session.music("all.m3u"), atomically: true, encoding: .utf8)

                _ = try await session.startDaemon("--output", "null")
                #expect(try await session.segue("add", "all.m3u").status == 0)
                let wanted = (0..<70).map { $0 == 8 ? "8" : "Song \($0 < 10 ? "0" : "")\($0)" }
                try await session.listShows(wanted)
                #expect(try await session.segue("queue", "sort", "title").status == 0)
                #expect(try await session.listedTitles() == wanted.sorted())
                // No helper keeps running; the last one may still be exiting when its titles are there.
                while try !session.helpers().isEmpty { await Task.yield() }

                try await session.endPlayer()
                _ = try await session.startDaemon("--output", "null")
                #expect(try await session.listedTitles() == wanted.sorted())
            }
        }

        @Test("A player that ends takes its reader along")
        func end() async throws {
            try await Session.run { session in
                try await session.makeFLAC("0.flac", title: "Song", seconds: 1)
                let list = String(repeating: session.music("0.flac").path + "\n", count: 2000)
                try list.write(to: session.music("all.m3u"), atomically: true, encoding: .utf8)
                _ = try await session.startDaemon("--output", "null")
                let mark = await session.observer.mark()
                #expect(try await session.segue("add", "all.m3u").status == 0)
                try await session.titlesKnown("Song", from: mark)
                try await session.endPlayer()
                while try !session.helpers().isEmpty { await Task.yield() }
            }
        }
    }
}

extension Session {
    /// Waits until `EntriesChanged` has announced an entry with this title.
    func titlesKnown(_ title: String, from mark: Int) async throws {
        try await observer.signal(from: mark, within: .seconds(120), "\(title) to be known") { signal in
            signal.member == "EntriesChanged"
                && signal.arguments[0].asArray?.contains { entry in
                    entry.asProperties?["xesam:title"]?.asString == title
                } == true
        }
    }

    /// Waits until the list has these titles, checking again at each signal that announces some.
    func listShows(_ titles: [String]) async throws {
        while true {
            let mark = await observer.mark()
            if try await listedTitles() == titles { return }
            try await observer.signal(from: mark, within: .seconds(120), "more titles") {
                ["EntriesChanged", "TrackMetadataChanged"].contains($0.member)
            }
        }
    }

    func listedTitles() async throws -> [String] {
        struct Row: Decodable {
            var title: String
        }
        let list = try await segue("queue", "list", "--json")
        return try JSONDecoder().decode([Row].self, from: Data(list.output.utf8)).map(\.title)
    }

    /// Returns the running title readers of this session's home.
    fileprivate func helpers() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { process in
            // A process may end meanwhile.
            guard let bytes = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") else { return false }
            let arguments = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            return arguments.dropFirst().first == "titles" && arguments.contains { $0.hasPrefix(folder.path) }
        }
    }
}
