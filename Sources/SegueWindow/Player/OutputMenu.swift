import CAdwaita

/// The selectable outputs, read each time the menu opens.
final class OutputMenu {
    let button = MenuButton(icon: "audio-headphones-symbolic", name: translated("Output")).styled("flat", "circular")
    private let menu = Menu()
    /// Called to read the outputs.
    var onOpen: (() -> Void)?

    init() {
        button.setMenu { [menu] in menu }
        gtk_menu_button_set_direction(button.opaque, GTK_ARROW_UP)
        button.onOpen { [weak self] in self?.onOpen?() }
    }

    func show(_ outputs: [Output]) {
        menu.removeAll()
        for output in outputs {
            // A single underscore would mark a mnemonic.
            let title = output.title.split(separator: "_", omittingEmptySubsequences: false).joined(separator: "__")
            menu.choice(title, "win.output", output.name)
        }
        button.itemsChanged()
    }
}
