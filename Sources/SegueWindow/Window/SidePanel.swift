import CAdwaita
import SegueWindowModel

/// The panel beside the current track: the music library, the queue, the lyrics and the playlists.
final class SidePanel {
    let box = Box(GTK_ORIENTATION_VERTICAL)
    let music = MusicPage()
    let queue = QueuePage()
    let lyrics = LyricsPage()
    let playlists = PlaylistsPage()
    private let stack = Widget(adw_view_stack_new())
    /// The pages, over which toasts appear.
    let area: ToastArea
    /// The page switcher below the pages.
    let footer = Widget(adw_view_switcher_bar_new())
    private let title = Widget(adw_window_title_new("", ""))
    let header: HeaderBar
    /// The button that leads back to the player page while the panel covers it.
    let back = Button(icon: "go-previous-symbolic", name: translated("Show What Plays")).action("win.panel")
    /// Called when another page becomes visible.
    var onPage: (() -> Void)?

    init() {
        header = HeaderBar(title: title)
        area = ToastArea(stack)
        header.packStart(back)
        adw_view_stack_set_hhomogeneous(stack.opaque, 0)
        adw_view_stack_set_vhomogeneous(stack.opaque, 0)
        adw_view_switcher_bar_set_stack(footer.opaque, stack.opaque)
        adw_view_switcher_bar_set_reveal(footer.opaque, 1)
        add(music.box, "music", translated("Music"), "folder-music-symbolic")
        add(queue.box, "queue", translated("Queue"), "view-list-symbolic")
        add(lyrics.stack, "lyrics", translated("Lyrics"), "format-justify-left-symbolic")
        add(playlists.stack, "playlists", translated("Playlists"), "view-list-ordered-symbolic")
        page = "queue"
        box.append(header)
        box.append(Self.withoutWidth(area.overlay).expanding(vertically: true))
        box.append(footer)
        gtk_widget_set_size_request(box.widget, 320, -1)
        stack.onChange(of: "visible-child-name") { [weak self] in
            guard let self else { return }
            showTitle()
            onPage?()
        }
        showTitle()
    }

    /// Returns a container whose natural width does not depend on the pages in it. The natural width of the panel is
    /// then that of its tabs, whatever the page.
    private static func withoutWidth(_ pages: Widget) -> Widget {
        let frame = Widget(gtk_scrolled_window_new())
        gtk_scrolled_window_set_child(frame.opaque, pages.widget)
        gtk_scrolled_window_set_policy(frame.opaque, GTK_POLICY_EXTERNAL, GTK_POLICY_NEVER)
        frame.switchOff(gtk_shortcut_controller_get_type())
        return frame
    }

    private func showTitle() {
        guard let child = adw_view_stack_get_visible_child(stack.opaque) else { return }
        let page = adw_view_stack_get_page(stack.opaque, child)
        adw_window_title_set_title(title.opaque, adw_view_stack_page_get_title(page))
    }

    private func add(_ page: Widget, _ name: String, _ title: String, _ icon: String) {
        adw_view_stack_add_titled_with_icon(stack.opaque, page.widget, name, title, icon)
    }

    var page: String {
        get { adw_view_stack_get_visible_child_name(stack.opaque).map { String(cString: $0) } ?? "" }
        set { adw_view_stack_set_visible_child_name(stack.opaque, newValue) }
    }

    func show(_ model: WindowModel) {
        queue.show(model)
        lyrics.show(model)
    }
}
