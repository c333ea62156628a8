import Foundation
import Glibc
import SDBus
import Testing

/// Menus and pages of the window, on a separate screen, with a real player.
extension EndToEnd {
    @Suite struct PagesOfWindow {
        @Test("A switch in the preferences changes a setting of the player, and the wheel scrolls only")
        func preferences() async throws {
            try await Session.run { session in
                try session.configure("transitions = \"plain\"", "fadeInDuration = 0")
                try await Window.play(session, "One")
                try await session.withScreen { screen in
                    let window = try screen.open()
                    try await screen.sees("label", "One")
                    try await screen.type("ctrl+comma")
                    let before = try await session.segue("config", "get", "skipCrossfadeDuration").output
                    try await screen.scrollDown("spin button", "Crossfade when skipping", steps: 1)
                    try await screen.click("list item", "Albums without gaps")
                    while try await session.segue("config", "get", "gaplessAlbums").output != "false\n" {
                        try Task.checkCancellation()
                    }
                    // A number is sent a while after its change, and so in the order of the changes.
                    try await screen.click("spin button", "Fade at the start")
                    try await screen.type("ctrl+a", "4", "Return")
                    while try await session.segue("config", "get", "fadeInDuration").output.first != "4" {
                        try Task.checkCancellation()
                    }
                    // Neither a text nor an empty field is a number, and a comma is as good as a point.
                    try await screen.type("ctrl+a", "a", "b", "Return", "ctrl+a", "BackSpace", "Return")
                    try await screen.type("ctrl+a", "2", "comma", "5", "Return")
                    while try await session.segue("config", "get", "fadeInDuration").output != "2.5\n" {
                        try Task.checkCancellation()
                    }
                    #expect(try await session.segue("config", "get", "skipCrossfadeDuration").output == before)
                    // A typed number is taken when the dialog is closed.
                    try await screen.type("ctrl+a", "3", "Escape")
                    while try await session.segue("config", "get", "fadeInDuration").output != "3\n" {
                        try Task.checkCancellation()
                    }
                    #expect(Window.complaints(window).isEmpty)
                    try await Window.close(window)
                }
            }
        }

        @Test("On a phone that lies on its side, the controls are on the screen")
        func low() async throws {
            try await Session.run { session in
                try session.configure("transitions = \"plain\"", "fadeInDuration = 0")
                try await Window.play(session, "One")
                try await session.withScreen { screen in
                    let window = try screen.open()
                    try await screen.sees("push button", "Pause")
                    let tall = try await screen.rows("image", "Cover").count
                    try await screen.resize(720, 360)
                    try await reads(
                        "the cover", { try await screen.rows("image", "Cover").count }, until: { $0 < tall / 4 })
                    try await screen.click("push button", "Pause")
                    while try await !session.status(is: "Paused") { try Task.checkCancellation() }
                    #expect(Window.complaints(window).isEmpty)
                    try await Window.close(window)
                }
            }
        }

        @Test("In a narrow window, a toast lies over the cover, and over nothing that is pressed")
        func toastInNarrowWindow() async throws {
            try await Session.run { session in
                try session.configure("transitions = \"plain\"", "fadeInDuration = 0")
                try await Window.play(session, "One")
                try await session.withScreen { screen in
                    let window = try screen.open()
                    try await screen.sees("push button", "Pause")
                    try await screen.resize(360, 640)
                    try await screen.press("push button", "Track Menu")
                    try await screen.press("menu item", "Show in Files")
                    // It arrives from below.
                    let title = try await screen.rows("push button", "Track Menu")
                    let cover = try await screen.rows("image", "Cover")
                    try await reads(
                        "the toast", { try await screen.rows("label", "No file manager answers.") },
                        until: { $0.upperBound < title.lowerBound && $0.lowerBound > cover.lowerBound })
                    // A toast over the panel does not keep the window wide.
                    try await screen.resize(1000, 640)
                    try await screen.sees("label", "1 track")
                    try await screen.press("push button", "Track Menu")
                    try await screen.press("menu item", "Show in Files")
                    try await screen.resize(360, 640)
                    try await screen.press("push button", "Track Menu")
                    try await screen.press("menu item", "Details")
                    try await screen.sees("label", "FLAC, 44.1 kHz, 2 channels")
                    #expect(Window.complaints(window).isEmpty)
                    try await Window.close(window)
                }
            }
        }

