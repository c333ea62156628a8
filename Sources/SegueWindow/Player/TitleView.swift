import CAdwaita
import SegueClient
import SegueWindowModel

/// What plays, in words.
final class TitleView {
    let box = Box(GTK_ORIENTATION_VERTICAL, spacing: 4)
    private let title = Label(lines: 2).styled("title-2").centered()
    private let artists = Label().centered()
    private let album = Label().styled("dim-label").centered()

    init() {
        for label in [title, artists, album] { box.append(label) }
    }

    func show(_ track: TrackSummary?) {
        title.text = track?.title ?? ""
        artists.text = track?.artistLine ?? ""
        album.text = track?.album ?? ""
        artists.isVisible = !artists.text.isEmpty
        album.isVisible = !album.text.isEmpty
    }
}
