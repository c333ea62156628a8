import CAdwaita
import SegueWindowModel

/// The albums that were played last, as covers. A click plays an album. Hidden without albums.
final class RecentAlbums {
    /// The largest number of albums.
    static let most = 5
    /// The side of a cover, in pixels of the desktop.
    private static let side = 96

    let box = Box(GTK_ORIENTATION_VERTICAL, spacing: 6)
    private let row = Box(GTK_ORIENTATION_HORIZONTAL)
    private let loader = CoverLoader(size: side, kept: most)
    private var covers = EmbeddedCovers()
    private var shown: [(album: MusicBrowser.Row, button: Button, cover: Thumbnail)] = []

    /// Called to play everything that a query finds.
    var onPlay: ((_ query: String, _ title: String) -> Void)?
    /// Called to request the covers embedded in these files; nil is a failure.
    var onCovers: ((_ uris: [String], @escaping ([String]?) -> Void) -> Void)?

    init() {
        let scroller = Scroller(row, horizontally: true)
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER)
        gtk_scrolled_window_set_propagate_natural_width(scroller.opaque, 1)
        scroller.aligned(GTK_ALIGN_CENTER)
        box.append(Label(translated("Played Last")).styled("heading"))
        box.append(scroller)
        box.isVisible = false
        Thumbnail.follow(row, loader, side: Self.side)
        loader.onLoad = { [weak self] in self?.showCovers() }
    }

    func show(_ albums: [MusicBrowser.Row]) {
        guard albums != shown.map(\.album) else { return }
        for (_, button, _) in shown { gtk_box_remove(row.typed(), button.widget) }
        shown = albums.map { album in
            let cover = Thumbnail(side: Self.side)
            let button = Button(cover, name: translated("Play “%s”", album.title)).styled("flat")
            if case .level(let level) = album.target, let query = level.query {
                button.onClick { [weak self] in self?.onPlay?(query, album.title) }
            }
            row.append(button)
            return (album, button, cover)
        }
        box.isVisible = !albums.isEmpty
        showCovers()
        guard let request = covers.request(for: albums) else { return }
        onCovers?(request) { [weak self] answer in
            self?.covers.take(answer)
            self?.showCovers()
        }
    }

    private func showCovers() {
        for (album, _, cover) in shown {
            // A cover is not drawn until it is known that there is no picture, so that it is never replaced.
            let isOpen = covers.isOpen(album)
            let name = album.coverName ?? album.title
            cover.show(isOpen ? nil : loader.texture(covers.uri(of: album), name: name), icon: album.icon)
        }
    }
}
