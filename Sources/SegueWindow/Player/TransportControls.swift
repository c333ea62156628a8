import CAdwaita
import SDBus
import SegueClient
import SegueWindowModel

/// The transport buttons, with the same number on both sides of play and pause.
final class TransportControls {
    let box = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 6).aligned(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
    private let shuffle = ToggleButton(icon: "media-playlist-shuffle-symbolic", name: translated("Shuffle"))
    private let previous = Button(icon: "media-skip-backward-symbolic", name: translated("Previous Track"))
    private let toggle = Button(icon: "media-playback-start-symbolic", name: translated("Play"))
    private let next = Button(icon: "media-skip-forward-symbolic", name: translated("Next Track"))
    private let again = Button(icon: "media-playlist-consecutive-symbolic", name: translated("Repeat"))

    init(_ volume: VolumeButton, _ output: OutputMenu) {
        for button in [volume.button, shuffle, previous, toggle, next, again, output.button] as [Widget] {
            button.styled("circular", "flat").aligned(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
            box.append(button)
        }
        toggle.styled("suggested-action", "play-button")
        gtk_widget_remove_css_class(toggle.widget, "flat")
        shuffle.action("win.shuffle")
        previous.action("win.previous")
        toggle.action("win.toggle")
        next.action("win.next")
        again.action("win.repeat")
        box.leftToRight()
    }

    /// Focuses the play button, so that Space plays and pauses.
    func takeKeyboard() { toggle.focus() }

    func show(_ model: WindowModel) {
        let isPlaying = model.properties.isPlaying
        toggle.icon = isPlaying ? "media-playback-pause-symbolic" : "media-playback-start-symbolic"
        rename(toggle, isPlaying ? translated("Pause") : translated("Play"))
        switch model.properties.repeatMode {
        case "track":
            again.icon = "media-playlist-repeat-song-symbolic"
            rename(again, translated("Repeat: this track"))
        case "queue":
            again.icon = "media-playlist-repeat-symbolic"
            rename(again, translated("Repeat: the queue"))
        default:
            again.icon = "media-playlist-consecutive-symbolic"
            rename(again, translated("Repeat: off"))
        }
        again.setStyle("accent", model.properties.repeatMode != "off")
        switch model.properties.shuffle {
        case "smooth": rename(shuffle, translated("Shuffle: smooth"))
        case "on": rename(shuffle, translated("Shuffle: on"))
        default: rename(shuffle, translated("Shuffle: off"))
        }
        shuffle.setStyle("accent", model.properties.shuffle == "smooth")
    }

    private func rename(_ button: Button, _ name: String) {
        if button.tooltip != name { button.rename(name) }
    }
}
