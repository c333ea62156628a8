import Foundation
import Glibc
import SDBus
import SegueTestSupport
import Testing

/// The window, on a separate screen, with a real player, as used without a mouse and by a screen reader.
extension EndToEnd {
    @Suite struct Window {
        /// Returns the warnings of GTK and libadwaita about the window.
        static func complaints(_ window: RunningProgram) -> [Substring] {
            let warnings = window.errors.split(separator: "\n").filter {
                $0.contains("WARNING") || $0.contains("CRITICAL")
            }
            // AdwMessageDialog of libadwaita 1.7 measures the long form of its heading for widths that are too small.
            return warnings.filter { !$0.contains("Trying to measure GtkLabel") }
        }

        static func close(_ window: RunningProgram) async throws {
            window.send(SIGTERM)
            _ = try await window.finish()
        }

        /// Closes the window by its button, as a person does. It must end in order, with its lists.
        static func close(_ window: RunningProgram, by screen: Screen) async throws {
            try await screen.press("push button", "Close")
            let ended = try await window.finish()
            #expect(ended.status == 0, "\(ended.errors)")
        }

        /// Waits until a toast offers to undo a change, or no toast does. GTK 4.18 keeps the buttons of earlier toasts
        /// for a while.
        static func awaitUndo(_ isOffered: Bool, on screen: Screen) async throws {
            let buttons = { try await screen.things(with: "push button", "Main Menu") }
            try await reads("the toasts", buttons) { $0.contains { $0.name == "Undo" } == isOffered }
        }

        /// Waits until the queue has these titles, in this order.
        static func awaitOrder(_ session: Session, _ wanted: [String]) async throws {
            try await reads("the queue", session.titles) { $0 == wanted }
        }

        /// Waits until the queue has these titles, in the player and in the window. A key is without effect as long as
        /// the window does not know what could be undone or moved.
        static func awaitOrder(_ session: Session, on screen: Screen, _ wanted: [String]) async throws {
            try await awaitOrder(session, wanted)
            let artist = ", by The Tones"
            func rows() async throws -> [String] {
                let things = try await screen.things(with: "push button", "Main Menu")
                return things.filter { $0.role == "list item" && $0.name.contains(artist) }.map(\.name)
            }
            try await reads("the window", rows) { rows in
                rows.count == wanted.count && zip(rows, wanted).allSatisfy { $0.hasPrefix($1 + artist) }
            }
        }

        /// Drags until the queue has these titles. GTK and the display exchange messages about each position. A drop
        /// that overtakes the messages has no effect.
        static func drag(
            _ session: Session, until wanted: [String], _ drag: () async throws -> Void
        ) async throws {
            for _ in 0..<4 {
                try await drag()
                let end = ContinuousClock.now + .seconds(5)
                while ContinuousClock.now < end {
                    if try await session.titles() == wanted { return }
                    try Task.checkCancellation()
                }
            }
            throw ScreenFailure(description: "no drag leads to \(wanted)")
        }

        /// Plays tracks of these titles, by default a minute each, inaudibly.
        static func play(_ session: Session, seconds: Double = 60, _ titles: String...) async throws {
            let names = titles.map { "\($0.lowercased()).flac" }
            for (name, title) in zip(names, titles) {
                try await session.makeFLAC(name, title: title, seconds: seconds)
            }
            _ = try await session.startDaemon(["--output", "null"] + names)
            try await session.playing(titles[0])
        }

