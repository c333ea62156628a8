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
        _ = try await session.observer.call("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")
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
        let finished = try await session.start(
            "/usr/bin/python3", [session.music("reader.py").path] + arguments, environment: environment
        ).finish()
        guard finished.status == 0 else { throw ScreenFailure(description: "\(arguments): \(finished)") }
        return finished.output
    }

    /// list|wait|focus|selected|press|place|height ROLE NAME: searches until an object has that role and name; `*`
    /// matches any name. Every program states all of its objects in one answer, because a question about each object
    /// would take a second.
    private static let reader = """
        import sys
        import time
        import gi
        gi.require_version("Atspi", "2.0")
        from gi.repository import Atspi, Gio, GLib

        command, role, name = sys.argv[1:]
        deadline = time.monotonic() + 20
        spi = "org.a11y.atspi."
        # Roles have other names in at-spi2-core 2.54 and newer.
        former = {"button": "push button", "toggle button": "push button"}


        def connect():
            session = Gio.bus_get_sync(Gio.BusType.SESSION)
            address = session.call_sync(
                "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, 0, -1).unpack()[0]
            flags = Gio.DBusConnectionFlags
            return Gio.DBusConnection.new_for_address_sync(
                address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)


        bus = connect()


        def call(owner, path, interface, method, arguments=None):
            return bus.call_sync(owner, path, interface, method, arguments, None, 0, 20_000).unpack()


        # GTK 4.8 names the button of a dialog twice: by its text with the sign of the mnemonic, and by its label.
        def plain(name):
            half = len(name) // 2
            return name[half + 1:] if name[:half].replace("_", "", 1) == name[half + 1:] else name


        class Thing:
            def __init__(self, item, window, menu):
                (self.owner, self.path), _, _, _, _, self.interfaces, itsName, number, _, self.bits = item
                itsRole = Atspi.role_get_name(Atspi.Role(number))
                self.role = former.get(itsRole, itsRole)
                self.name = plain(itsName)
                self.window = window or self
                self.menu = self if self.role == "menu" else menu

            def has(self, state):
                return self.bits[int(state) // 32] >> int(state) % 32 & 1

            def ask(self, interface, method, arguments=None):
                return call(self.owner, self.path, interface, method, arguments)

            def actions(self):
                if spi + "Action" not in self.interfaces:
                    return 0
                wanted = GLib.Variant("(ss)", (spi + "Action", "NActions"))
                return self.ask("org.freedesktop.DBus.Properties", "Get", wanted)[0]

            def extents(self):
                return self.ask(spi + "Component", "GetExtents", GLib.Variant("(u)", (1,)))[0]


        # The objects of a program, by their parents. GTK creates an object when a question about its parent is asked,
        # and keeps those of a closed window.
        def children(owner, root):
            asked = set()
            while True:
                windows = [path for _, path in call(owner, root, spi + "Accessible", "GetChildren")[0]]
                items = call(owner, "/org/a11y/atspi/cache", spi + "Cache", "GetItems")[0]
                found = {}
                for item in items:
                    if item[2][1] != root or item[0][1] in windows:
                        found.setdefault(item[2][1], []).append(item)
                short = {item[0][1] for item in items if item[4] > len(found.get(item[0][1], []))}
                if short <= asked:
                    return found
                for path in short - asked:
                    call(owner, path, spi + "Accessible", "GetChildren")
                asked |= short


        # All objects, in the order of their trees.
        def things():
            found = []
            programs = call(spi + "Registry", "/org/a11y/atspi/accessible/root", spi + "Accessible", "GetChildren")[0]
            for owner, root in programs:
                def walk(path, window, menu):
                    for item in sorted(tree.get(path, []), key=lambda item: item[3]):
                        thing = Thing(item, window, menu)
                        found.append(thing)
                        walk(thing.path, thing.window, thing.menu)

                try:
                    tree = children(owner, root)
                    walk(root, None, None)
                except GLib.Error:
                    continue  # it has gone meanwhile
            return found


        places = {}


        # True if the thing has been at its place for 40 ms: it may arrive by an animation.
        def rests(thing):
            box, now = thing.extents(), time.monotonic()
            known, since = places.get(thing.path, (None, now))
            places[thing.path] = box, since if known == box else now
            return box[2] and known == box and now - since >= 0.04


        needs = {"wait": Atspi.StateType.VISIBLE, "place": Atspi.StateType.VISIBLE,
                 "height": Atspi.StateType.VISIBLE, "focus": Atspi.StateType.FOCUSED,
                 "selected": Atspi.StateType.SELECTED}


        # A menu that is closed, opens or closes has all of its items, but not the focus, and takes no press.
        def isOpen(menu, things):
            return any(thing.menu is menu and thing.has(Atspi.StateType.FOCUSED) for thing in things)


        def match(things):
            for thing in things:
                if thing.role != role or name not in ("*", thing.name):
                    continue
                if command in needs and not thing.has(needs[command]):
                    continue
                if command == "press" and thing.menu and not isOpen(thing.menu, things):
                    continue
                # The button inside of a menu button has the same name, and no action.
                if command == "press" and not thing.actions() or command == "place" and not rests(thing):
                    continue
                return thing


        def search():
            seen = []
            while time.monotonic() < deadline:
                seen = things()
                try:
                    found = match(seen)
                except GLib.Error:
                    found = None  # it has gone meanwhile
                if found:
                    return found, seen
                time.sleep(0.05)
            focused = [thing.name for thing in seen if thing.has(Atspi.StateType.FOCUSED)]
            sys.exit(f"no {role} “{name}”; focused: {focused}; all: {[(thing.role, thing.name) for thing in seen]}")


        found, seen = search()
        if command == "press":
            found.ask(spi + "Action", "DoAction", GLib.Variant("(i)", (0,)))
        if command == "place":
            box, window = found.extents(), found.window.extents()
            # The window may have a shadow.
            print(box[0] - window[0] + box[2] // 2, box[1] - window[1] + box[3] // 2)
        if command == "height":
            print(found.extents()[3])
        if command == "list":
            for thing in seen:
                states = [
                    name if thing.has(state) else "" for state, name in [
                        (Atspi.StateType.FOCUSABLE, "focusable"), (Atspi.StateType.FOCUSED, "focused"),
                        (Atspi.StateType.SHOWING, "showing")]]
                print(thing.role, thing.name.replace("\\n", " "), *states, sep="\\t")
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
