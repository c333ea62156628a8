import CAdwaita
import SegueWindowModel

/// The volume, in a popover.
final class VolumeButton {
    let button = MenuButton(icon: "audio-volume-high-symbolic", name: translated("Volume")).styled("flat", "circular")
    private let scale = Scale(GTK_ORIENTATION_VERTICAL, maximum: 1, step: 0.05, page: 0.1)
    /// Asks for a volume, 0…1.
    var onWish: ((Double) -> Void)?

    init() {
        gtk_range_set_inverted(scale.typed(), 1)
        scale.setName(translated("Volume"))
        gtk_widget_set_size_request(scale.widget, -1, 160)
        let popover = Widget(gtk_popover_new())
        gtk_popover_set_child(popover.typed(), scale.widget)
        button.setPopover(popover)
        gtk_menu_button_set_direction(button.opaque, GTK_ARROW_UP)
        scale.onWish { [weak self] in self?.onWish?(min(max($0, 0), 1)) }
    }

    func show(_ volume: Double, isMuted: Bool) {
        scale.value = volume
        let percent = Int((volume * 100).rounded())
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