        @Test("It starts the player, plays what is named, and every control has a role and a name")
        func walk() async throws {
            try await Session.run { session in
                try await session.install(withWindow: true)
                try session.configure("transitions = \"listen\"", "output = \"null\"", "fadeInDuration = 0")
                try await session.makeFLAC("one.flac", title: "One", seconds: 60)
                try await session.withScreen { screen in
                    let empty = try screen.open()
                    try await screen.sees("label", "Nothing Plays")
                    try await screen.hasFocus("push button", "Play My Music")
                    try await Self.close(empty)

                    let first = try screen.open(session.music("one.flac").path)
                    try await session.playing("One")
                    try await screen.sees("label", "One")
                    try await Self.close(first)

                    // A new window, because GTK 4.18 states what is on pages that are hidden, without names.
                    let window = try screen.open()
                    try await screen.sees("label", "One")
                    try await screen.sees("push button", "Pause")
                    try await screen.sees("list item", "*")
                    let things = try await screen.things(with: "slider", "Position and transition")
                    // A scrolled window can be scrolled with keys, but has no function by itself.
                    let controls = things.filter { $0.isFocusable && $0.role != "scroll pane" }
                    #expect(controls.filter { $0.name.isEmpty || $0.name.hasPrefix("Gtk") } == [])
                    for name in [
                        "Previous Track", "Pause", "Next Track", "Track Menu", "Shuffle: off", "Repeat: off", "Output",
                        "Main Menu", "Add Music",
                    ] {
                        #expect(controls.contains { $0.role == "push button" && $0.name == name }, "\(name)")
                    }
                    #expect(controls.contains { $0.role == "slider" && $0.name == "Position and transition" })
                    #expect(Self.complaints(window).isEmpty)
                    try await Self.close(window)
                }
            }
        }

        @Test("The keyboard plays, pauses, skips and finds")
        func keyboard() async throws {
            try await Session.run { session in
                try session.configure("transitions = \"listen\"", "skipCrossfadeDuration = 0", "fadeInDuration = 0")
                try await Self.play(session, "One", "Two", "Three")
                try await session.withScreen { screen in
                    let window = try screen.open()
                    try await screen.sees("label", "One")
                    try await screen.type("ctrl+space")
                    try await screen.sees("push button", "Play")
                    try await screen.type("space")
                    try await screen.sees("push button", "Pause")
                    try await screen.type("ctrl+n")
                    try await session.playing("Two")
                    try await screen.sees("label", "Two")
                    try await screen.type("ctrl+b")
                    try await session.playing("One")
                    // Text typed while the search opens is not lost.
                    try await screen.typeQuickly("t", "h", "r", "e", "e")
                    try await screen.sees("label", "1 of 3")
                    try await screen.type("Return")
                    try await session.playing("Three")
                    // After a search, Space plays and pauses. The chosen entry plays even if nothing was playing.
                    try await screen.type("space")
                    try await screen.sees("push button", "Play")
                    // While a text is edited, Ctrl+A selects it and adds no files.
                    try await screen.type("alt+1", "ctrl+f")
                    try await screen.hasFocus("entry", "Search the music")
                    try await screen.type("alt+2", "ctrl+f", "t", "w")
                    try await screen.sees("label", "1 of 3")
                    try await screen.type("ctrl+a", "o")
                    try await screen.sees("label", "3 of 3")
                    try await screen.type("ctrl+a", "t", "w", "Return")
                    try await session.playing("Two")
                    #expect(try await session.segue("queue", "save", "Evening").status == 0)
                    try await screen.type("alt+4")
                    try await screen.sees("label", "Evening")
                    try await screen.type("ctrl+s")
                    try await screen.sees("label", "The queue was shuffled")
                    try await screen.type("ctrl+z")
                    try await screen.sees("push button", "Shuffle: off")
                    try await screen.type("ctrl+question")
                    try await screen.sees("label", "Play or pause")
                    #expect(Self.complaints(window).isEmpty)
                    try await Self.close(window)
                    #expect(try await session.title() == "Two", "closing the window stops nothing")
                }
            }
        }

        @Test("Escape cancels a skip that takes long")
        func escape() async throws {
            let server = try MediaServer()
            defer { server.close() }
            server.serve(.silence, at: "/never")
            try await Session.run { session in
                try session.configure("transitions = \"listen\"", "fadeInDuration = 0")
                try await session.makeFLAC("one.flac", title: "One", seconds: 60)
                _ = try await session.startDaemon("--output", "null", "one.flac", server.url("/never"))
                try await session.playing("One")
                try await session.withScreen { screen in
                    let window = try screen.open()
                    try await screen.sees("label", "One")
                    let mark = await session.observer.mark()
                    try await screen.type("ctrl+n")
                    try await session.announced("State", of: Session.control, from: mark) {
                        $0.asString == "preparingCrossfade"
                    }
                    try await screen.sees("label", "Connecting to a stream…")
                    try await screen.type("Escape")
                    try await screen.sees("label", "Opening \(server.url("/never")) was cancelled.")
                    #expect(try await session.status().state == "playing")
                    #expect(Self.complaints(window).isEmpty)
                    try await Self.close(window)
                }
            }
        }

