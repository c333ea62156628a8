import SDBus
import SegueTestSupport
import Testing

extension EndToEnd {
    /// A person's own playlists, as changed in the window.
    @Suite(.timeLimit(.minutes(2))) struct PlaylistsOfWindow {
        @Test("Tracks of a playlist are moved and taken out by pointer, keyboard and menu, and come back")
        func arranged() async throws {
            try await Session.run { session in
                try session.configure("transitions = \"plain\"", "fadeInDuration = 0")
                try await Window.play(session, "One", "Two", "Three")
                #expect(
                    try await session.segue("playlist", "add", "late", "one.flac", "two.flac", "three.flac").status == 0
                )
                func sees(_ titles: String...) async throws {
                    while try await session.segue("playlist", "show", "late").output.matches(of: /– (\w+)/).map({
                        String($0.output.1)
                    }) != titles {
                        try Task.checkCancellation()
                    }
                }
                try await session.withScreen { screen in
                    let window = try screen.open()
                    try await screen.click("page tab", "Playlists")
                    try await screen.click("list item", "late")
                    try await screen.sees("label", "3 tracks · 3:00")
                    try await screen.click("list item", "The Tones – Three")
                    try await screen.hasFocus("list item", "The Tones – Three")
                    try await screen.type("alt+Up")
                    try await sees("One", "Three", "Two")
                    // The focus stays on the moved row, and moves on from a removed row.
                    try await screen.hasFocus("list item", "The Tones – Three")
                    try await screen.type("alt+Up")
                    try await sees("Three", "One", "Two")
                    try await screen.hasFocus("list item", "The Tones – Three")
                    try await screen.type("Delete")
                    try await sees("One", "Two")
                    try await screen.sees("label", "2 tracks · 2:00")
                    try await screen.hasFocus("list item", "The Tones – One")
                    try await screen.sees("label", "Removed from “late”")
                    try await screen.click("label", "Undo")
                    try await sees("Three", "One", "Two")
                    try await screen.clickSecond("list item", "The Tones – Two")
                    try await screen.press("menu item", "Remove from Playlist")
                    try await sees("Three", "One")
                    #expect(try await session.titles() == ["One", "Two", "Three"], "the queue is another list")
                    #expect(Window.complaints(window).isEmpty)
                    try await Window.close(window)
                }
            }
        }
    }
}