        @Test("A click leads from a first start to music, and from then on, one goes on with it")
        func firstClicks() async throws {
            try await Session.run { session in
                try session.configure("musicFolders = \"\(session.music("").path)\"", "fadeInDuration = 0")
                try await session.makeFLAC("one.flac", title: "One", seconds: 60)
                _ = try await session.startDaemon("--output", "null")
                try await session.withScreen { screen in
                    let first = try screen.open()
                    try await screen.sees("push button", "Play My Music")
                    try await screen.click("push button", "Play My Music")
                    try await session.playing("One")
                    _ = try await session.segue("pause")
                    try await Window.close(first)
                    let second = try screen.open()
                    try await screen.sees("push button", "Play")
                    try await screen.click("push button", "Play")
                    while try await !session.status(is: "Playing") { try Task.checkCancellation() }
                    #expect(Window.complaints(first).isEmpty && Window.complaints(second).isEmpty)
                    try await Window.close(second)
                }
            }
        }

        @Test("With nothing queued, a track is played with those below it in the list")
        func restOfList() async throws {
            try await Session.run { session in
                try session.configure("musicFolders = \"\(session.music("").path)\"", "fadeInDuration = 0")
                for title in ["Ten", "Tin", "One", "Two", "Toe"] {
                    try await session.makeFLAC("\(title).flac", title: title, seconds: 60)
                }
                #expect(try await session.segue("library", "update").status == 0)
                let found = try await session.segue("search", "title:t").output.split(separator: "\n").count
                _ = try await session.startDaemon("--output", "null")
                // The track that was chosen is the first one under shuffle too.
                #expect(try await session.segue("shuffle", "on").status == 0)
                try await session.withScreen { screen in
                    let window = try screen.open()
                    try await screen.sees("push button", "Play My Music")
                    try await screen.type("alt+1")
                    try await screen.hasFocus("entry", "Search the music")
                    try await screen.type("t", "i", "t", "l", "e", "colon", "t", "Return")
                    try await screen.sees("label", "Ten")
                    try await screen.type("Return")
                    try await session.playing("Ten")
                    try await reads(
                        "the queue", { try await session.segue("queue", "list", "--format", "{title}").output },
                        until: { $0.hasPrefix("Ten\n") && $0.split(separator: "\n").count == found })
                    #expect(Window.complaints(window).isEmpty)
                    try await Window.close(window)
                }
            }
        }

        @Test("The empty page shows the albums that were played last, and a click plays one of them")
        func recentAlbums() async throws {
            try await Session.run { session in
                try session.configure("musicFolders = \"\(session.music("").path)\"", "fadeInDuration = 0")
                for title in ["One", "Two", "Three"] {
                    try await session.makeFLAC("\(title).flac", title: title, seconds: 2)
                }
                #expect(try await session.segue("library", "update").status == 0)
                for title in ["One", "Two"] {
                    _ = try await session.startDaemon("--output", "null", "\(title).flac")
                    try await session.playing(title)
                    while try await !session.status(is: "Stopped") { try Task.checkCancellation() }
                    try await session.endPlayer()
                }
                _ = try await session.startDaemon("--output", "null")
                #expect(try await session.segue("queue", "clear").status == 0)
                try await session.withScreen { screen in
                    let window = try screen.open()
                    // The page may be made anew while its things are read.
                    try await reads(
                        "the albums",
                        {
                            try await screen.things(with: "push button", "Play “One”").map(\.name)
                                .filter { $0.hasPrefix("Play “") }
                        }, until: { $0 == ["Play “Two”", "Play “One”"] })
                    try await screen.click("push button", "Play “One”")
                    try await session.playing("One")
                    #expect(Window.complaints(window).isEmpty)
                    try await Window.close(window)
                }
            }
        }