        @Test("The keyboard searches the queue, takes out what is selected, and leaves the list by Tab")
        func queueByKeyboard() async throws {
            try await Session.run { session in
                try session.configure("transitions = \"listen\"", "fadeInDuration = 0")
                try await Self.play(session, "One", "Wave", "Wind")
                try await session.withScreen { screen in
                    let window = try screen.open()
                    try await screen.sees("label", "One")
                    try await screen.type("ctrl+f", "q")
                    try await screen.sees("label", "0 of 3")
                    try await screen.type("BackSpace")
                    try await screen.sees("label", "3 tracks")
                    try await screen.type("w")
                    try await screen.sees("label", "2 of 3")
                    try await screen.type("Down", "space", "Delete")
                    // This toast disappears by itself.
                    try await screen.sees("label", "“Wave” removed")
                    try await screen.sees("label", "1 of 2")
                    // Escape closes the search from the list too; Tab continues after all rows.
                    try await screen.type("Escape")
                    try await screen.sees("label", "2 tracks")
                    // The two buttons of the toast, if it is still there, come before the tabs.
                    let hasToast = try await screen.things(with: "page tab", "*").contains { $0.name == "Undo" }
                    for _ in 0..<(hasToast ? 3 : 1) { try await screen.type("Tab") }
                    try await screen.hasFocus("page tab", "*")
                    // GTK 4.8 focuses the first tab, and GTK 4.18 the selected one.
                    let tabs = try await screen.things(with: "page tab", "*").filter { $0.role == "page tab" }
                    let focused = try #require(tabs.firstIndex { $0.isFocused })
                    let lyrics = try #require(tabs.firstIndex { $0.name == "Lyrics" })
                    for _ in focused..<lyrics { try await screen.type("Right") }
                    try await screen.type("space")
                    try await screen.sees("label", "No Lyrics")
                    // Letters go to the search that is seen, even if the other one is open.
                    try await screen.type("ctrl+f", "x")
                    try await screen.sees("label", "0 of 2")
                    try await screen.type("alt+1")
                    try await screen.hasFocus("entry", "Search the music")
                    try await screen.type("a", "b")
                    try await screen.sees("label", "ab")
                    let queue = try await session.segue("queue").output
                    #expect(queue.contains("One") && queue.contains("Wind"), "Space has taken nothing out")
                    #expect(Self.complaints(window).isEmpty)
                    try await Self.close(window)
                }
            }
        }

        @Test("Rows have menus, by the pointer and by the keyboard")
        func rowMenus() async throws {
            try await Session.run { session in
                try session.configure(
                    "transitions = \"listen\"", "fadeInDuration = 0", "musicFolders = \"\(session.music("").path)\"")
                try await Self.play(session, "One", "Two", "Three")
                #expect(try await session.segue("library", "update").status == 0)
                func order(_ titles: String...) async throws { try await Self.awaitOrder(session, titles) }
                try await session.withScreen { screen in
                    let window = try screen.open()
                    try await screen.clickSecond("list item", "Three, by The Tones")
                    try await screen.press("menu item", "Play Next")
                    try await order("One", "Three", "Two")
                    try await screen.clickSecond("list item", "Two, by The Tones")
                    try await screen.press("menu item", "Show in Files")
                    try await screen.sees("label", "No file manager answers.")
                    try await screen.clickSecond("list item", "Two, by The Tones")
                    try await screen.press("menu item", "Remove from Queue")
                    try await order("One", "Three")
                    // The Menu key, on the first track that a search finds.
                    try await screen.type("alt+1")
                    try await screen.hasFocus("entry", "Search the music")
                    try await screen.type("t", "w", "o", "Return")
                    try await screen.hasFocus("list item", "*")
                    try await screen.type("Menu")
                    try await screen.press("menu item", "Play Next")
                    try await order("One", "Two", "Three")
                    try await screen.hasFocus("list item", "*")
                    try await screen.type("shift+F10")
                    try await screen.press("menu item", "Play")
                    try await session.playing("Two")
                    #expect(Self.complaints(window).isEmpty)
                    try await Self.close(window)
                }
            }
        }

