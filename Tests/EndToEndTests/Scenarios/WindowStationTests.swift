import SegueTestSupport
import Testing

/// Radio stations in the window.
extension EndToEnd {
    @Suite(.timeLimit(.minutes(2))) struct StationsOfWindow {
        @Test("A pasted address of a station plays, is live, and is kept in a playlist by its name")
        func pasted() async throws {
            let server = try MediaServer()
            defer { server.close() }
            try await Session.run { session in
                try session.configure("fadeInDuration = 0")
                let url = try await session.makeStation([(0, "The Band - One")], on: server)
                _ = try await session.startDaemon("--output", "null")
                try await session.withScreen { screen in
                    let window = try screen.open()
                    // Text that is cut is on the clipboard.
                    try await screen.sees("label", "Nothing Plays")
                    try await screen.write(url)
                    try await screen.type("ctrl+a", "ctrl+x", "Tab", "ctrl+v")
                    try await session.playing("One")
                    try await screen.sees("label", "Live")
                    try await screen.press("push button", "Track Menu")
                    try await screen.press("menu item", "Details")
                    try await screen.sees("label", "In reserve")
                    try await screen.type("Escape")
                    try await screen.press("push button", "Track Menu")
                    try await screen.press("menu item", "Add to Playlist…")
                    try await screen.hasFocus("text", "Name of the playlist")
                    try await screen.type("Return")
                    while try await !session.segue("playlist", "show", "Stations").output.contains("Radio Loop") {
                        try Task.checkCancellation()
                    }
                    #expect(Window.complaints(window).isEmpty)
                    try await Window.close(window)
                }
            }
        }
    }
}
