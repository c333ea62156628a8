import CAdwaita
import SDBus
import SegueWindowModel

/// The tracks of a playlist. A double click or Return plays a track. Rows are dragged and removed as in the queue;
/// dropped music is appended.
final class PlaylistPage {
    let box = Box(GTK_ORIENTATION_VERTICAL)
    let list = MusicList(opensByOneClick: false)
    private let back = Button(icon: "go-previous-symbolic", name: translated("Back")).styled("flat")
    private let title = Label().styled("heading")
    private let play = Button(icon: "media-playback-start-symbolic", name: translated("Play All")).styled("flat")
    private let more = MenuButton(icon: "view-more-symbolic", name: translated("Playlist Menu")).styled("flat")
    private let count = Label().styled("caption", "dim-label").margins(top: 6, bottom: 6)
    private let stack = Stack()
    private let nothing = StatusPage(icon: "view-list-symbolic", title: "").styled("compact")
    private let drop = DropTarget()
    private let motion = DropMotion()
    private let keys = KeyController()
    private let rename = Action("rename")
    private let delete = Action("delete")
    private let actions = Object(consuming: g_simple_action_group_new().map { UnsafeMutableRawPointer($0) })
    private var tracks = PlaylistTracks(path: "", name: "")
    /// Called to request the tracks from an offset on.
    var onRequest: ((_ path: String, _ offset: Int, @escaping ([BusValue]) -> Void) -> Void)?
    var onBack: (() -> Void)?
    var onPlay: (() -> Void)?
    var onRename: (() -> Void)?
    var onDelete: (() -> Void)?
    /// Called to append music to the playlist of this name.
    var onDrop: ((Dragged, _ name: String) -> Void)?
    /// Called to remove a track from the playlist of this name.
    var onRemove: ((_ place: Int, _ name: String) -> Void)?
    /// Called to move a track within the playlist of this name.
    var onMove: ((_ place: Int, _ new: Int, _ name: String) -> Void)?

    init() {
        let bar = CenterBox(
            start: back, center: title, end: Box(GTK_ORIENTATION_HORIZONTAL, spacing: 6, [play, more]))
        bar.margins(top: 6, bottom: 6, start: 6, end: 6)
        box.append(bar)
        stack.add(Scroller(list.view).expanding(vertically: true), name: "list")
        stack.add(nothing, name: "nothing")
        box.append(stack.expanding(vertically: true))
        box.append(count)
        more.setMenu {
            Menu().item(translated("_Rename…"), "playlist.rename").item(translated("_Delete"), "playlist.delete")
        }
        gtk_widget_insert_action_group(box.widget, "playlist", actions.opaque)
        for action in [rename, delete] { g_action_map_add_action(actions.opaque, action.opaque) }
        rename.onActivate { [weak self] in self?.onRename?() }
        delete.onActivate { [weak self] in self?.onDelete?() }
        list.rows = { [weak self] in self?.tracks.rows ?? [] }
        back.onClick { [weak self] in self?.onBack?() }
        play.onClick { [weak self] in self?.onPlay?() }
        // One target for rows and other music, because GTK 4.8 loses track of a drag in nested targets.
        drop.onDrop { [weak self] dropped, y in
            guard let self, isArranged else { return false }
            if list.dragged == nil { onDrop?(dropped, tracks.name) } else { list.drop(at: y, of: box) }
            return true
        }
        box.add(drop)
        motion.onMotion { [weak self] y in
            if let self { list.showLanding(at: y.map { ($0, self.box) }) }
        }
        box.add(motion)
        keys.onPress { [weak self] press in
            guard press.key == Int(GDK_KEY_Escape) || press.key == Int(GDK_KEY_Back) else { return false }
            self?.onBack?()
            return true
        }
        box.add(keys)
    }

    /// Shows a playlist, or updates the playlist being shown.
    func show(_ playlist: PlaylistsPage.Playlist) {
        let isNew = playlist.path != tracks.path
        if isNew {
            tracks = PlaylistTracks(path: playlist.path, name: playlist.name)
            list.follow()
        }
        arrange(playlist.kind)
        nothing.set(
            title: translated("Nothing in This Playlist"),
            description: isArranged ? translated("Drop files or folders here.") : "")
        title.text = playlist.title
        list.view.setName(playlist.title)
        showCount()
        read(PlaylistTracks(path: playlist.path, name: playlist.name), takesKeyboard: isNew)
    }

    /// True if the tracks can be changed.
    private var isArranged: Bool { list.onMove != nil }

    /// Offers the changes that can be made to a playlist of this kind.
    private func arrange(_ kind: PlaylistsPage.Playlist.Kind) {
        more.isVisible = kind != .foreign
        guard kind == .tracks else {
            (list.onRemove, list.onMove) = (nil, nil)
            return
        }
        list.onRemove = { [weak self] in if let self { onRemove?($0, tracks.name) } }
        list.onMove = { [weak self] in if let self { onMove?($0, $1, tracks.name) } }
    }

    /// Reads all pages before showing any, so that unchanged rows stay in place.
    private func read(_ reading: PlaylistTracks, takesKeyboard: Bool) {
        onRequest?(reading.path, reading.rows.count) { [weak self] reply in
            guard let self, tracks.path == reading.path else { return }
            var reading = reading
            reading.take(reply)
            guard reading.isComplete else { return read(reading, takesKeyboard: takesKeyboard) }
            tracks = reading
            list.follow()
            showCount()
            stack.page = tracks.rows.isEmpty ? "nothing" : "list"
            if takesKeyboard { tracks.rows.isEmpty ? back.focus() : list.takeKeyboard() }
        }
    }

    private func showCount() {
        let number = counted("%d track", "%d tracks", count: tracks.rows.count)
        count.text = tracks.length.map { "\(number) · \(ClockText.text($0))" } ?? number
        play.isSensitive = !tracks.rows.isEmpty
    }
}
