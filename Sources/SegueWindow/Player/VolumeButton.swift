import CAdwaita
import SegueWindowModel

/// The volume and the mute switch, in a popover.
final class VolumeButton {
    let button = MenuButton(icon: "audio-volume-high-symbolic", name: translated("Volume")).styled("flat", "circular")
    private let scale = Scale(GTK_ORIENTATION_VERTICAL, maximum: 1, step: 0.05, page: 0.1)
    private let mute = ToggleButton(icon: "audio-volume-muted-symbolic", name: translated("Mute"))
    private let number = Label().styled("caption", "numeric")
    private let scroll = ScrollController()
    /// Called to set the volume, 0…1.
    var onWish: ((Double) -> Void)?
    /// Called to mute or to unmute.
    var onMute: ((Bool) -> Void)?

    init() {
        gtk_range_set_inverted(scale.typed(), 1)
        scale.setName(translated("Volume"))
        gtk_widget_set_size_request(scale.widget, -1, 160)
        let popover = Widget(gtk_popover_new())
        mute.styled("flat", "circular").aligned(GTK_ALIGN_CENTER)
        let controls = Box(GTK_ORIENTATION_VERTICAL, spacing: 6, [number, scale, mute])
        gtk_popover_set_child(popover.typed(), controls.widget)
        button.setPopover(popover)
        gtk_menu_button_set_direction(button.opaque, GTK_ARROW_UP)
        scale.onWish { [weak self] in self?.onWish?(min(max($0, 0), 1)) }
        scroll.onScroll { [weak self] steps in
            guard let self else { return }
            // The next step may precede the player's reply to this one.
            scale.value = min(max(scale.value - steps * 0.05, 0), 1)
            onWish?(scale.value)
        }
        button.add(scroll)
        mute.onClick { [weak self] in
            guard let self else { return }
            onMute?(mute.isActive)
        }
    }

    func show(_ volume: Double, isMuted: Bool) {
        scale.value = volume
        mute.isActive = isMuted
        let percent = Int((volume * 100).rounded())
        number.text = translated("%s %%", "\(percent)")
        scale.describe(number.text)
        let name = isMuted ? translated("Volume: muted") : translated("Volume: %s %%", "\(percent)")
        if button.tooltip != name {
            button.tooltip = name
            button.setName(name)
        }
        button.icon =
            isMuted || volume <= 0
            ? "audio-volume-muted-symbolic"
            : volume < 0.34
                ? "audio-volume-low-symbolic"
                : volume < 0.67 ? "audio-volume-medium-symbolic" : "audio-volume-high-symbolic"
    }
}
