import Foundation
import SDBus
import Synchronization
import Testing

/// An invisible screen with the window, and the view of a screen reader.
final class Screen: Sendable {
    let session: Session
    let display: RunningProgram
    let environment: [String: String]
    private let windows = Mutex<[RunningProgram]>([])

    /// An object on the screen, as reported by a screen reader.
    struct Thing: Hashable {
        var role: String
        var name: String
        var isFocusable: Bool
        var isFocused: Bool
        var isShowing: Bool
    }

    fileprivate init(_ session: Session) async throws {
        self.session = session
        // A screen reader connects for a moment, and a display resets itself when its only client leaves.
        display = try session.start(
            "Xvfb", ["-displayfd", "1", "-noreset", "-screen", "0", "1280x900x24", "-nolisten", "tcp"])
        try await display.wrote("\n")
        let number = display.output.trimmingCharacters(in: .whitespacesAndNewlines)
        environment = [
            "DISPLAY": ":\(number)", "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GDK_DEBUG": "gl-disable",
            "XDG_DATA_DIRS": "\(session.prefix.path)/share:/usr/share",
            // The Python for which the Debian packages are installed.
            "PATH": "/usr/bin:/bin",
        ]
        let service = "[D-BUS Service]\nName=org.a11y.Bus\nExec=/usr/libexec/at-spi-bus-launcher\n"
        try service.write(
            to: session.folder.appendingPathComponent("services/org.a11y.Bus.service"), atomically: true,
            encoding: .utf8)
        try await session.observer.call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ReloadConfig")
        try Self.reader.write(to: session.music("reader.py"), atomically: true, encoding: .utf8)
        // As on a desktop, the screen reader's service runs before any window opens.
        _ = try await things(with: "desktop frame", "main")
    }

    /// Opens a window.
    func open(_ arguments: String...) throws -> RunningProgram {
        let window = try session.start(BuiltProducts.window.path, arguments, environment: environment)
        windows.withLock { $0.append(window) }
        return window
    }

    /// The state of each window, for the description of a failure.
    fileprivate var report: String {
        windows.withLock { windows in
            windows.map { "\($0.name) \($0.isRunning ? "runs" : "has ended"); \($0.errors)" }.joined(separator: "\n")
        }
    }

    /// Returns all objects that a screen reader finds, once there is one with this role and name.
    func things(with role: String, _ name: String) async throws -> [Thing] {
        try await read("list", role, name).split(separator: "\n").map { line in
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return Thing(
                role: parts[0], name: parts[1], isFocusable: parts[2] == "focusable", isFocused: parts[3] == "focused",
                isShowing: parts[4] == "showing")
        }
    }

    /// Waits until an object with this role and name is visible.
    func sees(_ role: String, _ name: String) async throws { _ = try await read("wait", role, name) }

    /// Waits until an object with this role and name has the keyboard focus.
    func hasFocus(_ role: String, _ name: String) async throws { _ = try await read("focus", role, name) }

    /// Returns the height of the visible object with this role and name, in pixels.
    func height(_ role: String, _ name: String) async throws -> Int {
        try #require(Int(try await read("height", role, name).trimmingCharacters(in: .newlines)))
    }

    /// Activates the object with this role and name, as a screen reader does.
    func press(_ role: String, _ name: String) async throws { _ = try await read("press", role, name) }

    /// Clicks the object with this role and name, and moves the pointer away again.
    func click(_ role: String, _ name: String) async throws {
        try await point(at: role, name, then: ["click", "1", "mousemove", "1279", "899"])
    }

    /// Turns the wheel over the object with this role and name, and moves the pointer away again.
    func scrollDown(_ role: String, _ name: String, steps: Int) async throws {
        try await point(
            at: role, name, then: ["click", "--repeat", "\(steps)", "--delay", "50", "5", "mousemove", "1279", "899"])
    }

