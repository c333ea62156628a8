import CAdwaita
import EventLoop
import Glibc
import SDBus
import SegueMPRIS
import SegueWindowModel

/// The program: one window for the player on the session bus. A second start raises the first window, unless
/// `--new-window` requests another one.
final class Application {
    private let application: Object
    private var window: MainWindow?
    private var connection: PlayerConnection?
    private let service = WindowService()
    private let style = Style()
    private var wantsNewWindow = false
    /// The token that a compositor requires before it raises a window. GTK removes the token from the environment.
    private let token = (getenv("XDG_ACTIVATION_TOKEN") ?? getenv("DESKTOP_STARTUP_ID")).map { String(cString: $0) }

    init() {
        let flags = GApplicationFlags(
            rawValue: G_APPLICATION_HANDLES_OPEN.rawValue | G_APPLICATION_NON_UNIQUE.rawValue)
        // The player owns the name on the bus, but desktops identify the window by this name.
        g_set_prgname(BusNames.applicationID)
        g_set_application_name("Segue")
        application = Object(
            consuming: adw_application_new(BusNames.applicationID, flags).map { UnsafeMutableRawPointer($0) })
        g_application_add_main_option(
            application.typed(), "new-window", 0, G_OPTION_FLAG_NONE, G_OPTION_ARG_NONE,
            translated("Open a window beside the one that is open"), nil)
        application.on("startup") { [weak self] _ in self?.start() }
        application.on("activate") { [weak self] _ in self?.open([], self?.token) }
        application.on("open") { [weak self] arguments in
            guard let files = arguments.pointer(1)?.assumingMemoryBound(to: OpaquePointer?.self) else { return }
            let uris = (0..<arguments.integer(2)).compactMap { place -> String? in
                guard let uri = g_file_get_uri(files[place]) else { return nil }
                defer { g_free(uri) }
                return String(cString: uri)
            }
            self?.open(uris, self?.token)
        }
        application.onNumber("handle-local-options") { [weak self] arguments in
            let options = arguments.boxed(1)?.assumingMemoryBound(to: GVariantDict.self)
            self?.wantsNewWindow = options.map { g_variant_dict_contains($0, "new-window") != 0 } ?? false
            return -1
        }
        service.onActivate = { [weak self] in self?.open([], $0) }
        service.onOpen = { [weak self] in self?.open($0, $1) }
        service.onSearch = { [weak self] words, token in
            self?.open([], token)
            self?.window?.search(words)
        }
    }

    func run() -> Int32 {
        g_application_run(application.typed(), CommandLine.argc, CommandLine.unsafeArgv)
    }

    private func start() {
        // GTK's own connection would otherwise end the program with the bus.
        if let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) {
            g_dbus_connection_set_exit_on_close(bus, 0)
            g_object_unref(UnsafeMutableRawPointer(bus))
        }
        style.load()
        Shortcuts.set(on: application.typed(), whileWriting: false)
    }

    /// Plays `uris`, if there are any, and raises the window.
    private func open(_ uris: [String], _ token: String?) {
        if window == nil, !connect(forwarding: uris) { return }
        guard let window else { return }
        window.playWhenReady(uris)
        if let token { gtk_window_set_startup_id(window.window.typed(), token) }
        window.present()
    }

    /// Creates the window. Returns false if there already is a window; the request is then forwarded to it.
    private func connect(forwarding uris: [String]) -> Bool {
        guard let connection = try? PlayerConnection() else { return false }
        self.connection = connection
        var isFirst = true
        connection.onConnected = { [weak self] bus in
            guard let self else { return false }
            service.leave()
            // A closing window may still own the name without replying. A window that hangs is left alone, and this one
            // opens beside it.
            let limit = MonotonicTime.now.advanced(byNanoseconds: WindowService.patience)
            while !service.appear(on: bus), window == nil, !wantsNewWindow, .now < limit {
                guard WindowService.forward(uris, token: token, on: bus) else { continue }
                isFirst = false
                return false
            }
            service.succeed(on: bus)
            return true
        }
        let live = LiveModel(connection)
        // The player replies while the window is created.
        connection.connect()
        if isFirst { window = MainWindow(application.typed(), connection, live) }
        return isFirst
    }
}
