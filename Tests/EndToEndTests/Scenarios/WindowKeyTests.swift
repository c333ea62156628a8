import Foundation
import SDBus
import SegueTestSupport
import Testing

/// Keys, dialogs and dragging in the window, on a separate screen, with a real player.
extension EndToEnd {
    @Suite(.timeLimit(.minutes(2))) struct KeysOfWindow {
        @Test("Keys repeat, shuffle, mark, seek and stop, as their buttons do")
        func playback() async throws {
            try await Session.run { session in
                try session.configure("transitions = \"plain\"", "fadeInDuration = 0")
                try await Window.play(session, "One", "Two")
                func position(isNear wanted: Int64, by difference: Int64 = 100_000) async throws {
                    while try await abs(session.position() - wanted) > difference { try Task.checkCancellation() }
                }
                try await session.withScreen { screen in
                    let window = try screen.open()
                    try await screen.sees("push button", "Pause")
                    for mode in ["the queue", "this track", "off"] {
                        try await screen.type("ctrl+r")
                        try await screen.sees("push button", "Repeat: \(mode)")
                    }
                    let modes = ["off", "on", "smooth", "off"]
                    for (mode, next) in zip(modes, modes.dropFirst()) {
                        try await screen.click("push button", "Shuffle: \(mode)")
                        try await screen.sees("push button", "Shuffle: \(next)")
                    }
                    try await screen.type("ctrl+d")
                    while try await session.metadata()["xesam:userRating"]?.asDouble != 1 {
                        try Task.checkCancellation()
                    }
                    try await screen.type("ctrl+d")
                    while try await session.metadata()["xesam:userRating"] != nil { try Task.checkCancellation() }
                    try await screen.type("ctrl+space")
                    try await screen.sees("push button", "Play")
                    let place = try await session.position()
                    try await screen.type("ctrl+Right", "ctrl+Right")
                    try await position(isNear: place + 20_000_000)
                    try await screen.type("ctrl+Left")
                    try await position(isNear: place + 10_000_000)
                    // The strip replaces the slider once the track's envelope is known.
                    let things = try await screen.things(with: "label", "One")
                    let sliders = things.filter { $0.role == "slider" && $0.name.hasPrefix("Position") }
                    let slider = try #require(sliders.first { $0.isFocusable })
                    let before = try await session.position()
                    try await screen.click("slider", slider.name)
                    while try await abs(session.position() - before) < 2_000_000 { try Task.checkCancellation() }
                    // The strip's middle may be in the next track.
                    if try await session.title() != "One" {
                        #expect(try await session.segue("queue", "jump", "1").status == 0)
                        try await session.playing("One")
                    }
                    // The key leads to the track that the window shows.
                    try await screen.sees("frame", "The Tones – One")
                    try await screen.type("alt+2")
                    try await screen.hasFocus("list item", "One, by The Tones, current track")
                    // The outputs are read when their menu opens, and the first one then has the focus.
                    try await screen.press("push button", "Output")
                    try await screen.hasFocus("menu item", "Automatic")
                    try await screen.type("Escape")
                    try await screen.hasFocus("push button", "Output")
                    try await screen.type("ctrl+period")
                    while try await !session.status(is: "Stopped") { try Task.checkCancellation() }
                    #expect(Window.complaints(window).isEmpty)
                    try await Window.close(window)
                }
            }
        }

        @Test("The queue is arranged, cleared, brought back and saved by keys and by dragging")
        func queue() async throws {
            try await Session.run { session in
                try session.configure("transitions = \"plain\"", "fadeInDuration = 0")
                try await Window.play(session, "One", "Two", "Three")
                try await session.withScreen { screen in
                    func order(_ titles: String...) async throws {
                        try await Window.awaitOrder(session, on: screen, titles)
                    }
                    let window = try screen.open()
                    try await screen.click("list item", "Three, by The Tones")
                    try await screen.hasFocus("list item", "Three, by The Tones")
                    try await screen.type("alt+Up")
                    try await order("One", "Three", "Two")
                    try await screen.type("ctrl+z")
                    try await order("One", "Two", "Three")
                    try await screen.type("ctrl+shift+z")
                    try await order("One", "Three", "Two")
                    try await Window.drag(session, until: ["One", "Two", "Three"]) {
                        try await screen.drag(
                            "list item", "Three, by The Tones", over: ("list item", "Two, by The Tones"),
                            ("list", "Queue"))
                    }
                    try await order("One", "Two", "Three")
                    try await screen.click("list item", "Two, by The Tones")
                    try await screen.hasFocus("list item", "Two, by The Tones")
                    try await screen.type("shift+Down")
                    try await screen.hasFocus("list item", "Three, by The Tones")
                    for titles in [["Two", "Three", "One"], ["One", "Two", "Three"]] {
                        try await screen.type(titles[0] == "Two" ? "alt+Up" : "alt+Down")
                        try await Window.awaitOrder(session, on: screen, titles)
                    }
                    try await screen.type("ctrl+z")
                    try await order("Two", "Three", "One")
                    try await screen.type("ctrl+z")
                    try await order("One", "Two", "Three")
                    try await screen.type("ctrl+k")
                    try await order()
                    try await screen.press("push button", "Main Menu")
                    try await screen.press("menu item", "Undo: Bring back the queue of 3 tracks")
                    try await order("One", "Two", "Three")
                    try await screen.press("push button", "Main Menu")
                    try await screen.sees("menu item", "Undo: Move “Three” back")
                    try await screen.sees("menu item", "Redo: Empty the queue")
                    try await screen.type("Escape")
                    // Without a window manager, the keyboard leaves with a dialog.
                    func save() async throws {
                        try await screen.press("push button", "Main Menu")
                        try await screen.press("menu item", "Save Queue as Playlist…")
                        try await screen.hasFocus("text", "Name of the playlist")
                        try await screen.write("Evening")
                        try await screen.type("Return")
                    }
                    try await save()
                    try await screen.sees("label", "Saved as “Evening”")
                    try await screen.clickSecond("list item", "Two, by The Tones")
                    try await screen.press("menu item", "Remove from Queue")
                    try await order("One", "Three")
                    try await save()
                    try await screen.sees("label", "Replace “Evening”?")
                    try await screen.hasFocus("push button", "Cancel")
                    try await screen.type("alt+r")
                    func playlist() async throws -> String {
                        try await session.segue("playlist", "show", "Evening").output
                    }
                    try await reads("the playlist", playlist) { !$0.contains("Two") }
                    #expect(Window.complaints(window).isEmpty)
                    try await Window.close(window, by: screen)
                }
            }
        }

        @Test("The focus comes into a long queue at the track that plays")
        func longQueue() async throws {
            try await Session.run { session in
                try session.configure("transitions = \"plain\"", "fadeInDuration = 0")
                try await Window.play(session, "One", "Two")
                let more = Array(repeating: "two.flac", count: 60)
                let added = try session.start(BuiltProducts.segue.path, ["add"] + more + ["one.flac"] + more)
                #expect(try await added.finish().status == 0)
                #expect(try await session.segue("queue", "jump", "63").status == 0)
                try await session.playing("One")
                try await session.withScreen { screen in
                    let window = try screen.open()
                    try await screen.sees("list item", "One, by The Tones, current track")
                    for _ in 0..<30 {
                        try await screen.type("Tab")
                        let things = try await screen.things(with: "push button", "Pause")
                        if things.contains(where: { $0.isFocused && $0.role == "list item" }) { break }
                    }
                    try await screen.hasFocus("list item", "One, by The Tones, current track")
                    // A new queue shows the row that plays, even if a row of the former queue had the focus.
                    try await screen.type("Next", "Next")
                    let others = try session.start(BuiltProducts.segue.path, ["play", "one.flac"] + more)
                    #expect(try await others.finish().status == 0)
                    try await screen.hasFocus("list item", "One, by The Tones, current track")
                    #expect(Window.complaints(window).isEmpty)
                    try await Window.close(window)
                }
            }
        }

        @Test("The main menu shows what the keys are, and what the program is")
        func dialogs() async throws {
            try await Session.run { session in
                try session.configure("transitions = \"plain\"", "fadeInDuration = 0")
                try await Window.play(session, "One")
                try await session.withScreen { screen in
                    let window = try screen.open()
                    try await screen.sees("push button", "Pause")
                    try await screen.press("push button", "Main Menu")
                    try await screen.press("menu item", "Keyboard Shortcuts")
                    try await screen.sees("label", "Play or pause")
                    try await screen.type("Escape")
                    try await screen.press("push button", "Main Menu")
                    try await screen.press("menu item", "About Segue")
                    try await screen.sees("label", "The Segue developers")
                    try await screen.type("Escape")
                    #expect(Window.complaints(window).isEmpty)
                    try await Window.close(window)
                }
            }
        }
    }
}