        @Test("Nothing is said to be missing before the music folders have been read for the first time")
        func firstReading() async throws {
            try await Session.run { session in
                try session.configure("musicFolders = \"\(session.music("").path)\"")
                try await session.makeFLAC("one.flac", title: "One", seconds: 2)
                try await session.withScreen { screen in
                    // The folders are read 5 seconds after the start of the player.
                    _ = try await session.startDaemon("--output", "null")
                    let window = try screen.open()
                    try await screen.click("list item", "Albums")
                    let things = try await screen.things(with: "label", "Reading the music: 0 files")
                    #expect(!things.contains { $0.name == "Nothing Found" && $0.isShowing })
                    try await screen.sees("list item", "One, The Tones – 1 track")
                    try FileManager.default.removeItem(at: session.music("one.flac"))
                    try await screen.sees("label", "Music from the folders in Preferences appears here.")
                    #expect(Window.complaints(window).isEmpty)
                    try await Window.close(window)
                }
            }
        }

        @Test("The menu of the track stops, rates and crosses over")
        func trackMenu() async throws {
            try await Session.run { session in
                try session.configure("transitions = \"plain\"", "fadeInDuration = 0")
                try await Window.play(session, "One", "Two", "Three")
                try await session.withScreen { screen in
                    let window = try screen.open()
                    func choose(_ items: String...) async throws {
                        try await screen.press("push button", "Track Menu")
                        for item in items { try await screen.press("menu item", item) }
                    }
                    func awaitStop(_ isWanted: Bool) async throws {
                        while try await session.own("StopAfterTrack", of: Session.control).asBoolean != isWanted {
                            try Task.checkCancellation()
                        }
                    }
                    try await screen.sees("push button", "Pause")
                    try await choose("Stop After This Track")
                    try await awaitStop(true)
                    try await choose("Stop After This Track")
                    try await awaitStop(false)
                    try await screen.clickSecond("list item", "Two, by The Tones")
                    try await screen.press("menu item", "Details")
                    try await screen.sees("label", "FLAC, 44.1 kHz, 2 channels")
                    try await screen.type("Escape")
                    try await choose("Rating", "3 Stars")
                    while try await session.metadata()["xesam:userRating"]?.asDouble.map({ abs($0 - 0.6) < 0.01 })
                        != true
                    {
                        try Task.checkCancellation()
                    }
                    try await choose("Crossfade Now")
                    try await session.playing("Two")
                    try await choose("Stop")
                    try await screen.sees("push button", "Play")
                    #expect(Window.complaints(window).isEmpty)
                    try await Window.close(window)
                }
            }
        }

        @Test("Lyrics with times are shown line by line, and a click on one goes there")
        func timedLyrics() async throws {
            try await Session.run { session in
                try session.configure("transitions = \"plain\"", "fadeInDuration = 0")
                let lyrics = "[ti:One]\n[00:00.00]First\n[00:40.00]Last\n[00:20.00]Second\n"
                try lyrics.write(to: session.music("one.lrc"), atomically: true, encoding: .utf8)
                try await Window.play(session, "One")
                try await session.withScreen { screen in
                    let window = try screen.open()
                    try await screen.sees("push button", "Pause")
                    try await screen.type("alt+3")
                    try await screen.click("list item", "Last")
                    while try await session.position() < 40_000_000 { try Task.checkCancellation() }
                    try await screen.click("list item", "Second")
                    while try await session.position() >= 40_000_000 { try Task.checkCancellation() }
                    #expect(try await session.position() >= 20_000_000)
                    let items = try await screen.things(with: "list item", "Last").filter { $0.role == "list item" }
                    #expect(
                        items.map(\.name).filter { ["First", "Second", "Last"].contains($0) }
                            == ["First", "Second", "Last"])
                    #expect(Window.complaints(window).isEmpty)
                    try await Window.close(window)
                }
            }
        }

