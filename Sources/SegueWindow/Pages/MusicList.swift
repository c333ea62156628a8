import CAdwaita
import SegueWindowModel

/// A person's wish for a track or a list of the library.
enum MusicVerb: String, CaseIterable {
    /// A track is played in the middle of the queue; a list replaces the queue.
    case play
    /// Behind the current track.
    case next
    /// At the end of the queue.
    case add
}

/// The rows of the music library, virtualised: only those that are seen exist.
final class MusicList {
    let view: Widget
    private let model = RowList()
    private let factory: Object
    private let scrolling: RowScroll
    private let keys = KeyController()
    private(set) var shown: [UnsafeMutableRawPointer: MusicRowView] = [:]
    private let loader = Thumbnail.loader()
    private var covers = MusicCovers()
    private var asking: Later?
    /// The rows as the list has them.
    private var listed: [MusicBrowser.Row] = []
    /// The rows as they are now.
    var rows: () -> [MusicBrowser.Row] = { [] }
    var onOpen: ((MusicBrowser.Row) -> Void)?
    /// Asks to play or to add a row as a whole, whether it is a track or a list.
    var onVerb: ((MusicVerb, MusicBrowser.Row) -> Void)?
    /// Asks to show a file in its folder.
    var onShowFile: ((_ uri: String) -> Void)?
    private var menu: ContextMenu?
    /// The row that the menu is open for.
    private var menuRow: MusicBrowser.Row?
    private var menuPlace: Int?
    /// Asks the player for the pictures that are inside of these files.
    var onCovers: (([String], @escaping ([String]?) -> Void) -> Void)?

    /// Asks to take a row out of the list. Nil for a list that is not a person's own.
    var onRemove: ((_ place: Int) -> Void)?
    /// Asks to put a row at another place; nil as for `onRemove`.
    var onMove: ((_ place: Int, _ new: Int) -> Void)?
    /// The place of the row that is dragged.
    var dragged: Int?
    /// The place at which the keyboard goes on when the list has changed, unless it has left the list by then.
    var keyboardPlace: Int?
    /// Asks for a playlist for a row as a whole.
    var onAddToPlaylist: ((Dragged) -> Void)?

    /// Rows open by a click, or by a double click.
    init(opensByOneClick: Bool = true) {
        // The view takes the selection and the factory over, and the selection takes the list.
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
            guard let self, let row = row(at: Int(arguments.unsigned(1))) else { return }
            onOpen?(row)
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
            menu.add(verb.rawValue) { [weak self] in if let row = self?.menuRow { self?.onVerb?(verb, row) } }
        }
        menu.add("playlist") { [weak self] in
            if let music = self?.menuRow?.dragged { self?.onAddToPlaylist?(music) }
        }
        menu.add("remove") { [weak self] in
            if let place = self?.menuPlace { self?.onRemove?(place) }
        }
        menu.add("show") { [weak self] in
            if case .track(let uri)? = self?.menuRow?.target { self?.onShowFile?(uri) }
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
        guard case .track = menuRow.target else { return menu }
        return menu.section(Menu().item(translated("_Show in Files"), "context.show"))
    }

    /// Shows the rows as they are now: more of the same, or others.
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
        guard takesKeyboard, model.count > 0 else { return }
        takeKeyboard()
    }

    /// True if the next first row is to receive the keyboard focus.
    private var takesKeyboard = false

    /// Lets the keyboard act on the first row, now or when it comes.
    func takeKeyboard() {
        takesKeyboard = model.count == 0
        guard model.count > 0 else { return }
        takeKeyboard(0)
    }

    private func takeKeyboard(_ place: Int) {
        scrolling.scroll(to: place)
        shown.first { Self.place(of: $0.key) == place && $0.value.row != nil }?.value.focus()
    }

    static func place(of item: UnsafeMutableRawPointer) -> Int {
        Int(gtk_list_item_get_position(OpaquePointer(item)))
    }

    /// Asks for pictures anew: the music has changed, or the player is another one.
    func forgetCovers() {
        covers.forget()
        askForCovers()
    }

    private func refresh() {
        for view in shown.values { showCover(view) }
    }

    private func showCover(_ view: MusicRowView) {
        guard let row = view.row else { return }
        // What is drawn for want of a picture is not to be replaced by one.
        guard let name = row.coverName, !covers.isOpen(row) else { return view.show(nil) }
        view.show(loader.texture(covers.uri(of: row), name: name))
    }

    /// Asks about all rows that are seen, when GTK has made them.
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
        row.onAdd { [weak self] in self?.onVerb?(.add, $0) }
        if onMove != nil { follow(row) }
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
