import CAdwaita
import EventLoop
import SDBus
import SegueClient
import SegueCore
import SegueWindowModel

/// The window. Shows the model, and forwards a person's requests to the player.
final class MainWindow {
    let window: Widget
    let connection: PlayerConnection
    private(set) lazy var toasts = Toasts(panel: side.area, page: area)
    let side = SidePanel()
    let player = PlayerPage()
    private let live: LiveModel
    var model: WindowModel { live.now }
    private let flap = Widget(adw_flap_new())
    /// Everything but the panel.
    private let content = Box(GTK_ORIENTATION_VERTICAL)
    private let stack = Stack()
    /// The stack, over which toasts appear while the panel is hidden.
    private lazy var area = ToastArea(stack)
    private let header: HeaderBar
    private let title = Widget(adw_window_title_new("Segue", ""))
    private let panelButton = ToggleButton(icon: "sidebar-show-right-symbolic", name: translated("Show the Queue"))
    private let menuButton = MenuButton(icon: "open-menu-symbolic", name: translated("Main Menu"))
    private let openButton = MenuButton(icon: "list-add-symbolic", name: translated("Add Music"))
    private let banner = Banner()
    let states = StatePages()
    private let keys = KeyController()
    private let earlyKeys = KeyController(isFirst: true)
    /// True if a text has the focus.
    var isWriting = false
    /// Targets for music dropped on the player page, and beside the rows of the queue.
    private let drops = [DropTarget(), DropTarget()]
    private(set) var actions: WindowActions?
    private var surface: Object?
    private var showing: Later?
    /// The pending look at an open saved search.
    var searching: Later?
    /// True if facts about entries have arrived that the rows do not show yet.
    private var hasRowNews = false
    /// The files to play once there is a player.
    private var filesToPlay: [String] = []
    /// The files to add once there is a player, and it is known whether it has a queue.
    private var filesToAdd: [String] = []
    /// The section of the main menu for undo and redo.
    private let editMenu = Menu()
    /// The edits of the present player's queue and playlists, which can be undone.
    var edits = EditOrder() {
        didSet { if edits != oldValue { actions?.show(model) } }
    }
    /// The player of `edits`.
    private var editedPlayer: String?

    init(_ application: Widget.ApplicationPointer, _ connection: PlayerConnection, _ live: LiveModel) {
        self.connection = connection
        self.live = live
        window = Widget(adw_application_window_new(application))
        header = HeaderBar(title: title)
        gtk_window_set_default_size(window.typed(), 1060, 680)
        gtk_window_set_title(window.typed(), "Segue")
        gtk_window_set_icon_name(window.typed(), "io.github.segueplayer.Segue")
        gtk_widget_set_size_request(window.widget, 360, 340)
        build()
        actions = WindowActions(self)
        listen()
        toasts.isPanelShown = { [weak self] in self?.isPanelShown ?? false }
        toasts.controls = { [weak self] in self?.heightOfControls ?? 0 }
        // A player that was there first has been announced before there was a window.
        readMusic()
        show()
    }

    private func build() {
        menuButton.setMenu { [editMenu] in Menus.main(editMenu) }
        openButton.setMenu { Menus.open() }
        header.packStart(openButton)
        header.packEnd(menuButton)
        header.packEnd(panelButton)
        gtk_menu_button_set_primary(menuButton.opaque, 1)
        states.add(to: stack)
        // A phone that lies on its side is lower than the page. The arrow keys with Ctrl are for the volume.
        let page = Scroller(player.box)
        page.switchOff(gtk_shortcut_controller_get_type())
        stack.add(page, name: "player")
        area.overlay.expanding(horizontally: true, vertically: true)
        for part in [header, banner.revealer, area.overlay] as [Widget] { content.append(part) }
        content.styled(PageTint.page)
        header.styled("flat")
        gtk_widget_set_size_request(content.widget, 360, -1)
        // An expanding page would leave the panel its least width.
        gtk_widget_set_hexpand(content.widget, 0)
        adw_flap_set_content(flap.opaque, content.widget)
        adw_flap_set_flap(flap.opaque, side.box.widget)
        adw_flap_set_separator(flap.opaque, gtk_separator_new(GTK_ORIENTATION_VERTICAL))
        adw_flap_set_flap_position(flap.opaque, GTK_PACK_END)
        adw_flap_set_transition_type(flap.opaque, ADW_FLAP_TRANSITION_TYPE_OVER)
        // The panel is opaque, because it may cover the player page.
        side.box.styled("background")
        adw_application_window_set_content(window.typed(), flap.widget)
        content.add(drops[0])
        side.queue.box.add(drops[1])
    }

