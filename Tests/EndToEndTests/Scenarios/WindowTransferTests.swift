import Foundation
import Glibc
import Testing

/// Files that other programs copy or drag, in the window.
extension EndToEnd {
    @Suite(.timeLimit(.minutes(2))) struct FilesOfOtherPrograms {
        /// Copies or offers to drag files as GNOME's file manager does. The first choice is the file transfer portal,
        /// which has nothing for a folder; the second is the list of their URIs. It is that portal, too.
        private static let program = """
            import sys
            import gi
            gi.require_version("Gtk", "4.0")
            from gi.repository import Gdk, Gio, GLib, Gtk


            def offer(kind, text):
                return Gdk.ContentProvider.new_for_bytes(kind, GLib.Bytes.new(text.encode()))


            def music():
                uris = "".join(uri + "\\r\\n" for uri in sys.argv[2:])
                return Gdk.ContentProvider.new_union([
                    offer("application/vnd.portal.filetransfer", ""), offer("text/uri-list", uris)])


            def ready(*_):
                print("ready", flush=True)


            portal = Gio.DBusNodeInfo.new_for_xml(
                "<node><interface name='org.freedesktop.portal.FileTransfer'><method name='RetrieveFiles'>"
                "<arg type='s' direction='in'/><arg type='a{sv}' direction='in'/><arg type='as' direction='out'/>"
                "</method></interface></node>")


            def refuse(*arguments):
                arguments[-1].return_dbus_error("org.freedesktop.DBus.Error.AccessDenied", "a folder")


            Gtk.init()
            if sys.argv[1] == "portal":
                Gio.bus_get_sync(Gio.BusType.SESSION).register_object(
                    "/org/freedesktop/portal/documents", portal.interfaces[0], refuse, None, None)
                Gio.bus_own_name(
                    Gio.BusType.SESSION, "org.freedesktop.portal.Documents", Gio.BusNameOwnerFlags.NONE, None, ready,
                    None)
            elif sys.argv[1] == "copy":
                Gdk.Display.get_default().get_clipboard().set_content(music())
                ready()
            else:
                window = Gtk.Window(title="Files", default_width=120, default_height=80)
                label = Gtk.Label(label="Files")
                source = Gtk.DragSource()
                source.connect("prepare", lambda *_: music())
                label.add_controller(source)
                window.set_child(label)
                window.present()
                ready()
            GLib.MainLoop().run()
            """

        @Test("A folder, and a file whose name is not UTF-8, are pasted and dropped")
        func folder() async throws {
            try await Session.run { session in
                try session.configure("fadeInDuration = 0")
                let folder = session.music("album")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                _ = try await session.makeFLAC("album/one.flac", title: "One", seconds: 60)
                let file = try await session.makeFLAC("two.flac", title: "Two", seconds: 60).path
                try #require(rename(file, Array(file.utf8CString.dropLast(6)) + [CChar(bitPattern: 0xE9), 0]) == 0)
                let uris = [folder.absoluteString, "file://" + file.dropLast(5) + "%E9"]
                _ = try await session.startDaemon("--output", "null")
                try await session.withScreen { screen in
                    let script = session.folder.appendingPathComponent("files.py")
                    try Self.program.write(to: script, atomically: true, encoding: .utf8)
                    func start(_ verb: String) async throws {
                        let program = try session.start(
                            "/usr/bin/python3", [script.path, verb] + uris, environment: screen.environment)
                        try await program.wrote("ready")
                    }
                    try await start("portal")
                    let window = try screen.open()
                    try await screen.sees("label", "Nothing Plays")
                    try await start("copy")
                    try await screen.type("ctrl+v")
                    try await Window.awaitOrder(session, ["One", "Two"])
                    try await start("drag")
                    try await Window.drag(session, until: ["One", "Two", "One", "Two"]) {
                        try await screen.drag("label", "Files", over: ("image", "Cover"))
                    }
                    #expect(Window.complaints(window).isEmpty)
                    try await Window.close(window)
                }
            }
        }
    }
}
