import Foundation
import Glibc
import SDBus
import SegueTestSupport
import Testing

/// The window when the player or the bus disconnects and returns.
extension EndToEnd.Window {
    @Test("It survives the player, says so, and starts it again")
    func playerEnds() async throws {
        try await Session.run { session in
            try await session.install(withWindow: true)
            try session.configure("transitions = \"listen\"", "output = \"null\"", "fadeInDuration = 0")
            try await session.makeFLAC("one.flac", title: "One", seconds: 60)
            try await session.withScreen { screen in
                let window = try await Self.loseThePlayer(session, screen)
                try await screen.hasFocus("push button", "Start the Player")
                try await screen.type("Return")
                try await screen.sees("label", "One")
                #expect(try await session.title() == "One", "what was queued is still there")
                #expect(Self.complaints(window).isEmpty)
                try await Self.close(window)
            }
        }
    }

    @Test("What is opened while the player is gone starts it, and is played")
    func filesWithoutPlayer() async throws {
        try await Session.run { session in
            try await session.install(withWindow: true)
            try session.configure("output = \"null\"", "fadeInDuration = 0")
            for (name, title) in [("one", "One"), ("two", "Two")] {
                try await session.makeFLAC("\(name).flac", title: title, seconds: 60)
            }
            try await session.withScreen { screen in
                let window = try await Self.loseThePlayer(session, screen)
                let second = try screen.open(session.music("two.flac").path)
                #expect(try await second.finish().status == 0)
                try await session.playing("Two")
                try await session.endPlayer(SIGKILL)
                try await screen.sees("label", "The Player Has Ended")
                let third = try screen.open()
                #expect(try await third.finish().status == 0)
                try await screen.sees("label", "Two")
                #expect(Self.complaints(window).isEmpty)
                try await Self.close(window)
            }
        }
    }

    @Test("When the bus comes back, it waits for the player that played on, and starts none beside it")
    func busReturns() async throws {
        try await Session.run { session in
            try await session.makeFLAC("one.flac", title: "One", seconds: 60)
            try await session.withScreen { screen in
                let address = "unix:path=\(session.folder.path)/another"
                let place = ["DBUS_SESSION_BUS_ADDRESS": address]
                let (bus, observer) = try await session.startBus(address)
                let player = try session.start(
                    BuiltProducts.segue.path, ["daemon", "--output", "null", session.music("one.flac").path],
                    environment: place)
                try await observer.sees(Session.player)
                // No screen reader: GTK prints warnings about a bus that ends before the accessibility bus knows it.
                let environment = screen.environment.merging(place) { $1 }.merging(["GTK_A11Y": "none"]) { $1 }
                let window = try session.start(BuiltProducts.window.path, [], environment: environment)
                let shown = try session.start(
                    "xdotool", ["search", "--sync", "--onlyvisible", "--class", "segue"], environment: environment)
                #expect(try await shown.finish().status == 0)
                observer.close()

                // A stopped player is not the first to find the bus.
                player.send(SIGSTOP)
                bus.send(SIGTERM)
                _ = try await bus.finish()
                let (next, witness) = try await session.startBus(address)
                try await witness.sees("\(Session.application).Window")
                player.send(SIGCONT)
                try await witness.sees(Session.player)
                let found = try await witness.call(
                    "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                    "GetConnectionUnixProcessID", .string(Session.player))
                #expect(found.first?.asInt64 == Int64(player.identifier))
                #expect(Self.complaints(window).isEmpty)
                try await Self.close(window)
                player.send(SIGTERM)
                _ = try await player.finish()
                witness.close()
                next.send(SIGTERM)
                _ = try await next.finish()
            }
        }
    }

    /// Opens "One", and ends the player during playback. Returns the window.
    private static func loseThePlayer(_ session: Session, _ screen: Screen) async throws -> RunningProgram {
        let window = try screen.open(session.music("one.flac").path)
        try await session.playing("One")
        try await screen.sees("push button", "Pause")
        try await session.endPlayer(SIGKILL)
        try await screen.sees("label", "The Player Has Ended")
        return window
    }
}