        @Test("Tracks and lists of the music are dragged to what plays, and into the queue")
        func dragging() async throws {
            try await Session.run { session in
                try session.configure("fadeInDuration = 0", "musicFolders = \"\(session.music("").path)\"")
                try await Self.play(session, "One")
                for name in ["Two", "Three"] { try await session.makeFLAC("\(name).flac", title: name, seconds: 5) }
                #expect(try await session.segue("library", "update").status == 0)
                try await session.withScreen { screen in
                    let window = try screen.open()
                    try await screen.sees("list item", "One, by The Tones, current track")
                    try await screen.type("alt+1")
                    try await screen.hasFocus("entry", "Search the music")
                    try await screen.type("t", "w", "o", "Return")
                    try await Self.drag(session, until: ["One", "Two"]) {
                        try await screen.drag("list item", "Two, The Tones – Two", over: ("image", "Cover"))
                    }
                    try await screen.type("alt+1", "ctrl+a", "BackSpace")
                    try await screen.click("list item", "Artists")
                    try await Self.drag(session, until: ["One", "Two", "One", "Three", "Two"]) {
                        try await screen.type("alt+1")
                        try await screen.drag(
                            "list item", "The Tones, 3 tracks", over: ("page tab", "Queue"), ("list", "Queue"))
                    }
                    // GTK tells the targets around a drop nothing about it, nor about a page that goes: they have to
                    // accept the next drag.
                    try await screen.type("alt+1", "alt+2")
                    try await Self.drag(session, until: ["Two", "One", "One", "Three", "Two"]) {
                        try await screen.drag(
                            "list item", "One, by The Tones, current track", over: ("image", "Cover"),
                            ("list item", "Three, by The Tones"))
                    }
                    #expect(Self.complaints(window).isEmpty)
                    try await Self.close(window)
                }
            }
        }

        @Test("An address is opened, the volume follows keys and the wheel, and Quit ends the player")
        func addressAndVolume() async throws {
            try await Session.run { session in
                try session.configure("fadeInDuration = 0", "skipCrossfadeDuration = 0")
                let other = try await session.makeFLAC("two.flac", title: "Two", seconds: 60)
                try await Self.play(session, "One")
                try await session.withScreen { screen in
                    let window = try screen.open()
                    try await screen.sees("push button", "Pause")
                    try await screen.type("ctrl+m")
                    try await screen.sees("push button", "Volume: muted")
                    try await screen.type("ctrl+m")
                    try await screen.sees("push button", "Volume: 100 %")
                    try await screen.scrollDown("push button", "Volume: 100 %", steps: 3)
                    // The first step over a window only tells X, and GTK, the position of the wheel.
                    while try await session.playerProperty("Volume").asDouble ?? 1 > 0.92 {
                        try Task.checkCancellation()
                    }
                    // An address of letters and digits only needs no look-up of keys.
                    try FileManager.default.copyItem(at: other, to: session.music("two"))
                    try await screen.type("ctrl+l")
                    try await screen.hasFocus("text", "Address")
                    try await screen.write("  \(session.music("two").absoluteString) ")
                    try await screen.type("Return")
                    try await session.playing("Two")
                    try await screen.press("push button", "Main Menu")
                    try await screen.press("menu item", "Quit")
                    _ = try await window.finish()
                    #expect(Self.complaints(window).isEmpty)
                }
                while try await session.segue("status").status == 0 { try Task.checkCancellation() }
            }
        }