    /// Types a text into the focused object.
    func write(_ text: String) async throws { try await xdotool(["type", text]) }

    /// Clicks the object with this role and name with the secondary button, and moves the pointer away again.
    func clickSecond(_ role: String, _ name: String) async throws {
        try await point(at: role, name, then: ["click", "3", "mousemove", "1279", "899"])
    }

    /// Drags the object with a role and a name over other objects and drops it on the last of them. Waits until tabs
    /// among them are selected.
    func drag(_ role: String, _ name: String, over stations: (role: String, name: String)...) async throws {
        // A hand moves for several frames, and GTK combines the motions within a frame.
        let frame = ["sleep", "0.04"]
        func move(by distance: Int) -> [String] { frame + ["mousemove_relative", "\(distance)", "\(distance)"] }
        try await point(at: role, name, then: ["mousedown", "1"] + move(by: 6) + move(by: 6) + move(by: 6) + frame)
        for station in stations {
            // GTK determines the object below the pointer when the pointer moves.
            try await point(at: station.role, station.name, then: move(by: 1) + move(by: 1) + frame)
            if station.role == "page tab" { _ = try await read("selected", station.role, station.name) }
        }
        try await xdotool(["mouseup", "1", "mousemove", "1279", "899"])
    }

    /// Moves the pointer to the object with a role and a name.
    private func point(at role: String, _ name: String, then rest: [String]) async throws {
        let place = try await read("place", role, name).split(separator: " ").map(String.init)
        try await xdotool(["mousemove"] + place + rest)
    }

    private func xdotool(_ arguments: [String]) async throws {
        let done = try await session.start("xdotool", arguments, environment: environment).finish()
        guard done.status == 0 else { throw ScreenFailure(description: "\(done)") }
    }

    /// Types keys, in xdotool's notation.
    func type(_ keys: String...) async throws {
        for key in keys { try await xdotool(["key", key]) }
    }

    /// Types keys in quick succession.
    func typeQuickly(_ keys: String...) async throws {
        try await xdotool(["key", "--delay", "1"] + keys)
    }

    fileprivate func end() async throws {
        display.send(SIGTERM)
        _ = try await display.finish()
    }

    private func read(_ arguments: String...) async throws -> String {
        var finished = try await runReader(arguments)
        // libatspi sometimes crashes while it searches, if an object goes away meanwhile.
        if finished.status == 128 + SIGSEGV { finished = try await runReader(arguments) }
        guard finished.status == 0 else { throw ScreenFailure(description: "\(arguments): \(finished)") }
        return finished.output
    }

    private func runReader(_ arguments: [String]) async throws -> Finished {
        try await session.start(
            "/usr/bin/python3", [session.music("reader.py").path] + arguments, environment: environment
        ).finish()
    }

