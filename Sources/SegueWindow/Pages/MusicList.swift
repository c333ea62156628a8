import CAdwaita
import SegueWindowModel

/// A person's request for a track or list of the library.
enum MusicVerb: String, CaseIterable {
    /// Play: a track is inserted and played, a list replaces the queue.
    case play
    /// Insert after the current track.
    case next
    /// Append to the queue.
    case add
}

/// The rows of the music library, virtualised: only visible rows exist.
final class MusicList {
    let view: Widget
    private let model = RowList()
    private let factory: Object
    private let scrolling: RowScroll
    private let keys = KeyController()
    private(set) var shown: [UnsafeMutableRawPointer: MusicRowView] = [:]
    private let loader = Thumbnail.loader()
    private var covers = EmbeddedCovers()
    private var asking: Later?
    /// The rows that the list model contains.
    private var listed: [MusicBrowser.Row] = []
    /// The current rows.
    var rows: () -> [MusicBrowser.Row] = { [] }
    var onOpen: ((MusicBrowser.Row, _ place: Int) -> Void)?
    /// Called to play or to add a whole row, whether a track or a list.
    var onVerb: ((MusicVerb, MusicBrowser.Row, _ place: Int) -> Void)?
    /// Called to show a file in its folder.
    var onShowFile: ((_ uri: String) -> Void)?
    /// Called to show the details of a file, whose row has this title.
    var onDetails: ((_ uri: String, _ title: String) -> Void)?
    private var menu: ContextMenu?
    /// The row whose menu is open.
    private var menuRow: MusicBrowser.Row?
    private var menuPlace: Int?
    /// Called to request the covers embedded in these files.
    var onCovers: (([String], @escaping ([String]?) -> Void) -> Void)?

    /// Called to remove a row. Nil for a list that the person cannot arrange.
    var onRemove: ((_ place: Int) -> Void)?
    /// Called to move a row. Nil like `onRemove`.
    var onMove: ((_ place: Int, _ new: Int) -> Void)?
    /// The position of the dragged row.
    var dragged: Int?
    /// The position to focus after the list has changed, unless the focus has left the list by then.
    var keyboardPlace: Int?
    /// Called to choose a playlist for a whole row.
    var onAddToPlaylist: ((Dragged) -> Void)?

    /// Creates the list. Rows open with one click, or with a double click.
    init(opensByOneClick: Bool = true) {
        // The view adopts the selection and the factory, and the selection adopts the list.
        g_object_ref(model.pointer)
        let selection = gtk_single_selection_new(model.opaque)
        gtk_single_selection_set_autoselect(selection, 0)
        gtk_single_selection_set_can_unselect(selection, 1)
        factory = Object(consuming: gtk_signal_list_item_factory_new().map { UnsafeMutableRawPointer($0) })
        g_object_ref(factory.pointer)
        view = Widget(gtk_list_view_new(selection, factory.opaque)).styled("navigation-sidebar", "queue")
        gtk_list_view_set_single_click_activate(view.opaque, opensByOneClick ? 1 : 0)
        view.setName(translated("Music"))
        scrolling = RowScroll(view)
        factory.on("setup") { [weak self] in self?.make($0.object(1)) }
        factory.on("bind") { [weak self] in self?.bind($0.object(1)) }
        factory.on("unbind") { [weak self] in self?.row($0.object(1))?.forget() }
        factory.on("teardown") { [weak self] in self?.tearDown($0.object(1)) }
        view.on("activate") { [weak self] arguments in
            guard let self, case let place = Int(arguments.unsigned(1)), let row = row(at: place) else { return }
            openedPlace = place
            onOpen?(row, place)
        }
        keys.onPress { [weak self] in self?.key($0) ?? false }
        view.add(keys)
        loader.onLoad = { [weak self] in self?.refresh() }
        Thumbnail.follow(view, loader)
        addMenu()
    }

    private func addMenu() {
        let menu = ContextMenu(view) { [weak self] in self?.menu(of: $0) }
        for verb in MusicVerb.allCases {
            menu.add(verb.rawValue) { [weak self] in
                if let row = self?.menuRow, let place = self?.menuPlace { self?.onVerb?(verb, row, place) }
            }
        }
        menu.add("playlist") { [weak self] in
            if let music = self?.menuRow?.dragged { self?.onAddToPlaylist?(music) }
        }
        menu.add("remove") { [weak self] in
            if let place = self?.menuPlace { self?.onRemove?(place) }
        }
        menu.add("show") { [weak self] in
            if let file = self?.menuRow?.file { self?.onShowFile?(file) }
        }
        menu.add("details") { [weak self] in
            if let row = self?.menuRow, case .track(let uri) = row.target { self?.onDetails?(uri, row.title) }
        }
        self.menu = menu
    }

