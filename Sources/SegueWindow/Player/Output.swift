import SDBus

/// An output that can be chosen.
struct Output {
    /// Lets the player take the first output that works.
    static let automatic = "auto"

    /// What the player calls it.
    let name: String
    /// What people call it.
    let title: String

    /// What can be chosen: the player's own choice, and then the outputs in an answer of `ListOutputs`. What is chosen
    /// now is always among them, also where the player does not find it.
    static func choices(in reply: [BusValue], chosen: String) -> [Output] {
        let found = (reply.first?.asArray ?? []).compactMap(\.asStructure).compactMap { fields -> Output? in
            guard fields.count == 3, let name = fields[0].asString else { return nil }
            let title = fields[1].asString ?? ""
            return Output(name: name, title: title.isEmpty ? name : title)
        }
        let known = [Output(name: automatic, title: translated("Automatic"))] + found
        return known.contains { $0.name == chosen } ? known : known + [Output(name: chosen, title: chosen)]
    }
}
