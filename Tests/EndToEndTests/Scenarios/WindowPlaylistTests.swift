import Foundation
import SDBus
import SegueTestSupport
import Testing

extension EndToEnd {
    /// A person's own playlists, as changed in the window.
    @Suite(.timeLimit(.minutes(2))) struct PlaylistsOfWindow {
        @Test("Music dropped on a row is appended, and tracks of the music and of a playlist have details")
        func filled() async throws {
            try await Session.run { session in
                try session.configure(
                    "transitions = \"plain\"", "fadeInDuration = 0", "musicFolders = \"\(session.music("").path)\"")
                try await Window.play(session, "One")
                try await session.makeFLAC("two.flac", title: "Two", seconds: 60)
                #expect(try await session.segue("library", "update").status == 0)
                #expect(try await session.segue("playlist", "add", "late", "one.flac").status == 0)
                func isDropped() async throws -> Bool {
                    try await session.segue("playlist", "show", "late").output.contains("Two")
                }
                try await session.withScreen { screen in
                    let window = try screen.open()
                    func seesDetails(of row: String) async throws {
                        try await screen.clickSecond("list item", row)
                        try await screen.press("menu item", "Details")
                        try await screen.sees("label", "FLAC, 44.1 kHz")
                        try await screen.type("Escape")
                    }
                    try await screen.sees("list item", "One, by The Tones, current track")
                    try await screen.type("alt+1")
                    try await screen.hasFocus("entry", "Search the music")
                    try await screen.type("t", "w", "o", "Return")
                    try await seesDetails(of: "Two, The Tones – Two")
                    // The toast is there for seconds only.
                    async let toast: Void = screen.sees("label", "Added to “late”")
                    // A drop that overtakes the messages about the pointer has no effect.
                    while try await !isDropped() {
                        try await screen.press("page tab", "Music")
                        try await screen.drag(
                            "list item", "Two, The Tones – Two", over: ("page tab", "Playlists"), ("list item", "late"))
                        let end = ContinuousClock.now + .seconds(5)
                        while try await !isDropped(), ContinuousClock.now < end { try Task.checkCancellation() }
                    }
                    try await toast
                    try await screen.click("list item", "late")
                    try await screen.sees("label", "2 tracks · 2:00")
                    try await seesDetails(of: "Two, The Tones")
                    #expect(Window.complaints(window).isEmpty)
                    try await Window.close(window)
                }
            }
        }

        @Test("Only what can be changed is offered for a playlist of another program, and for a saved search")
        func offered() async throws {
            try await Session.run { session in
                try session.configure(
                    "transitions = \"plain\"", "fadeInDuration = 0", "musicFolders = \"\(session.music("").path)\"")
                try await Window.play(session, "One")
                #expect(try await session.segue("playlist", "add", "late", "one.flac").status == 0)
                #expect(try await session.segue("search", "--save", "found", "title:one").status == 0)
                let theirs = session.folder.appendingPathComponent("home/.local/share/segue/playlists/theirs.m3u")
                let path = "../../../../../music/one.flac"
                try "\(path)\n".write(to: theirs, atomically: true, encoding: .utf8)
                try await session.withScreen { screen in
                    let window = try screen.open()
                    /// Opens the menu of the row, and returns its items. A closed menu may be there for a moment.
                    func menu(of row: String, until item: String) async throws -> [String] {
                        try await screen.clickSecond("list item", row)
                        let items = try await screen.things(with: "menu item", item).filter { $0.role == "menu item" }
                        try await screen.type("Escape")
                        return items.map(\.name)
                    }
                    try await screen.click("page tab", "Playlists")
                    #expect(try await menu(of: "theirs", until: "Play") == ["Play"])
                    #expect(try await menu(of: "found", until: "Delete").contains("Rename…"))
                    #expect(try await menu(of: "late", until: "Delete").contains("Rename…"))
                    for list in ["theirs", "found"] {
                        try await screen.click("list item", list)
                        let items = try await menu(of: "One, The Tones", until: "Details")
                        #expect(!items.contains("Remove from Playlist"), "\(list)")
                        try await screen.click("push button", "Back")
                    }
                    // Neither of them is a place for more music.
                    try await screen.click("list item", "late")
                    try await screen.clickSecond("list item", "One, The Tones")
                    try await screen.press("menu item", "Add to Playlist…")
                    try await screen.hasFocus("text", "Name of the playlist")
                    let things = try await screen.things(with: "text", "Name of the playlist")
                    let dialog = things.drop { $0.name != "Name of the playlist" }
                    #expect(dialog.filter { $0.role == "list item" }.map(\.name) == ["late"])
                    try await screen.type("Escape")
                    #expect(Window.complaints(window).isEmpty)
                    try await Window.close(window)
                }
            }
        }

        @Test("The menu of several selected entries is about all of them")
        func several() async throws {
            try await Session.run { session in
                try session.configure("transitions = \"plain\"", "fadeInDuration = 0")
                try await Window.play(session, "One", "Two", "Three")
                try await session.withScreen { screen in
                    let window = try screen.open()
                    try await screen.click("list item", "Three, by The Tones")
                    try await screen.hasFocus("list item", "Three, by The Tones")
                    try await screen.type("shift+Up")
                    try await screen.hasFocus("list item", "Two, by The Tones")
                    try await screen.type("Menu")
                    let items = try await screen.things(with: "menu item", "Remove 2 Tracks")
                    #expect(!items.contains { $0.name == "Play Next" })
                    try await screen.press("menu item", "Add 2 Tracks to Playlist…")
                    try await screen.hasFocus("text", "Name of the playlist")
                    try await screen.write("Both")
                    try await screen.type("Return")
                    try await screen.sees("label", "Added to “Both”")
                    let lines = try await session.segue("playlist", "show", "Both").output.split(separator: "\n")
                    #expect(lines.count == 2 && lines[0].contains("Two") && lines[1].contains("Three"), "\(lines)")
                    try await screen.press("push button", "Undo")
                    while try await session.segue("playlist", "show", "Both").status == 0 {
                        try Task.checkCancellation()
                    }
                    #expect(Window.complaints(window).isEmpty)
                    try await Window.close(window)
                }
            }
        }

        @Test("An open playlist shows what others do to it, and an open search what it finds by now")
        func followed() async throws {
            try await Session.run { session in
                try session.configure(
                    "transitions = \"plain\"", "fadeInDuration = 0", "musicFolders = \"\(session.music("").path)\"")
                try await Window.play(session, "One", "Two")
                #expect(try await session.segue("library", "update").status == 0)
                #expect(try await session.segue("playlist", "add", "late", "one.flac").status == 0)
                #expect(try await session.segue("search", "--save", "loved", "rating:>=4").status == 0)
                try await session.withScreen { screen in
                    let window = try screen.open()
                    try await screen.click("page tab", "Playlists")
                    try await screen.click("list item", "late")
                    try await screen.sees("label", "1 track · 1:00")
                    #expect(try await session.segue("playlist", "add", "late", "two.flac").status == 0)
                    try await screen.sees("label", "2 tracks · 2:00")
                    try await screen.click("push button", "Back")
                    try await screen.click("list item", "loved")
                    try await screen.sees("label", "Nothing in This Playlist")
                    try await screen.press("push button", "Favourite")
                    try await screen.sees("list item", "One, The Tones")
                    #expect(Window.complaints(window).isEmpty)
                    try await Window.close(window)
                }
            }
        }

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
                    try await screen.click("list item", "Three, The Tones")
                    try await screen.hasFocus("list item", "Three, The Tones")
                    try await screen.type("alt+Up")
                    try await sees("One", "Three", "Two")
                    // The focus stays on the moved row, and moves on from a removed row.
                    try await screen.hasFocus("list item", "Three, The Tones")
                    try await screen.type("alt+Up")
                    try await sees("Three", "One", "Two")
                    try await screen.hasFocus("list item", "Three, The Tones")
                    try await screen.type("Delete")
                    try await sees("One", "Two")
                    try await screen.sees("label", "2 tracks · 2:00")
                    try await screen.hasFocus("list item", "One, The Tones")
                    try await screen.sees("label", "Removed from “late”")
                    try await screen.press("push button", "Undo")
                    try await sees("Three", "One", "Two")
                    try await screen.clickSecond("list item", "Two, The Tones")
                    try await screen.press("menu item", "Remove from Playlist")
                    try await sees("Three", "One")
                    // Undo concerns what the toast tells, and not the queue.
                    try await screen.sees("label", "Removed from “late”")
                    try await screen.type("ctrl+z")
                    try await sees("Three", "One", "Two")
                    // It outlives the toast.
                    try await screen.clickSecond("list item", "Two, The Tones")
                    try await screen.press("menu item", "Remove from Playlist")
                    try await sees("Three", "One")
                    for isOffered in [true, false] { try await Window.awaitUndo(isOffered, on: screen) }
                    try await screen.type("ctrl+z")
                    try await sees("Three", "One", "Two")
                    // The changes before it follow, in reverse order.
                    try await screen.type("ctrl+z")
                    try await sees("One", "Three", "Two")
                    try await screen.type("ctrl+z")
                    try await sees("One", "Two", "Three")
                    #expect(try await session.titles() == ["One", "Two", "Three"], "the queue is another list")
                    #expect(Window.complaints(window).isEmpty)
                    try await Window.close(window)
                }
            }
        }

        @Test("A search of the music is saved as a playlist that fills itself")
        func savedSearch() async throws {
            try await Session.run { session in
                try session.configure(
                    "transitions = \"plain\"", "fadeInDuration = 0", "musicFolders = \"\(session.music("").path)\"")
                try await Window.play(session, "One", "Two")
                #expect(try await session.segue("library", "update").status == 0)
                try await session.withScreen { screen in
                    let window = try screen.open()
                    try await screen.sees("push button", "Pause")
                    try await screen.type("alt+1")
                    try await screen.hasFocus("entry", "Search the music")
                    try await screen.type("t", "w", "Return")
                    try await screen.sees("list item", "Two, The Tones – Two")
                    try await screen.click("push button", "Save Search…")
                    try await screen.hasFocus("text", "Name of the playlist")
                    try await screen.type("ctrl+a")
                    try await screen.write("found")
                    try await screen.type("Return")
                    try await screen.sees("label", "Saved as “found”")
                    #expect(try await session.segue("playlist", "show", "found").output.contains("Two"))
                    // What is found later is in it, too.
                    try await session.makeFLAC("twin.flac", title: "Twin", seconds: 2)
                    #expect(try await session.segue("library", "update").status == 0)
                    #expect(try await session.segue("playlist", "show", "found").output.contains("Twin"))
                    #expect(Window.complaints(window).isEmpty)
                    try await Window.close(window)
                }
            }
        }

        @Test("Edits of the queue and of playlists are undone and redone in the order in which they were made")
        func undone() async throws {
            try await Session.run { session in
                try session.configure("transitions = \"plain\"", "fadeInDuration = 0")
                try await Window.play(session, "One", "Two", "Three")
                #expect(
                    try await session.segue("playlist", "add", "late", "one.flac", "two.flac", "three.flac").status == 0
                )
                func sees(_ queue: [String], _ name: String, _ list: [String]) async throws {
                    try await reads("the queue", session.titles) { $0 == queue }
                    func titles() async throws -> [String] {
                        try await session.segue("playlist", "show", name).output.matches(of: /– (\w+)/).map {
                            String($0.output.1)
                        }
                    }
                    try await reads("the playlist", titles) { $0 == list }
                }
                try await session.withScreen { screen in
                    let window = try screen.open()
                    let all = ["One", "Two", "Three"]
                    try await screen.click("page tab", "Playlists")
                    try await screen.click("list item", "late")
                    try await screen.click("list item", "Three, The Tones")
                    try await screen.hasFocus("list item", "Three, The Tones")
                    try await screen.type("Delete")
                    try await sees(all, "late", ["One", "Two"])
                    try await screen.sees("label", "Removed from “late”")
                    try await screen.click("page tab", "Queue")
                    try await screen.click("list item", "Two, by The Tones")
                    try await screen.hasFocus("list item", "Two, by The Tones")
                    try await screen.type("Delete")
                    try await sees(["One", "Three"], "late", ["One", "Two"])
                    try await screen.sees("label", "“Two” removed")
                    try await screen.type("ctrl+z")
                    try await sees(all, "late", ["One", "Two"])
                    try await screen.type("ctrl+z")
                    try await sees(all, "late", all)
                    try await screen.type("ctrl+shift+z")
                    try await sees(all, "late", ["One", "Two"])
                    try await screen.type("ctrl+shift+z")
                    try await sees(["One", "Three"], "late", ["One", "Two"])

                    try await screen.click("page tab", "Playlists")
                    try await screen.press("push button", "Playlist Menu")
                    try await screen.press("menu item", "Rename…")
                    try await screen.hasFocus("text", "Name of the playlist")
                    try await screen.type("ctrl+a")
                    try await screen.write("night")
                    try await screen.type("Return")
                    try await screen.sees("label", "Renamed to “night”")
                    // Without a window manager, the keyboard leaves with the dialog.
                    for (item, name) in [
                        ("Undo: Rename “night” to “late”", "late"), ("Redo: Rename “late” to “night”", "night"),
                    ] {
                        try await screen.press("push button", "Main Menu")
                        try await screen.press("menu item", item)
                        try await sees(["One", "Three"], name, ["One", "Two"])
                    }
                    #expect(Window.complaints(window).isEmpty)
                    try await Window.close(window)
                }
            }
        }
    }
}
