import CAdwaita
import SegueClient
import SegueWindowModel

/// What plays, in words.
final class TitleView {
    let box = Box(GTK_ORIENTATION_VERTICAL, spacing: 4)
    private let title = Label(lines: 2).styled("title-2").centered()
    private let artists = Label().centered()
    private let album = Label().styled("dim-label").centered()
    private let love = ToggleButton(icon: "emote-love-symbolic", name: translated("Favourite"))

    init() {
        love.styled("circular", "flat").aligned(nil, GTK_ALIGN_START)
        love.action("win.love")
        box.append(CenterBox(start: nil, center: title, end: love))
        for label in [artists, album] { box.append(label) }
    }

    func show(_ track: TrackSummary?) {
        love.isVisible = track != nil
        love.setStyle("accent", track?.isFavourite == true)
        title.text = track?.title ?? ""
        artists.text = track?.artistLine ?? ""
        album.text = track?.album ?? ""
        artists.isVisible = !artists.text.isEmpty
        album.isVisible = !album.text.isEmpty
    }
}
