import Foundation
import SDBus
import Testing

/// Searches for music in the desktop's overview.
extension EndToEnd {
    @Suite struct DesktopSearch {
        @Test("Typing starts no player; choosing a result starts it, and plays")
        func overview() async throws {
            try await Session.run { session in
                try await session.install()
                try session.configure(
                    "output = \"null\"", "fadeInDuration = 0", "musicFolders = \"\(session.music("").path)\"")
                try await session.makeFLAC("one.flac", title: "Morning", seconds: 60)
                try await session.makeFLAC("two.flac", title: "Evening", seconds: 60)
                #expect(try await session.segue("library", "update").status == 0)

                let provider = try KeyFile(
                    contentsOf: session.prefix.appendingPathComponent(
                        "share/gnome-shell/search-providers/\(Session.application).search-provider.ini"))
                func value(_ key: String) throws -> String { try #require(provider["Shell Search Provider", key]) }
                let (name, path) = (try value("BusName"), try value("ObjectPath"))
                let entries = session.prefix.appendingPathComponent("share/applications/\(try value("DesktopId"))")
                #expect(FileManager.default.fileExists(atPath: entries.path))
                func call(_ member: String, _ arguments: BusValue...) async throws -> [BusValue] {
                    try await session.observer.call(
                        name, path, "org.gnome.Shell.SearchProvider2", member, arguments: arguments)
                }
                let found = try await call("GetInitialResultSet", .strings(["even"]))[0].asStrings ?? []
                let metas = try await call("GetResultMetas", .strings(found))[0].asArray
                #expect(metas?.first?.asProperties?["name"] == .string("Evening"))

                let runner = try KeyFile(
                    contentsOf: session.prefix.appendingPathComponent(
                        "share/krunner/dbusplugins/\(name).desktop"))
                #expect(runner["Desktop Entry", "X-Plasma-DBusRunner-Service"] == name)
                #expect(runner["Desktop Entry", "X-Plasma-DBusRunner-Path"] == path)
                let matches = try await session.observer.call(
                    name, path, "org.kde.krunner1", "Match", arguments: [.string("morn")])
                #expect(try await session.process(of: Session.player) == nil)

                let identity = try #require(found.first)
                _ = try await call("ActivateResult", .string(identity), .strings(["even"]), .uint32(0))
                try await session.playing("Evening")
                let match = try #require(matches[0].asArray?.first?.asStructure?.first)
                try await session.observer.call(
                    name, path, "org.kde.krunner1", "Run", arguments: [match, .string("")])
                try await session.playing("Morning")
            }
        }
    }
}
