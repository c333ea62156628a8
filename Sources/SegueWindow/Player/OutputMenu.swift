import CAdwaita
import SDBus

/// The outputs that can be chosen, asked for each time the menu opens.
final class OutputMenu {
    let button = MenuButton(icon: "audio-speakers-symbolic", name: translated("Output")).styled("flat", "circular")
    private let menu = Menu()
    /// Asks for the outputs.
    var onOpen: (() -> Void)?

    init() {
        button.setMenu(menu)
        gtk_menu_button_set_direction(button.opaque, GTK_ARROW_UP)
        button.onOpen { [weak self] in self?.onOpen?() }
    }

    /// Shows the answer of `ListOutputs`; returns the output that is in use.
    func show(_ outputs: [Output]) -> String {
        menu.removeAll()
        for output in outputs { menu.choice(output.title, "win.output", output.name) }
        return outputs.first(where: \.isInUse)?.name ?? ""
    }

    struct Output {
        let name: String
        let title: String
        let isInUse: Bool

        /// The outputs in an answer of `ListOutputs`.
        static func all(in reply: [BusValue]) -> [Output] {
            (reply.first?.asArray ?? []).compactMap(\.asStructure).compactMap { fields in
                guard fields.count == 3, let name = fields[0].asString else { return nil }
                let title = fields[1].asString ?? ""
                return Output(name: name, title: title.isEmpty ? name : title, isInUse: fields[2].asBoolean == true)
            }
        }
    }
}
