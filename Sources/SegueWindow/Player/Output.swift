import SDBus

/// An output that can be selected.
struct Output {
    /// The name that lets the player select the first working output.
    static let automatic = "auto"

    /// The name used by the player.
    let name: String
    /// The name shown to people.
    let title: String

    /// Returns the selectable outputs: the automatic choice, then the outputs in an answer of `ListOutputs`. The
    /// current choice is always included, even if the player does not find it.
    static func choices(in reply: [BusValue], chosen: String) -> [Output] {
        let found = (reply.first?.asArray ?? []).compactMap(\.asStructure).compactMap { fields -> Output? in
            guard fields.count == 3, let name = fields[0].asString else { return nil }
            let title = name == "null" ? translated("Silence, in real time") : fields[1].asString ?? ""
            return Output(name: name, title: title.isEmpty ? name : title)
        }
        let known = [Output(name: automatic, title: translated("Automatic"))] + found
        return known.contains { $0.name == chosen } ? known : known + [Output(name: chosen, title: chosen)]
    }
}