    private func listen() {
        live.onOutcome = { [weak self] in self?.follow($0) }
        for property in ["reveal-flap", "folded"] {
            flap.onChange(of: property) { [weak self] in self?.showButtons() }
        }
        panelButton.onClick { [weak self] in self?.togglePanel() }
        side.onPage = { [weak self] in
            guard let self else { return }
            readPlaylistsIfSeen()
            actions?.show(model)
        }
        keys.onPress { [weak self] in self?.key($0) ?? false }
        window.add(keys)
        window.onChange(of: "focus-widget") { [weak self] in self?.giveKeysToText() }
        earlyKeys.onPress { [weak self] in self?.earlyKey($0) ?? false }
        window.add(earlyKeys)
        for drop in drops {
            // Entries are moved among the rows of the queue only.
            drop.onOffer { [weak drop] _ in drop?.offersEntries == false }
            drop.onDrop { [weak self] dropped, _ in
                switch dropped {
                case .files(let uris): self?.add(uris)
                case .found(let query): self?.add(found: query, "last")
                case .entries: return false
                }
                return true
            }
        }
        wire()
        window.on("realize") { [weak self] _ in self?.followSurface() }
        for signal in ["map", "unmap"] { window.on(signal) { [weak self] _ in self?.showSeen() } }
        window.onAsking("close-request") { [weak self] _ in self?.staysForFarewell() ?? false }
        states.onStart = { [weak self] in self?.connection.startPlayer() }
        states.recent.onPlay = { [weak self] in self?.carryOut(.play, found: $0, $1) }
        states.recent.onCovers = { [weak self] in self?.readCovers(of: $0, $1) }
        showButtons()
    }

    /// Connects the requests of the parts of the window.
    private func wire() {
        player.seekBar.onSeek = { [weak self] in self?.seek(to: $0) }
        player.seekBar.strip.onSeek = { [weak self] in self?.seekOnStrip(to: $0) }
        player.seekBar.strip.onPin = { [weak self] in self?.pin($0) }
        player.seekBar.strip.onJoin = { [weak self] in self?.join() }
        player.seekBar.strip.onHear = { [weak self] in self?.hear(from: $0) }
        player.seekBar.strip.onUnpin = { [weak self] in self?.unpin() }
        player.volume.onWish = { [weak self] in self?.setVolume($0) }
        player.volume.onMute = { [weak self] in self?.setMuted($0) }
        menuButton.onOpen { [weak self] in
            guard let self else { return }
            Menus.show(undo: undoText, redo: redoText, in: editMenu)
            readSleep()
        }
        player.output.onOpen = { [weak self] in self?.readOutputs() }
        side.queue.list.queue = { [live] in live.now.queue }
        side.queue.list.onJump = { [weak self] in self?.jump(to: $0) }
        side.queue.list.onRemove = { [weak self] in self?.remove($0) }
        side.queue.list.onMove = { [weak self] in self?.move($0, after: $1) }
        side.lyrics.onSeek = { [weak self] in self?.seek(to: $0) }
        side.queue.onSearchEnd = { [weak self] in self?.goOnAfterSearch() }
        side.queue.list.onFiles = { [weak self] in self?.insert($0, after: $1) }
        side.queue.list.onFound = { [weak self] in self?.insert(found: $0, after: $1) }
        side.music.onRequest = { [weak self] request, completion in
            let arguments: [BusValue] = [
                .string(request.argument), .uint32(UInt32(clamping: request.offset)),
                .uint32(UInt32(clamping: request.limit)),
            ]
            self?.connection.call(request.member, on: .library, arguments, completion)
        }
        side.music.onCovers = { [weak self] in self?.readCovers(of: $0, $1) }
        side.music.onQuery = { [weak self] in self?.carryOut($0, found: $1, $2) }
        side.music.onSave = { [weak self] in self?.actions?.askForName(ofSearch: $0) }
        side.music.onTracks = { [weak self] in self?.carryOut($0, $1) }
        side.music.onShowFile = { [weak self] in self?.showInFiles([$0]) }
        side.music.onDetails = { [weak self] in self?.showDetails(ofFile: $0, $1) }
        side.queue.list.onPlayNext = { [weak self] in self?.moveNext($0) }
        side.queue.list.onShowFile = { [weak self] in self?.showFile(of: $0) }
        side.queue.list.onCovers = { [weak self] in self?.readCovers(ofEntries: $0, $1) }
        side.queue.list.onDetails = { [weak self] in self?.showDetails(of: $0) }
        side.queue.list.onAddToPlaylist = { [weak self] in self?.addToPlaylist(.entries($0)) }
        side.music.onAddToPlaylist = { [weak self] in self?.addToPlaylist($0) }
        wirePlaylists()
    }