        @Test("A playlist has a page; tracks go into it, and it comes back after its end")
        func playlists() async throws {
            try await Session.run { session in
                try session.configure(
                    "transitions = \"plain\"", "fadeInDuration = 0", "musicFolders = \"\(session.music("").path)\"")
                try await Window.play(session, "One", "Two", "Three")
                #expect(try await session.segue("library", "update").status == 0)
                func content(_ name: String) async throws -> [String] {
                    try await session.segue("playlist", "show", name).output.matches(of: /\d  (.*)/).map {
                        String($0.output.1)
                    }
                }
                try await session.withScreen { screen in
                    let window = try screen.open()
                    try await screen.clickSecond("list item", "Two, by The Tones")
                    try await screen.press("menu item", "Add to Playlist…")
                    try await screen.hasFocus("text", "Name of the playlist")
                    try await screen.write("late")
                    try await screen.type("Return")
                    while try await content("late").count != 1 { try Task.checkCancellation() }
                    // Another track, from the library, into the existing playlist.
                    try await screen.press("push button", "Track Menu")
                    try await screen.press("menu item", "Add to Playlist…")
                    try await screen.hasFocus("text", "Name of the playlist")
                    try await screen.type("Tab")
                    try await screen.hasFocus("list item", "late")
                    try await screen.type("Return")
                    while try await content("late").count != 2 { try Task.checkCancellation() }

                    // A dialog that is still closing would take the click.
                    try await reads("the dialog", { try await screen.things(with: "page tab", "Playlists") }) {
                        !$0.contains { $0.name == "Name of the playlist" }
                    }
                    try await screen.click("page tab", "Playlists")
                    try await screen.click("list item", "late")
                    try await screen.sees("label", "2 tracks · 2:00")
                    #expect(try await session.title() == "One", "a click opens the page, and plays nothing")
                    try await screen.press("push button", "Play All")
                    try await session.playing("Two")
                    try await screen.press("push button", "Playlist Menu")
                    try await screen.press("menu item", "Rename…")
                    try await screen.hasFocus("text", "Name of the playlist")
                    try await screen.type("ctrl+a")
                    try await screen.write("by/night")
                    try await screen.type("Return")
                    // A refused name is asked for again, with the reason.
                    try await screen.sees(
                        "label",
                        "A playlist is named like a file: 1 to 200 bytes, no slash or control character, "
                            + "no dot at the beginning, and not only spaces.")
                    try await screen.hasFocus("text", "Name of the playlist")
                    try await screen.type("ctrl+a")
                    try await screen.write("night")
                    try await screen.type("Return")
                    while try await content("night").count != 2 { try Task.checkCancellation() }
                    try await screen.sees("label", "night")
                    // The toast of the replaced queue has such a button too.
                    try await Window.awaitUndo(false, on: screen)
                    try await screen.press("push button", "Playlist Menu")
                    try await screen.press("menu item", "Delete")
                    try await screen.sees("label", "“night” deleted")
                    #expect(try await session.segue("playlist", "show", "night").status == 1)
                    try await screen.press("push button", "Undo")
                    while try await content("night").count != 2 { try Task.checkCancellation() }
                    try await screen.sees("list item", "night")
                    #expect(Window.complaints(window).isEmpty)
                    try await Window.close(window)
                }
            }
        }

        @Test("The first time that it is closed while music plays, a notification says so, and stops it")
        func farewell() async throws {
            try await Session.run { session in
                try session.configure("fadeInDuration = 0", "fadeOutDuration = 0")
                try await Window.play(session, "One")
                let desktop = try await Self.startDesktop(session)
                try await session.withScreen { screen in
                    let window = try screen.open()
                    try await screen.sees("push button", "Pause")
                    try await screen.type("ctrl+w")
                    try await desktop.wrote("The Music Plays On")
                    while try await !session.status(is: "Stopped") { try Task.checkCancellation() }
                    _ = try await window.finish()
                    #expect(Window.complaints(window).isEmpty)

                    #expect(try await session.segue("resume").status == 0)
                    let second = try screen.open()
                    try await screen.sees("push button", "Pause")
                    try await screen.type("ctrl+w")
                    _ = try await second.finish()
                    #expect(try await session.status(is: "Playing"))
                    #expect(desktop.output.matches(of: /Plays On/).count == 1)
                }
                desktop.send(SIGTERM)
                _ = try await desktop.finish()
            }
        }

