/// An output chosen instead of the configured one.
public struct ChosenOutput: Sendable, Hashable {
    /// The name of the output that the user or a client chose.
    public var name: String
    /// The output that the configuration names.
    public var configured: String

    /// Creates a choice from the chosen output and the configured output that it replaces.
    public init(name: String, configured: String) {
        self.name = name
        self.configured = configured
    }

    /// True if the choice is still in effect. An edit of the configured output replaces the choice, and clients must be
    /// allowed to choose the output.
    func holds(against configured: String) -> Bool {
        configured == self.configured && OutputSelection(name).isOpenToClients
    }
}