    private func menu(of item: Widget.Pointer) -> Menu? {
        let chosen = shown.first { gtk_widget_get_parent($0.value.box.widget) == item }
        menuRow = chosen?.value.row
        menuPlace = chosen.map { Self.place(of: $0.key) }
        guard let menuRow else { return nil }
        let removal = Menu().item(translated("_Remove from Playlist"), "context.remove")
        guard menuRow.isPlayable else { return onRemove.map { _ in removal } }
        let menu = Menu().section(
            Menu().item(translated("_Play"), "context.play").item(translated("Play _Next"), "context.next")
                .item(translated("_Add to Queue"), "context.add")
        ).section(Menu().item(translated("Add to Play_list…"), "context.playlist"))
        if onRemove != nil { menu.section(removal) }
        let about = Menu()
        if menuRow.file != nil { about.item(translated("_Show in Files"), "context.show") }
        if case .track = menuRow.target { about.item(translated("_Details"), "context.details") }
        return menu.section(about)
    }

    /// Updates the list to the current rows: appended rows, or other ones.
    func follow() {
        let rows = rows()
        let same = zip(listed, rows).prefix { $0 == $1 }.count
        let tail = zip(listed[same...].reversed(), rows[same...].reversed()).prefix { $0 == $1 }.count
        let (removed, added) = (listed.count - same - tail, rows.count - same - tail)
        listed = rows
        if removed + added > 0 {
            let place = view.hasFocusInside ? keyboardPlace : nil
            keyboardPlace = nil
            model.change(at: same, removed: removed, added: added)
            if let place, model.count > 0 { takeKeyboard(min(place, model.count - 1)) }
        }
        if let awaitedPlace { takeKeyboard(at: awaitedPlace) }
    }

    /// The row that was opened last.
    private(set) var openedPlace = 0
    /// The row that is to be focused when it arrives.
    private var awaitedPlace: Int?
    /// True while a row is to be focused when it arrives.
    var awaitsKeyboard: Bool { awaitedPlace != nil }

    /// Focuses a row, by default the first one, immediately or when it arrives. Until then, focuses the last row.
    func takeKeyboard(at place: Int = 0) {
        awaitedPlace = place < model.count ? nil : place
        if model.count > 0 { takeKeyboard(min(place, model.count - 1)) }
    }

    /// Waits for no row any more, because a person has gone on.
    func leaveKeyboard() { awaitedPlace = nil }

    private func takeKeyboard(_ place: Int) {
        scrolling.scroll(to: place)
        shown.first { Self.place(of: $0.key) == place && $0.value.row != nil }?.value.focus()
    }

    static func place(of item: UnsafeMutableRawPointer) -> Int {
        Int(gtk_list_item_get_position(OpaquePointer(item)))
    }

    /// Requests covers again because the music has changed or another player is connected.
    func forgetCovers() {
        covers.forget()
        askForCovers()
    }

    private func refresh() {
        for view in shown.values { showCover(view) }
    }

    private func showCover(_ view: MusicRowView) {
        guard let row = view.row else { return }
        // A cover is not drawn until it is known that there is no picture, so that it is never replaced.
        guard let name = row.coverName, !covers.isOpen(row) else { return view.show(nil) }
        view.show(loader.texture(covers.uri(of: row), name: name))
    }

    /// Requests the covers of all visible rows, after GTK has created them.
    private func askForCovers() {
        asking = Later(milliseconds: 0) { [weak self] in
            guard let self, let request = covers.request(for: shown.values.compactMap(\.row)) else { return }
            onCovers?(request) { [weak self] answer in
                self?.covers.take(answer)
                self?.refresh()
                self?.askForCovers()
            }
        }
    }

    private func row(at place: Int) -> MusicBrowser.Row? {
        let rows = rows()
        return rows.indices.contains(place) ? rows[place] : nil
    }

    // MARK: - Rows

    private func row(_ item: UnsafeMutableRawPointer?) -> MusicRowView? { item.flatMap { shown[$0] } }

    private func make(_ item: UnsafeMutableRawPointer?) {
        guard let item else { return }
        let row = MusicRowView()
        row.onAdd { [weak self, weak row] music in
            if let self, let row, let place = place(of: row) { onVerb?(.add, music, place) }
        }
        follow(row)
        shown[item] = row
        gtk_list_item_set_child(OpaquePointer(item), row.box.widget)
    }

    private func bind(_ item: UnsafeMutableRawPointer?) {
        guard let item, let view = shown[item],
            let row = row(at: Self.place(of: item))
        else { return }
        view.show(row)
        showCover(view)
        askForCovers()
    }

    private func tearDown(_ item: UnsafeMutableRawPointer?) {
        guard let item else { return }
        gtk_list_item_set_child(OpaquePointer(item), nil)
        shown[item] = nil
    }
}