    // MARK: - The model

    private func follow(_ outcome: WindowOutcome) {
        if editedPlayer != model.owner { (editedPlayer, edits) = (model.owner, EditOrder()) }
        for change in outcome.queueChanges where isQueueShown { side.queue.list.follow(change) }
        hasRowNews = hasRowNews || outcome.hasRowNews
        // Shows all pending changes together: one step of the player arrives in several messages.
        if showing?.isPending != true {
            showing = Later(milliseconds: 0, priority: LoopSource.priority + 1) { [weak self] in self?.show() }
        }
        for notice in outcome.notices { toasts.tell(notice) }
        if outcome.hasPlaylistNews { readPlaylistsIfSeen() }
        if let files = outcome.musicFiles { side.music.showReading(files: files) }
        if outcome.hasMusicNews {
            readMusic()
            side.queue.list.forgetCovers()
            if stack.page == "empty" { readRecentAlbums() }
        }
        if outcome.hasMusicNews || outcome.hasEntryNews { readSearchIfSeen() }
        showMusicFirst()
        handOverFiles()
    }

    /// Reads whether the music folders are being read, then the visible music.
    private func readMusic() {
        connection.read("Reading", of: .library) { [weak self] reply in
            self?.side.music.showReading(((try? reply.get())??.asBoolean) == true)
            self?.side.music.refresh()
        }
    }

    /// If there is nothing to play, shows the music library first.
    private func showMusicFirst() {
        guard !hasShownFirstPage, model.knowsQueue else { return }
        hasShownFirstPage = true
        if model.queue.rows.isEmpty { side.page = "music" }
    }

    private var hasShownFirstPage = false

    /// Passes on the files that were requested while there was no player.
    private func handOverFiles() {
        if model.owner != nil, !filesToPlay.isEmpty {
            let uris = filesToPlay
            filesToPlay = []
            play(uris)
        }
        if model.knowsQueue, !filesToAdd.isEmpty {
            let uris = filesToAdd
            filesToAdd = []
            add(uris)
        }
    }

    /// Plays files, immediately or once there is a player. Starts the player if none is running.
    func playWhenReady(_ uris: [String]) {
        if !uris.isEmpty { filesToPlay = uris }
        connection.startPlayer()
        handOverFiles()
    }

    /// Keeps files to be added once the queue is known. Starts the player if none is running.
    func addWhenReady(_ uris: [String]) {
        filesToAdd += uris
        connection.startPlayer()
    }

    private func show() {
        let model = model
        let page = states.page(for: model) ?? "player"
        let isNewPage = page != stack.page
        // The waiting page is left without a transition, because it shows nothing.
        if stack.page == StatePages.waiting { stack.cut(to: page) } else { stack.page = page }
        states.show(model)
        banner.show(
            model.outputTrouble.map {
                translated("The sound does not go where it should: %s.", translated(reason: $0))
            })
        player.show(model)
        side.show(model)
        if hasRowNews {
            hasRowNews = false
            side.queue.list.refresh()
        }
        actions?.show(model)
        toasts.follow(revision: model.properties.queueRevision)
        if isNewPage, page == "empty" { readRecentAlbums() }
        // Not before the button can be pressed, and not while a person is typing.
        if isNewPage, !side.box.hasFocusInside {
            switch page {
            case "player": player.takeKeyboard()
            default: states.takeKeyboard(on: page)
            }
        }
        let track = model.track
        adw_window_title_set_title(title.opaque, "Segue")
        let parts = track.map { [$0.artistLine, $0.title].filter { !$0.isEmpty }.map(\.keptApart) }
        let name = parts?.joined(separator: " – ") ?? "Segue"
        if name != shownTitle {
            shownTitle = name
            gtk_window_set_title(window.typed(), name)
        }
        if page != StatePages.waiting, presenting?.isPending == true { presentNow() }
    }

    // MARK: - Presenting the window

    /// Raises the window. A new window waits for the player's reply, which usually arrives before the window could be
    /// drawn.
    func present() {
        guard stack.page == StatePages.waiting, gtk_widget_get_visible(window.widget) == 0 else { return presentNow() }
        presenting = Later(milliseconds: Self.patience) { [weak self] in self?.presentNow() }
    }

    private func presentNow() {
        presenting = nil
        if !isQueueShown { firstFrame.isRunning = true }
        gtk_window_present(window.typed())
    }

