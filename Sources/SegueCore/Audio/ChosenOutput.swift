/// An output that was chosen in the place of the configured one.
public struct ChosenOutput: Sendable, Hashable {
    /// The name of the output that a person or client has chosen.
    public var name: String
    /// The output that the configuration names.
    public var configured: String

    /// A choice, with what it takes the place of.
    public init(name: String, configured: String) {
        self.name = name
        self.configured = configured
    }

    /// Whether the choice still holds: an edit of the configuration takes its place, and it must be one that a client
    /// could make.
    func holds(against configured: String) -> Bool {
        configured == self.configured && OutputSelection(name).isOpenToClients
    }
}