        @Test("It does not wake up in a pause")
        func pause() async throws {
            try await Session.run { session in
                try session.configure("transitions = \"listen\"", "fadeInDuration = 0")
                try await Self.play(session, "One")
                try await session.withScreen { screen in
                    let window = try screen.open()
                    try await screen.sees("push button", "Pause")
                    _ = try await session.segue("pause")
                    try await screen.sees("push button", "Play")
                    #expect(try await Self.fallsAsleep(window))
                    try await Self.close(window)
                }
            }
        }

        /// Returns true if there is a period in which nothing wakes the window. A window that wakes once a second has
        /// no such period.
        private static func fallsAsleep(_ window: RunningProgram) async throws -> Bool {
            let clock = ContinuousClock()
            let limit = clock.now.advanced(by: .seconds(20))
            var count = try wakeups(window)
            var since = clock.now
            while clock.now < limit {
                guard since.duration(to: clock.now) < .seconds(3) else { return true }
                // Polling is the only way: the kernel counts, but sends no notification.
                try await Task.sleep(for: .milliseconds(100))
                let counted = try wakeups(window)
                if counted != count { (count, since) = (counted, clock.now) }
            }
            return false
        }

        /// Returns the number of sleeps and wake-ups of the window's threads.
        private static func wakeups(_ window: RunningProgram) throws -> Int {
            let tasks = "/proc/\(window.identifier)/task"
            return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
                // A thread may have ended meanwhile.
                guard let status = try? String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8) else {
                    return sum
                }
                let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
                return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
            }
        }

        @Test("The keyboard leads from an empty window to an album that plays")
        func music() async throws {
            try await Session.run { session in
                try session.configure("output = \"null\"", "musicFolders = \"\(session.music("").path)\"")
                try await session.makeFLAC("1.flac", title: "Morning", seconds: 60)
                try await session.makeFLAC("2.flac", title: "Evening", seconds: 60)
                #expect(try await session.segue("library", "update").status == 0)
                _ = try await session.startDaemon()
                try await session.withScreen { screen in
                    let window = try screen.open()
                    try await screen.sees("push button", "Play My Music")
                    try await screen.sees("label", "Recently Added")
                    // A word, then the first matching row.
                    try await screen.type("alt+1")
                    try await screen.hasFocus("entry", "Search the music")
                    try await screen.type("e", "v", "e", "Return")
                    try await screen.sees("label", "Evening")
                    try await screen.type("Escape", "Escape")
                    try await screen.sees("label", "Folders")
                    // Letters typed anywhere on the page go to the search.
                    try await screen.type("m", "o", "r")
                    try await screen.sees("label", "Morning")
                    try await screen.type("Escape")
                    try await screen.sees("label", "Folders")
                    try await screen.press("page tab", "Queue")
                    try await screen.press("page tab", "Music")
                    try await screen.press("push button", "Play My Music")
                    try await session.playing("Evening")
                    // GNOME's overview passes on its search terms.
                    try await session.observer.call(
                        "\(Session.application).Window", "/io/github/segueplayer/Segue/Window",
                        "org.freedesktop.Application", "ActivateAction",
                        arguments: [.string("search"), .array(of: "v", [.variant(.string("morn"))]), .properties([:])])
                    try await screen.sees("label", "Morning")
                    #expect(Self.complaints(window).isEmpty)
                    try await Self.close(window)
                }
            }
        }

        @Test("The menus are made when they open: the main menu by F10, the outputs with the player's own choice")
        func menus() async throws {
            try await Session.run { session in
                try session.configure("fadeInDuration = 0")
                try await Self.play(session, "One")
                try await session.withScreen { screen in
                    let window = try screen.open()
                    try await screen.sees("push button", "Pause")
                    try await screen.type("F10")
                    try await screen.sees("menu item", "Preferences")
                    // An earlier key would go to the window.
                    try await screen.hasFocus("menu item", "*")
                    // The window regains the focus after a choice in a submenu.
                    try await screen.type("m")
                    try await screen.press("menu item", "15 Minutes")
                    try await screen.sees("label", "Playback ends in 15 minutes")
                    try await screen.type("ctrl+space")
                    try await screen.sees("push button", "Play")
                    // Not before the menu: a closing popover takes the focus from an opening one.
                    try await screen.press("push button", "Output")
                    try await screen.sees("menu item", "Automatic")
                    try await screen.isChecked("Silence, in real time")
                    try await screen.type("Escape")
                    try await screen.press("push button", "Volume: 100 %")
                    try await screen.press("push button", "Mute")
                    try await screen.sees("push button", "Volume: muted")
                    // Changing the volume unmutes. An earlier key would go to the popover.
                    try await screen.type("Escape")
                    try await screen.hasFocus("push button", "Volume: muted")
                    try await screen.type("ctrl+Down")
                    try await screen.sees("push button", "Volume: 95 %")
                    #expect(Self.complaints(window).isEmpty)
                    try await Self.close(window)
                }
            }
        }

        @Test("The menu and a file manager open it, with what is to be played")
        func menu() async throws {
            try await Session.run { session in
                try await session.install(withWindow: true)
                try session.configure("transitions = \"listen\"", "output = \"null\"", "fadeInDuration = 0")
                try await session.makeFLAC("one.flac", title: "One", seconds: 60)
                let entry = session.prefix.appendingPathComponent(
                    "share/applications/\(Session.application).desktop")
                let validation = try await session.run("desktop-file-validate", entry.path)
                #expect(validation.status == 0 && validation.output.isEmpty, "\(validation)")
                try await session.withScreen { screen in
                    let paths = "\(session.prefix.path)/bin:\(screen.environment["PATH"] ?? "")"
                    let environment = screen.environment.merging(["PATH": paths]) { $1 }
                    let opening = try session.start(
                        "gio", ["launch", entry.path, session.music("one.flac").path], environment: environment)
                    try await session.playing("One")
                    try await screen.sees("label", "One")
                    let window = try #require(try await session.process(of: "\(Session.application).Window"))
                    kill(window, SIGTERM)
                    // The window writes to the launcher's output.
                    #expect(try await opening.finish().status == 0)
                }
            }
        }

        @Test("A desktop's Activate and Raise bring it up, and a second start finds the first")
        func raise() async throws {
            try await Session.run { session in
                try await session.install(withWindow: true)
                try session.configure("transitions = \"listen\"", "output = \"null\"", "fadeInDuration = 0")
                try await session.makeFLAC("one.flac", title: "One", seconds: 60)
                try await session.withScreen { screen in
                    // A program started by the bus gets the display from the bus.
                    let variables = screen.environment.map { BusValue.Entry(.string($0.key), .string($0.value)) }
                    try await session.observer.call(
                        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                        "UpdateActivationEnvironment", arguments: [.dictionary(key: "s", value: "s", variables)])
                    try await session.callApplication(
                        "Open", .strings([session.music("one.flac").absoluteString]))
                    try await session.playing("One")
                    try await screen.sees("label", "One")
                    let root = try await session.all(of: Session.root)
                    #expect(root["CanRaise"]?.asBoolean == true)

                    let first = try #require(try await session.process(of: "\(Session.application).Window"))
                    let second = try screen.open()
                    #expect(try await second.finish().status == 0)
                    #expect(try await session.process(of: "\(Session.application).Window") == first)

                    // A window beside the first one replaces it.
                    let beside = try screen.open("--new-window")
                    _ = try await screen.things(with: "push button", "Pause")
                    let opened = await session.observer.mark()
                    kill(first, SIGTERM)
                    try await session.observer.sees("\(Session.application).Window", from: opened)
                    #expect(try await session.process(of: "\(Session.application).Window") == beside.identifier)

                    let mark = await session.observer.mark()
                    beside.send(SIGTERM)
                    try await session.observer.signal(from: mark, "the window's name to go") { signal in
                        signal.member == "NameOwnerChanged"
                            && signal.arguments[0].asString == "\(Session.application).Window"
                    }
                    try await session.observer.call(Session.player, Session.mprisPath, Session.root, "Raise")
                    try await screen.sees("label", "One")
                    let third = try #require(try await session.process(of: "\(Session.application).Window"))
                    kill(third, SIGTERM)
                }
            }
        }
    }
}
