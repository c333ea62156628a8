/// An output that can be chosen.
public struct OutputDescription: Sendable, Hashable {
    /// The name that `Command.selectOutput` takes.
    public var name: String
    /// For people.
    public var description: String
    public var isCurrent: Bool

    public init(name: String, description: String, isCurrent: Bool) {
        self.name = name
        self.description = description
        self.isCurrent = isCurrent
    }
}
