import CAdwaita
import SDBus
import SegueWindowModel

/// The music library: a search, and lists to browse. A click or Return opens a list or plays a track; a button adds the
/// row to the queue.
final class MusicPage {
    let box = Box(GTK_ORIENTATION_VERTICAL)
    private let entry = Widget(gtk_search_entry_new())
    private let bar: CenterBox
    private let back = Button(icon: "go-previous-symbolic", name: translated("Back")).styled("flat")
    private let title = Label().styled("heading")
    private let play = Button(icon: "media-playback-start-symbolic", name: translated("Play All")).styled("flat")
    private let save = Button(icon: "document-save-symbolic", name: translated("Save Search…")).styled("flat")
    private let add = Button(icon: "list-add-symbolic", name: translated("Add All to Queue")).styled("flat")
    private let list = MusicList()
    private let stack = Stack()
    private let nothing = StatusPage(icon: "edit-find-symbolic", title: translated("Nothing Found"))
        .styled("compact")
    private let state = Label().styled("caption", "dim-label").margins(top: 6, bottom: 6)
    private let keys = KeyController()
    private var browser = MusicBrowser(
        MusicBrowser.Words(
            recent: translated("Recently Added"), albums: translated("Albums"), artists: translated("Artists"),
            genres: translated("Genres"), folders: translated("Folders"),
            count: { counted("%d track", "%d tracks", count: $0) }))
    /// The number of files read so far, while the music folders are being read; nil otherwise.
    private var reading: Int?

    /// Called to query the player's library.
    var onRequest: ((MusicBrowser.Request, @escaping (Result<[BusValue], BusError>) -> Void) -> Void)?
    /// Called to request the covers embedded in these files; nil is a failure.
    var onCovers: ((_ uris: [String], @escaping ([String]?) -> Void) -> Void)?
    /// Called to play or to add everything that a query finds.
    var onQuery: ((MusicVerb, _ query: String, _ title: String) -> Void)?
    /// Called to play or to add the first of these tracks. The others may follow it.
    var onTracks: ((MusicVerb, _ uris: [String]) -> Void)?
    /// Called to save a search as a playlist that fills itself.
    var onSave: ((_ query: String) -> Void)?
    /// Called to choose a playlist for a whole row.
    var onAddToPlaylist: ((Dragged) -> Void)?
    /// Called to show a file in its folder.
    var onShowFile: ((_ uri: String) -> Void)?
    /// Called to show the details of a file, whose row has this title.
    var onDetails: ((_ uri: String, _ title: String) -> Void)?

    init() {
        bar = CenterBox(
            start: back, center: title,
            end: Box(GTK_ORIENTATION_HORIZONTAL, spacing: 6, [save, add, play]))
        bar.margins(start: 6, end: 6)
        entry.setName(translated("Search the music"))
        entry.set("placeholder-text", .string(translated("Search the music")))
        entry.margins(top: 6, bottom: 6, start: 6, end: 6)
        box.append(entry)
        box.append(bar)
        stack.add(Scroller(list.view).expanding(vertically: true), name: "list")
        stack.add(nothing, name: "nothing")
        stack.add(Box(GTK_ORIENTATION_VERTICAL), name: "waiting")
        stack.expanding(vertically: true)
        box.append(stack)
        box.append(state)
        list.rows = { [weak self] in self?.browser.rows ?? [] }
        list.onOpen = { [weak self] in self?.open($0, at: $1) }
        list.onVerb = { [weak self] in self?.carryOut($0, $1, at: $2) }
        list.onAddToPlaylist = { [weak self] in self?.onAddToPlaylist?($0) }
        list.onShowFile = { [weak self] in self?.onShowFile?($0) }
        list.onDetails = { [weak self] in self?.onDetails?($0, $1) }
        list.onCovers = { [weak self] in self?.onCovers?($0, $1) }
        back.onClick { [weak self] in self?.goBack() }
        play.onClick { [weak self] in self?.carryOut(.play, self?.browser.level) }
        save.onClick { [weak self] in if let query = self?.browser.searchText { self?.onSave?(query) } }
        add.onClick { [weak self] in self?.carryOut(.add, self?.browser.level) }
        entry.on("search-changed") { [weak self] _ in self?.search() }
        entry.on("activate") { [weak self] _ in
            // GTK reports a change only after a person has stopped typing.
            self?.search()
            self?.list.takeKeyboard()
        }
        // In the entry, GTK handles Escape.
        entry.on("stop-search") { [weak self] _ in
            if self?.browser.level != nil { self?.goBack() }
        }
        keys.onPress { [weak self] in self?.key($0) ?? false }
        box.add(keys)
        show()
    }

    // MARK: - Navigation

