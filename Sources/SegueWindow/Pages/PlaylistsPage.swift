import CAdwaita
import SDBus
import SegueWindowModel

/// The playlists that the player knows; a click plays one.
final class PlaylistsPage {
    let stack = Stack()
    private let list = Widget(gtk_list_box_new()).styled("navigation-sidebar")
    private var paths: [String] = []
    private var rows: [Widget] = []
    /// Asks to play the playlist at an object path.
    var onPlay: ((_ path: String, _ name: String) -> Void)?

    init() {
        list.setName(translated("Playlists"))
        gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
        stack.add(name: "none") {
            StatusPage(
                icon: "view-list-symbolic", title: translated("No Playlists"),
                description: translated("Playlists of the music folder and saved queues appear here.")
            ).styled("compact")
        }
        stack.add(Scroller(list), name: "list")
        list.on("row-activated") { [weak self] arguments in
            guard let self, let row = arguments.object(1) else { return }
            let place = Int(gtk_list_box_row_get_index(row.assumingMemoryBound(to: GtkListBoxRow.self)))
            guard paths.indices.contains(place) else { return }
            onPlay?(paths[place], names[place])
        }
    }

    private var names: [String] = []

    /// Takes the answer of `GetPlaylists`.
    func show(_ reply: [BusValue]) {
        for row in rows { gtk_list_box_remove(list.opaque, row.widget) }
        let playlists = (reply.first?.asArray ?? []).compactMap(\.asStructure).filter { $0.count == 3 }
        paths = playlists.map { $0[0].asObjectPath ?? "" }
        names = playlists.map { $0[1].asString ?? "" }
        rows = names.map { name in
            let label = Label(name).xAligned(0).margins(top: 10, bottom: 10, start: 6, end: 6)
            let row = Widget(gtk_list_box_row_new())
            gtk_list_box_row_set_child(row.typed(), label.widget)
            row.setName(name)
            gtk_list_box_append(list.opaque, row.widget)
            return row
        }
        stack.page = rows.isEmpty ? "none" : "list"
    }
}
