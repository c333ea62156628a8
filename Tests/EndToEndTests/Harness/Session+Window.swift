import Foundation
import Glibc
import SDBus
import Synchronization
import Testing

/// An invisible screen with the window, and the view of a screen reader.
final class Screen: Sendable {
    let session: Session
    let display: RunningProgram
    let environment: [String: String]
    /// The screen reader, and the file that it reads its questions from.
    private let reader: RunningProgram
    private let questions: Int32
    private let asked = Mutex(0)
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
        // As on a desktop, the screen reader's service runs before any window opens.
        _ = try await session.observer.call("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")
        let script = session.folder.appendingPathComponent("reader.py")
        try Self.script.write(to: script, atomically: true, encoding: .utf8)
        let pipe = session.folder.appendingPathComponent("questions").path
        try #require(mkfifo(pipe, 0o600) == 0)
        // Open for both directions: neither side waits for the other.
        questions = Glibc.open(pipe, O_RDWR | O_CLOEXEC)
        reader = try session.start("/usr/bin/python3", [script.path, pipe], environment: environment)
    }

    deinit { Glibc.close(questions) }

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

    /// Waits until an item of a menu with this name is the chosen one.
    func isChecked(_ name: String) async throws { _ = try await read("checked", "menu item", name) }

    /// Returns the rows of pixels of the visible object with this role and name, from the top of the window.
    func rows(_ role: String, _ name: String) async throws -> Range<Int> {
        try await edges("rows", role, name)
    }

    /// Returns the columns of pixels of the visible object with this role and name, from the left of the window.
    func columns(_ role: String, _ name: String) async throws -> Range<Int> {
        try await edges("columns", role, name)
    }

    private func edges(_ question: String, _ role: String, _ name: String) async throws -> Range<Int> {
        let edges = try await read(question, role, name).split { $0.isWhitespace }.compactMap { Int($0) }
        return try #require(edges.first)..<#require(edges.last)
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

    /// Clicks the object with this role and name with the secondary button, which stays down as long as a hand holds
    /// it, and moves the pointer away again.
    func clickSecond(_ role: String, _ name: String) async throws {
        try await point(
            at: role, name, then: ["mousedown", "3", "sleep", "0.1", "mouseup", "3", "mousemove", "1279", "899"])
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

    /// Moves the pointer over the object with this role and name, and leaves it there.
    func hover(_ role: String, _ name: String) async throws {
        // GTK determines the object below the pointer when the pointer moves.
        try await point(at: role, name, then: ["sleep", "0.04", "mousemove_relative", "1", "1"])
    }

    /// Moves the pointer away from everything.
    func leave() async throws { try await xdotool(["mousemove", "1279", "899"]) }

    /// Drags from the middle of the object with this role and name to the right, and leaves the pointer there. A
    /// negative distance, in pixels, leads to the left.
    func dragAcross(_ role: String, _ name: String, _ distance: Int) async throws {
        let sign = distance < 0 ? ["--", "-1"] : ["1"]
        let step = ["sleep", "0.04", "mousemove_relative"] + sign + ["0"]
        let steps = (0..<abs(distance)).flatMap { _ in step }
        try await point(at: role, name, then: ["mousedown", "1"] + steps + ["sleep", "0.04", "mouseup", "1"])
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

    /// Gives the visible window a size in pixels.
    func resize(_ width: Int, _ height: Int) async throws {
        try await xdotool(["search", "--onlyvisible", "--class", "segue", "windowsize", "\(width)", "\(height)"])
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
        reader.send(SIGTERM)
        _ = try await reader.finish()
        display.send(SIGTERM)
        _ = try await display.finish()
    }

    private func read(_ arguments: String...) async throws -> String {
        let question = Array("\(arguments.joined(separator: "\t"))\n".utf8)
        // The reader numbers the questions in their order.
        let number = try asked.withLock { asked in
            try #require(Glibc.write(questions, question, question.count) == question.count)
            asked += 1
            return asked
        }
        try await reader.wrote("\nend of \(number)\n")
        let answer =
            reader.output.components(separatedBy: "\nend of \(number)\n")[0]
            .components(separatedBy: "answer \(number)\n").last ?? ""
        guard !answer.hasPrefix("no ") else { throw ScreenFailure(description: "\(arguments): \(answer)") }
        return answer
    }

    /// Answers each line of a file: list|wait|focus|selected|checked|press|place|rows|columns ROLE NAME, with tabs
    /// between them.
    /// Searches until an object has that role and name; `*` matches any name. Every program states all of its objects
    /// in one answer, because a question about each object would take a second.
    private static let script = """
        import sys
        import threading
        import time
        import gi
        gi.require_version("Atspi", "2.0")
        from gi.repository import Atspi, Gio, GLib

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

            # What a person has typed.
            def text(self):
                if self.role not in ("entry", "text") or spi + "Text" not in self.interfaces:
                    return ()
                return self.ask(spi + "Text", "GetText", GLib.Variant("(ii)", (0, -1)))

            def extents(self):
                return self.ask(spi + "Component", "GetExtents", GLib.Variant("(u)", (1,)))[0]


        # The objects of a program, by their parents. GTK creates an object when a question about its parent is asked,
        # and keeps those of a closed window.
        def children(owner, root, isThorough):
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
                    break
                for path in short - asked:
                    call(owner, path, spi + "Accessible", "GetChildren")
                asked |= short
            if isThorough:
                for item in items:
                    complete(owner, root, item[0][1], found)
            return found


        # Adds the children that the program's answer lacks. GTK 4.8 leaves some out that were hidden.
        def complete(owner, root, parent, found):
            known = {item[0][1] for item in found.get(parent, [])}
            for index, (_, path) in enumerate(call(owner, parent, spi + "Accessible", "GetChildren")[0]):
                if path in known:
                    continue

                def ask(method, interface=spi + "Accessible", arguments=None):
                    return call(owner, path, interface, method, arguments)[0]

                values = ask(
                    "GetAll", "org.freedesktop.DBus.Properties", GLib.Variant("(s)", (spi + "Accessible",)))
                found.setdefault(parent, []).append((
                    (owner, path), (owner, root), (owner, parent), index, values["ChildCount"], ask("GetInterfaces"),
                    values["Name"], ask("GetRole"), "", ask("GetState")))
                complete(owner, root, path, found)


        # All objects, in the order of their trees. A thorough look asks about the children of each object.
        def things(isThorough):
            found = []
            programs = call(spi + "Registry", "/org/a11y/atspi/accessible/root", spi + "Accessible", "GetChildren")[0]
            for owner, root in programs:
                def walk(path, window, menu):
                    for item in sorted(tree.get(path, []), key=lambda item: item[3]):
                        thing = Thing(item, window, menu)
                        found.append(thing)
                        walk(thing.path, thing.window, thing.menu)

                try:
                    tree = children(owner, root, isThorough)
                    walk(root, None, None)
                except GLib.Error:
                    continue  # it has gone meanwhile
            return found


        # True if the thing has been at its place for 40 ms: it may arrive by an animation.
        def rests(thing, places):
            box, now = thing.extents(), time.monotonic()
            known, since = places.get(thing.path, (None, now))
            places[thing.path] = box, since if known == box else now
            return box[2] and known == box and now - since >= 0.04


        needs = {"wait": Atspi.StateType.VISIBLE, "place": Atspi.StateType.VISIBLE,
                 "rows": Atspi.StateType.VISIBLE, "columns": Atspi.StateType.VISIBLE, "focus": Atspi.StateType.FOCUSED,
                 "selected": Atspi.StateType.SELECTED, "checked": Atspi.StateType.CHECKED}


        # A menu that is closed, opens or closes has all of its items, but not the focus, and takes no press.
        def isOpen(menu, things):
            return any(thing.menu is menu and thing.has(Atspi.StateType.FOCUSED) for thing in things)


        def match(command, role, name, things, places):
            for thing in things:
                if thing.role != role or name not in ("*", thing.name):
                    continue
                if command in needs and not thing.has(needs[command]):
                    continue
                if command == "press" and thing.menu and not isOpen(thing.menu, things):
                    continue
                # The button inside of a menu button has the same name, and no action.
                if command == "press" and not thing.actions() or command == "place" and not rests(thing, places):
                    continue
                return thing


        def search(command, role, name):
            start, seen, places = time.monotonic(), [], {}
            while time.monotonic() < start + 20:
                seen = things(isThorough=time.monotonic() > start + 1)
                try:
                    found = match(command, role, name, seen, places)
                except GLib.Error:
                    found = None  # it has gone meanwhile
                if found:
                    return found, seen
                time.sleep(0.05)
            focused = [thing.name for thing in seen if thing.has(Atspi.StateType.FOCUSED)]
            everything = [(thing.role, thing.name, *thing.text()) for thing in seen]
            raise LookupError(f"no {role} “{name}”; focused: {focused}; all: {everything}")


        def answer(command, role, name):
            found, seen = search(command, role, name)
            if command == "press":
                found.ask(spi + "Action", "DoAction", GLib.Variant("(i)", (0,)))
            if command == "place":
                box, window = found.extents(), found.window.extents()
                # The window may have a shadow.
                return f"{box[0] - window[0] + box[2] // 2} {box[1] - window[1] + box[3] // 2}"
            if command == "rows":
                box, window = found.extents(), found.window.extents()
                return f"{box[1] - window[1]} {box[1] - window[1] + box[3]}"
            if command == "columns":
                box, window = found.extents(), found.window.extents()
                return f"{box[0] - window[0]} {box[0] - window[0] + box[2]}"
            states = [
                (Atspi.StateType.FOCUSABLE, "focusable"), (Atspi.StateType.FOCUSED, "focused"),
                (Atspi.StateType.SHOWING, "showing")]
            return "\\n".join(
                "\\t".join(
                    [thing.role, thing.name.replace("\\n", " ")]
                    + [word if thing.has(state) else "" for state, word in states])
                for thing in seen) if command == "list" else ""


        lock = threading.Lock()


        def handle(number, question):
            try:
                text = answer(*question)
            except (LookupError, GLib.Error) as error:
                text = f"no answer: {error}"
            with lock:
                print(f"answer {number}\\n{text}\\nend of {number}", flush=True)


        # Several questions may be open: a toast is waited for while something else is pressed.
        for number, line in enumerate(open(sys.argv[1]), 1):
            threading.Thread(target=handle, args=(number, line.rstrip("\\n").split("\\t")), daemon=True).start()
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
