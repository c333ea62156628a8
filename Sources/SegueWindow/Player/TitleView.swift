import CAdwaita
import SegueClient
import SegueWindowModel

/// The current track, in words.
final class TitleView {
    let box = Box(GTK_ORIENTATION_VERTICAL, spacing: 4)
    private let title = Label(lines: 2).styled("title-2").centered()
    private let artists = Label().centered()
    private let album = Label().styled("dim-label").centered()
    private let menu = MenuButton(icon: "view-more-symbolic", name: translated("Track Menu"))
    private let love = ToggleButton(icon: TitleView.heart, name: translated("Favourite"))
    private static let heart = "emote-love-symbolic"
    private static let outline = "io.github.segueplayer.Segue-heart-outline-symbolic"
    /// The outline of a heart, which is installed with the window; without an installation, the heart.
    private lazy var plain = love.knowsIcon(Self.outline) ? Self.outline : Self.heart

    init() {
        love.styled("circular", "flat").aligned(nil, GTK_ALIGN_START)
        love.action("win.love")
        menu.styled("circular", "flat").aligned(nil, GTK_ALIGN_START)
        menu.setMenu { Menus.track() }
        box.append(CenterBox(start: menu, center: title, end: love))
        for label in [artists, album] { box.append(label) }
    }

    /// Shows the artists and, during a fade, the track's own time, because the strip shows that of the outgoing track.
    private func showLine() {
        let parts = [track?.artistLine.keptApart ?? "", time].filter { !$0.isEmpty }
        artists.text = parts.joined(separator: " · ")
        artists.isVisible = !artists.text.isEmpty
    }

    /// The track's own time; empty if the seek bar shows the same time.
    var time = "" {
        didSet { if time != oldValue { showLine() } }
    }

    private var track: TrackSummary?

    func show(_ track: TrackSummary?) {
        self.track = track
        for button in [menu, love] as [Widget] { button.isVisible = track != nil }
        love.icon = track?.isFavourite == true ? Self.heart : plain
        love.setStyle("accent", track?.isFavourite == true)
        title.text = track?.title ?? ""
        showLine()
        album.text = track?.album ?? ""
        album.isVisible = !album.text.isEmpty
    }
}