    private func search() {
        let text = text
        guard text != searched else { return }
        searched = text
        places = []
        list.leaveKeyboard()
        follow(browser.search(text))
    }

    /// The text of the current search.
    private var searched = ""

    private func open(_ row: MusicBrowser.Row, at place: Int) {
        switch row.target {
        case .level(let level):
            places.append(list.openedPlace)
            follow(browser.open(level))
            list.takeKeyboard()
        case .track: carryOut(.play, row, at: place)
        }
    }

    private func carryOut(_ verb: MusicVerb, _ row: MusicBrowser.Row, at place: Int) {
        switch row.target {
        case .level(let level): carryOut(verb, level)
        case .track: onTracks?(verb, MusicBrowser.tracks(from: row, at: place, in: browser.rows))
        }
    }

    private func carryOut(_ verb: MusicVerb, _ level: MusicBrowser.Level?) {
        if let level, let query = level.query { onQuery?(verb, query, level.title) }
    }

    private func goBack() {
        follow(browser.goBack())
        if browser.level == nil { forgetSearch() }
        list.takeKeyboard(at: places.popLast() ?? 0)
    }

    /// The rows that led to the current level, one of each level before it.
    private var places: [Int] = []

    private func forgetSearch() {
        searched = ""
        gtk_editable_set_text(entry.opaque, "")
    }

    /// Handles Escape and the Back key, which lead to the previous level, and Down in the search, which leads to the
    /// rows.
    private func key(_ press: KeyPress) -> Bool {
        if press.key == Int(GDK_KEY_Down), entry.hasFocusInside {
            search()
            list.takeKeyboard()
            return true
        }
        let isBack = press.key == Int(GDK_KEY_Escape) || press.key == Int(GDK_KEY_Back)
        guard isBack, browser.level != nil else { return false }
        goBack()
        return true
    }

    /// Searches for these words as if they had been typed.
    func search(for words: String) {
        gtk_editable_set_text(entry.opaque, words)
        takeKeyboard()
        gtk_editable_set_position(entry.opaque, -1)
        search()
    }

    /// Appends a letter typed elsewhere in the window to the search.
    func type(_ letter: String) {
        gtk_editable_set_text(entry.opaque, text + letter)
        entry.focus()
        gtk_editable_set_position(entry.opaque, -1)
    }

    private var text: String { gtk_editable_get_text(entry.opaque).map { String(cString: $0) } ?? "" }

    /// Focuses the search.
    func takeKeyboard() { entry.focus() }

    // MARK: - Displayed rows

    /// Reads the current rows again because the music has changed or another player is connected.
    func refresh() {
        list.forgetCovers()
        follow(browser.refresh())
    }

    /// Returns the rows of a reply of `Library1.Albums`.
    func albums(in reply: [BusValue]) -> [MusicBrowser.Row] { browser.albums(in: reply) }

    /// Shows that the music folders are being read, with the number of files read so far.
    func showReading(files: Int) {
        reading = files
        show()
    }

    /// Shows whether the music folders are being read. Keeps the last number of files.
    func showReading(_ isReading: Bool) {
        reading = isReading ? reading ?? 0 : nil
        show()
    }

    private static let longList = 1000

    private func follow(_ request: MusicBrowser.Request?) {
        show()
        guard let request else {
            // After decoding a long list, the heap holds as much free memory as the list takes.
            if browser.rows.count > Self.longList { malloc_trim(0) }
            return
        }
        onRequest?(request) { [weak self] answer in
            guard let self else { return }
            follow(browser.take(answer, to: request))
        }
    }

    private func show() {
        let level = browser.level
        bar.isVisible = level != nil
        title.text = level?.title ?? ""
        for button in [play, add] { button.isVisible = level?.query != nil && !browser.rows.isEmpty }
        save.isVisible = browser.searchText != nil && browser.problem == nil
        let hint = translated("Music from the folders in Preferences appears here.")
        nothing.set(
            title: translated("Nothing Found"),
            description: browser.problem ?? (level?.isSearch == false ? hint : ""))
        // While the folders are being read, nothing is known about what they contain.
        let isKnown = browser.isKnown && (reading == nil || browser.problem != nil)
        stack.page = !browser.rows.isEmpty ? "list" : isKnown ? "nothing" : "waiting"
        list.follow()
        // Without rows, the focus would go to the tabs, and Escape would not lead back.
        if stack.page == "nothing", level != nil, list.awaitsKeyboard { back.focus() }
        showState()
    }

    private func showState() {
        state.text =
            reading.map { counted("Reading the music: %d file", "Reading the music: %d files", count: $0) } ?? ""
        state.isVisible = reading != nil
    }
}