        @Test("With the setting on, each track is one notification, and with the setting off, none is")
        func trackNotifications() async throws {
            try await Session.run { session in
                try session.configure(
                    "transitions = \"plain\"", "fadeInDuration = 0", "skipCrossfadeDuration = 0")
                try await Window.play(session, "One", "Two", "Three", "Four", "Five")
                let desktop = try await Self.startDesktop(session)
                func skip(to title: String) async throws {
                    #expect(try await session.segue("next").status == 0)
                    try await session.playing(title)
                }
                try await session.withScreen { screen in
                    let window = try screen.open()
                    func setNotifications(_ isOn: Bool) async throws {
                        try await screen.click("list item", "Track notifications")
                        while try await session.segue("config", "get", "notifyTracks").output != "\(isOn)\n" {
                            try Task.checkCancellation()
                        }
                    }
                    try await screen.sees("push button", "Pause")
                    try await skip(to: "Two")
                    try await screen.type("ctrl+comma")
                    // A row that is clicked has to be on the screen.
                    while try await screen.rows("list item", "Track notifications").upperBound > 500 {
                        try await screen.scrollDown("frame", "Preferences", steps: 1)
                    }
                    // Enabling the setting shows the current track.
                    try await setNotifications(true)
                    try await desktop.wrote("Two")
                    try await skip(to: "Three")
                    try await desktop.wrote("Three")
                    try await setNotifications(false)
                    try await skip(to: "Four")
                    try await skip(to: "Five")
                    try await setNotifications(true)
                    try await desktop.wrote("Five")
                    #expect(desktop.output.matches(of: /(\w+) \[\]/).map(\.output.1) == ["Two", "Three", "Five"])
                    #expect(Window.complaints(window).isEmpty)
                    try await Window.close(window)
                }
                desktop.send(SIGTERM)
                _ = try await desktop.finish()
            }
        }

        private static func startDesktop(_ session: Session) async throws -> RunningProgram {
            try desktop.write(to: session.music("desktop.py"), atomically: true, encoding: .utf8)
            let program = try session.start("/usr/bin/python3", [session.music("desktop.py").path])
            try await program.wrote("ready")
            return program
        }

        /// A desktop with notifications, and a person who presses each button.
        private static let desktop = """
            from gi.repository import Gio, GLib

            name, path = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
            node = Gio.DBusNodeInfo.new_for_xml(\"""
                <node><interface name="org.freedesktop.Notifications">
                  <method name="Notify">
                    <arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
                    <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/>
                    <arg type="a{sv}" direction="in"/><arg type="i" direction="in"/><arg type="u" direction="out"/>
                  </method>
                  <signal name="ActionInvoked"><arg type="u"/><arg type="s"/></signal>
                </interface></node>\""")


            def call(bus, sender, path, interface, member, arguments, invocation):
                print(arguments[3], arguments[5], flush=True)
                invocation.return_value(GLib.Variant("(u)", (7,)))
                if arguments[5]:
                    invoked = GLib.Variant("(us)", (7, arguments[5][0]))
                    bus.emit_signal(None, path, interface, "ActionInvoked", invoked)


            bus = Gio.bus_get_sync(Gio.BusType.SESSION)
            bus.register_object(path, node.interfaces[0], call, None, None)
            Gio.bus_own_name_on_connection(bus, name, 0, lambda *_: print("ready", flush=True), None)
            GLib.MainLoop().run()
            """
    }
}