    /// list|wait|focus|selected|press|place|height ROLE NAME: searches until an object has that role and name; `*`
    /// matches any name.
    private static let reader = """
        import sys
        import gi
        gi.require_version("Atspi", "2.0")
        from gi.repository import Atspi, GLib

        command, role, name = sys.argv[1:]
        deadline = GLib.get_monotonic_time() + 20_000_000


        # Roles have other names in at-spi2-core 2.54 and newer.
        former = {"button": "push button", "toggle button": "push button"}


        # GTK 4.8 names the button of a dialog twice: by its text with the sign of the mnemonic, and by its label.
        def plain(name):
            half = len(name) // 2
            return name[half + 1:] if name[:half].replace("_", "", 1) == name[half + 1:] else name


        # In GTK 4.18, each page of a stack contains the visible page's objects.
        def things(thing, seen):
            seen.add(thing)
            try:
                role = thing.get_role_name()
                yield thing, former.get(role, role), plain(thing.get_name()), thing.get_state_set()
                children = [thing.get_child_at_index(place) for place in range(thing.get_child_count())]
            except GLib.Error:
                return  # it has gone meanwhile
            for child in children:
                if child and child not in seen:
                    yield from things(child, seen)


        def actions(thing):
            interface = thing.get_action_iface()
            return interface.get_n_actions() if interface else 0


        def extents(thing):
            return thing.get_component_iface().get_extents(Atspi.CoordType.WINDOW)


        # The corner of the thing's window, which may have a shadow.
        def corner(thing):
            while (parent := thing.get_parent()).get_role_name() != "application":
                thing = parent
            return extents(thing)


        places = {}


        # True if the thing has been at its place for 40 ms: it may arrive by an animation.
        def rests(thing):
            box, now = extents(thing), GLib.get_monotonic_time()
            place = box.x, box.y, box.width, box.height
            known, since = places.get(thing, (None, now))
            places[thing] = place, since if known == place else now
            return box.width and known == place and now - since >= 40_000


        needs = {"wait": Atspi.StateType.VISIBLE, "place": Atspi.StateType.VISIBLE,
                 "height": Atspi.StateType.VISIBLE, "focus": Atspi.StateType.FOCUSED,
                 "selected": Atspi.StateType.SELECTED}


        def found():
            for thing, itsRole, itsName, states in things(Atspi.get_desktop(0), set()):
                if itsRole == role and name in ("*", itsName):
                    if command == "press" and not actions(thing):
                        continue  # the button inside of a menu button has the same name
                    if command == "place" and not rests(thing):
                        continue
                    if command not in needs or states.contains(needs[command]):
                        return thing


        Atspi.init()
        GLib.timeout_add(50, lambda: True)
        # What was missing when it was first asked for is asked for again, even if its arrival was announced in between.
        GLib.timeout_add_seconds(2, lambda: Atspi.get_desktop(0).clear_cache() or True)
        while not (match := found()):
            if GLib.get_monotonic_time() > deadline:
                seen = [thing[1:] for thing in things(Atspi.get_desktop(0), set()) if thing[2]]
                focused = [thing[:2] for thing in seen if thing[2].contains(Atspi.StateType.FOCUSED)]
                sys.exit(f"no {role} “{name}”; focused: {focused}; all: {[thing[:2] for thing in seen]}")
            GLib.MainContext.default().iteration(True)
        if command == "press":
            match.get_action_iface().do_action(0)
        if command == "place":
            box, window = extents(match), corner(match)
            print(box.x - window.x + box.width // 2, box.y - window.y + box.height // 2)
        if command == "height":
            print(extents(match).height)
        if command == "list":
            for _, role, name, states in things(Atspi.get_desktop(0), set()):
                focusable = "focusable" if states.contains(Atspi.StateType.FOCUSABLE) else ""
                focused = "focused" if states.contains(Atspi.StateType.FOCUSED) else ""
                showing = "showing" if states.contains(Atspi.StateType.SHOWING) else ""
                print(role, name.replace("\\n", " "), focusable, focused, showing, sep="\\t")
        """
}

struct ScreenFailure: Error, CustomStringConvertible {
    var description: String
}

/// Reads a value until it is as wanted. Throws a failure that shows the last value if that takes more than 20 s.
func reads<Value>(
    _ name: String, _ read: () async throws -> Value, until isWanted: (Value) -> Bool
) async throws {
    let end = ContinuousClock.now + .seconds(20)
    while true {
        let value = try await read()
        if isWanted(value) { return }
        guard ContinuousClock.now < end else { throw ScreenFailure(description: "\(name) has \(value)") }
        try Task.checkCancellation()
    }
}

extension Session {
    /// Runs `body` with a screen.
    func withScreen(_ body: (Screen) async throws -> Void) async throws {
        let screen = try await Screen(self)
        do {
            try await body(screen)
            try await screen.end()
        } catch {
            let failure = ScreenFailure(description: "\(error)\n\(screen.report)")
            try await screen.end()
            throw failure
        }
    }
}
