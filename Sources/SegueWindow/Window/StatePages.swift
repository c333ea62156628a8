import CAdwaita
import SegueClient
import SegueWindowModel

/// The pages shown when there is no current track.
final class StatePages {
    private lazy var empty = makeEmpty()
    private lazy var gone = makeGone()
    /// The page shown while waiting for the player.
    static let waiting = "waiting"
    private let spinner = Widget(gtk_spinner_new())
    private var start: Button?
    /// The albums on the page that is shown when nothing plays.
    let recent = RecentAlbums()
    /// Called to start the player.
    var onStart: (() -> Void)?

    init() {
        gtk_widget_set_size_request(spinner.widget, 32, 32)
    }

    /// Adds the pages to a stack.
    func add(to stack: Stack) {
        stack.add(name: "empty") { [unowned self] in empty }
        stack.add(name: Self.waiting) { [spinner] in
            StatusPage(
                icon: "", title: translated("Waiting for the Player"), child: spinner.aligned(GTK_ALIGN_CENTER))
        }
        stack.add(name: "gone") { [unowned self] in gone }
    }

    private let music = Button(text: translated("_Play My Music")).styled("pill", "suggested-action")
        .action("win.play-music")

    /// Focuses the main button of a page, so that Return plays the music or starts the player.
    func takeKeyboard(on page: String) {
        switch page {
        case "empty": music.focus()
        case "gone": start?.focus()
        default: break
        }
    }

    private func makeEmpty() -> StatusPage {
        let files = Button(text: translated("_Open Files…")).styled("pill").action("win.open")
        let folder = Button(text: translated("Open a _Folder…")).styled("pill").action("win.open-folder")
        let address = Button(text: translated("Open _Address…")).styled("pill").action("win.open-address")
        let buttons = Box(GTK_ORIENTATION_VERTICAL, spacing: 12, [music, files, folder, address])
        buttons.aligned(GTK_ALIGN_CENTER)
        let content = Box(GTK_ORIENTATION_VERTICAL, spacing: 24, [recent.box, buttons])
        return StatusPage(
            icon: Self.symbol, title: translated("Nothing Plays"),
            description: translated("Open music, or drop files and folders here."), child: content)
    }

    private static let symbol = "io.github.segueplayer.Segue-symbolic"

    /// Shows the albums that were played last, instead of the symbol.
    func show(recent albums: [MusicBrowser.Row]) {
        recent.show(albums)
        empty.icon = albums.isEmpty ? Self.symbol : ""
    }

    private func makeGone() -> StatusPage {
        let start = Button(text: translated("_Start the Player")).styled("pill", "suggested-action")
        start.aligned(GTK_ALIGN_CENTER)
        start.onClick { [weak self] in self?.onStart?() }
        self.start = start
        return StatusPage(
            icon: "dialog-warning-symbolic", title: translated("The Player Is Not Running"), child: start)
    }

    /// Returns the page for the model; nil if there is a track to show.
    func page(for model: WindowModel) -> String? {
        switch model.presence {
        case .unknown, .starting: Self.waiting
        case .noBus, .failed, .gone: "gone"
        case .running: model.track != nil ? nil : model.unread(.player) ? Self.waiting : "empty"
        }
    }

    func show(_ model: WindowModel) {
        // A hidden spinner would continue to draw.
        gtk_spinner_set_spinning(spinner.opaque, page(for: model) == Self.waiting ? 1 : 0)
        switch model.presence {
        case .noBus:
            set(translated("No Session Bus"), translated("The window talks to the player over the session bus."))
        case .failed(let reason): set(translated("The Player Could Not Be Started"), reason)
        case .gone:
            set(
                translated("The Player Has Ended"),
                translated("What was queued is still there when it starts again."))
        case .unknown, .starting, .running: break
        }
        start?.isVisible = model.presence != .noBus
    }

    private func set(_ title: String, _ description: String) { gone.set(title: title, description: description) }
}
