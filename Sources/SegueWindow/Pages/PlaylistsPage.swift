import CAdwaita
import SDBus
import SegueCore
import SegueWindowModel

/// The playlists known to the player, and the page of one playlist. A click opens a page; a button plays the playlist;
/// music dropped on a row is appended to its playlist.
final class PlaylistsPage {
    /// A playlist, identified by its object path and name.
    struct Playlist: Equatable {
        /// The changes that a person can make.
        enum Kind: String {
            /// To the name and to the tracks.
            case tracks
            /// To the name only: a saved search fills itself.
            case search
            /// None: the playlist is from somebody else.
            case foreign

            /// The words that distinguish the playlist from others of the same name.
            var caption: String {
                switch self {
                case .tracks: ""
                case .search: translated("Fills itself")
                case .foreign: translated("In the music folder")
                }
            }
        }

        var path: String
        var name: String
        var kind: Kind

        /// The name for people. The searches that each new user has are named in the person's language.
        var title: String { kind == .search ? Self.firstSearches[name] ?? name : name }

        private static let firstSearches = [
            "Recently Added": translated("Recently Added"), "Most Played": translated("Most Played"),
            "Not Played for a Year": translated("Not Played for a Year"), "Favourites": translated("Favourites"),
        ]

        /// Returns the playlists in an answer of `GetPlaylists`, with the value of `Changeable`.
        static func all(in reply: [BusValue], changeable: BusValue?) -> [Playlist] {
            let kinds = changeable?.asTextsByPath ?? [:]
            return (reply.first?.asArray ?? []).compactMap(\.asStructure).filter { $0.count == 3 }.map {
                let path = $0[0].asObjectPath ?? ""
                return Playlist(
                    path: path, name: $0[1].asString ?? "", kind: kinds[path].flatMap(Kind.init) ?? .foreign)
            }
        }
    }

    let stack = Stack()
    let page = PlaylistPage()
    private let list = ListBox().styled("navigation-sidebar")
    private var playlists: [Playlist] = []
    /// The buttons of the rows, retained for their signals.
    private var buttons: [Button] = []
    private let drop = DropTarget()
    private let motion = DropMotion()
    private var menu: ContextMenu?
    /// The playlist whose menu is open.
    private var chosen: Playlist?
    var onPlay: ((Playlist) -> Void)?
    var onRename: ((Playlist) -> Void)?
    var onDelete: ((Playlist) -> Void)?
    /// Called to append music to the playlist of this name.
    var onDrop: ((Dragged, _ name: String) -> Void)?

    init() {
        list.setName(translated("Playlists"))
        stack.add(name: "none") {
            StatusPage(
                icon: "view-list-ordered-symbolic", title: translated("No Playlists"),
                description: translated("Playlists of the music folder and saved queues appear here.")
            ).styled("compact")
        }
        stack.add(Scroller(list), name: "list")
        stack.add(page.box, name: "page")
        list.onActivate { [weak self] place in
            if let self, playlists.indices.contains(place) { open(playlists[place]) }
        }
        let menu = ContextMenu(list) { [weak self] in self?.menu(of: $0) }
        menu.add("play") { [weak self] in self?.act { $0.onPlay?($1) } }
        menu.add("rename") { [weak self] in self?.act { $0.onRename?($1) } }
        menu.add("delete") { [weak self] in self?.act { $0.onDelete?($1) } }
        self.menu = menu
        // One target for all rows, because a drag that opens this page replaces the rows.
        drop.onDrop { [weak self] dropped, y in
            guard let self else { return false }
            list.showLanding(at: nil)
            // The list may have changed since the pointer moved.
            guard let place = target(at: y) else { return false }
            onDrop?(dropped, playlists[place].name)
            return true
        }
        drop.onOffer { [weak self] in self?.target(at: $0) != nil }
        list.add(drop)
        motion.onMotion { [weak self] y in
            if let self { list.showLanding(at: y.flatMap(target)) }
        }
        list.add(motion)
        page.onBack = { [weak self] in self?.goBack() }
        page.onPlay = { [weak self] in if let open = self?.opened { self?.onPlay?(open) } }
        page.onRename = { [weak self] in if let open = self?.opened { self?.onRename?(open) } }
        page.onDelete = { [weak self] in if let open = self?.opened { self?.onDelete?(open) } }
    }

    /// Returns the place of the playlist at this height; nil if music can't be appended there.
    private func target(at y: Double) -> Int? {
        list.place(at: y).flatMap { playlists.indices.contains($0) && playlists[$0].kind == .tracks ? $0 : nil }
    }

    private func act(_ body: (PlaylistsPage, Playlist) -> Void) {
        if let chosen { body(self, chosen) }
    }

    private func menu(of row: Widget.Pointer) -> Menu? {
        let place = ListBox.place(of: row)
        chosen = playlists.indices.contains(place) ? playlists[place] : nil
        let menu = Menu().section(Menu().item(translated("_Play"), "context.play"))
        guard chosen?.kind != .foreign else { return menu }
        return
            menu.section(
                Menu().item(translated("_Rename…"), "context.rename").item(translated("_Delete"), "context.delete"))
    }

    // MARK: - The page of a playlist

    /// The playlist whose page is shown; nil while the list is shown.
    private(set) var opened: Playlist?

    private func open(_ playlist: Playlist) {
        opened = playlist
        page.show(playlist)
        showPage()
    }

    /// Shows the list. Also called if the open playlist was removed.
    func goBack() {
        guard let former = opened else { return }
        let hadKeyboard = page.box.hasFocusInside
        opened = nil
        showPage()
        guard hadKeyboard else { return }
        let place = playlists.firstIndex { $0.path == former.path } ?? 0
        if list.rows.indices.contains(place) { list.rows[place].focus() }
    }

    private func showPage() { stack.page = opened != nil ? "page" : playlists.isEmpty ? "none" : "list" }

    // MARK: - The list

    /// Shows the playlists of an answer of `GetPlaylists`.
    func show(_ playlists: [Playlist]) {
        let playlists = playlists.sorted { TextFold.fold($0.title).lexicographicallyPrecedes(TextFold.fold($1.title)) }
        // A row that is replaced between press and release would lose the click.
        if playlists != self.playlists { showRows(playlists) }
        if let opened {
            // A playlist keeps its path when it is renamed.
            if let now = playlists.first(where: { $0.path == opened.path }) {
                self.opened = now
                page.show(now)
            } else {
                self.opened = nil
            }
        }
        showPage()
    }

    private func showRows(_ playlists: [Playlist]) {
        list.removeAll()
        self.playlists = playlists
        buttons = playlists.map { playlist in
            let label = Label(playlist.title).xAligned(0).expanding(horizontally: true)
            let play = Button(icon: "media-playback-start-symbolic", name: translated("Play “%s”", playlist.title))
                .styled("flat", "circular")
            // Focus stays on the row, whose menu has an item to play.
            gtk_widget_set_focusable(play.widget, 0)
            play.onClick { [weak self] in self?.onPlay?(playlist) }
            let caption = Label(playlist.kind.caption).styled("caption", "dim-label")
            let content = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 6, [label, caption, play])
            list.append(content.margins(top: 3, bottom: 3, start: 6), name: playlist.title)
            return play
        }
    }
}