    /// GTK creates two hundred rows for a list, more than are visible, so they are created after the first frame.
    private lazy var firstFrame: FrameClock = FrameClock(window) { [weak self] _ in
        guard let self else { return }
        firstFrame.isRunning = false
        fillingQueue = Later(milliseconds: 0) { [weak self] in self?.showQueue() }
    }
    private var fillingQueue: Later?
    private var isQueueShown = false

    private func showQueue() {
        isQueueShown = true
        side.queue.list.fill()
    }

    private var presenting: Later?
    /// The time that a new window waits for the player, in milliseconds.
    private static let patience = 100

    private var shownTitle = ""

    // MARK: - Closing the window

    private let farewell = Farewell()
    /// True once the person has also requested the end of the player.
    var isQuitting = false

    /// Returns true if the window stays. The first time that it is closed while music plays, the window is only hidden.
    /// The hidden window then closes together with the notification that explains this.
    private func staysForFarewell() -> Bool {
        guard model.properties.isPlaying, !isQuitting, Hint.closing.isNew() else { return false }
        window.isVisible = false
        connection.sayFarewell(farewell) { [weak self] in
            guard let self, !window.isVisible else { return }
            gtk_window_destroy(window.typed())
        }
        return true
    }

    // MARK: - The panel

    var isPanelShown: Bool {
        get { adw_flap_get_reveal_flap(flap.opaque) != 0 }
        set { adw_flap_set_reveal_flap(flap.opaque, newValue ? 1 : 0) }
    }

    /// True if the panel covers the player page.
    private var isFolded: Bool { adw_flap_get_folded(flap.opaque) != 0 }

    func togglePanel() {
        if isPanelShown, side.box.hasFocusInside { player.takeKeyboard() }
        isPanelShown.toggle()
    }

    /// Shows a page of the panel.
    func showPage(_ name: String) {
        side.page = name
        isPanelShown = true
    }

    func showMusic() {
        showPage("music")
        side.music.takeKeyboard()
    }

    func goToQueue() {
        showPage("queue")
        side.queue.list.takeKeyboard()
    }

    /// Shows the results of a search of the music.
    func search(_ words: String) {
        hasShownFirstPage = true
        showPage("music")
        side.music.search(for: words)
    }

    /// Searches what is shown: the music on its page, and otherwise the queue.
    func find() {
        guard side.page != "music", !model.queue.rows.isEmpty else { return showMusic() }
        showPage("queue")
        side.queue.isSearching = true
    }

    /// Moves the focus after a search: to the play button, so that Space plays and pauses, or to the queue if the queue
    /// covers the button.
    private func goOnAfterSearch() {
        if isFolded { side.queue.list.takeKeyboard() } else { player.takeKeyboard() }
    }

    /// Shows the window's own buttons at the outer ends only. A page that the panel covers takes no keys.
    private func showButtons() {
        let isBeside = isPanelShown && !isFolded
        let isCovered = isPanelShown && isFolded
        header.hasEndButtons = !isBeside
        side.header.hasStartButtons = !isBeside
        side.back.isVisible = isFolded
        if isCovered, content.hasFocusInside { side.back.focus() }
        gtk_widget_set_can_focus(content.widget, isCovered ? 0 : 1)
        panelButton.isActive = isPanelShown
        toasts.place()
    }

    /// The height of everything below the cover, in pixels; 0 on another page.
    private var heightOfControls: Int {
        guard stack.page == "player" else { return 0 }
        var (x, y) = (0.0, 0.0)
        let (top, page) = (player.titles.box.widget, area.overlay.widget)
        guard gtk_widget_translate_coordinates(top, page, 0, 0, &x, &y) != 0 else { return 0 }
        return max(0, Int(gtk_widget_get_height(page)) - Int(y))
    }

    // MARK: - Visibility

    /// Observes the surface, which reports whether the window is minimised.
    private func followSurface() {
        guard let surface = gtk_native_get_surface(window.opaque) else { return }
        let object = Object(borrowing: UnsafeMutableRawPointer(surface))
        object.onChange(of: "state") { [weak self] in self?.showSeen() }
        self.surface = object
        showSeen()
    }

    private func showSeen() {
        let isMinimised =
            surface.map {
                gdk_toplevel_get_state($0.opaque).rawValue & GDK_TOPLEVEL_STATE_MINIMIZED.rawValue != 0
            } ?? false
        let isSeen = gtk_widget_get_mapped(window.widget) != 0 && !isMinimised
        player.isSeen = isSeen
        side.lyrics.isSeen = isSeen
    }
}

extension Widget {
    typealias ApplicationPointer = UnsafeMutablePointer<GtkApplication>
}
