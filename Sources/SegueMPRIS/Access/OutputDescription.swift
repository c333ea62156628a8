/// An output that can be selected.
public struct OutputDescription: Sendable, Hashable {
    /// The name for `Command.selectOutput`.
    public var name: String
    /// The name shown to people.
    public var description: String
    public var isCurrent: Bool

    public init(name: String, description: String, isCurrent: Bool) {
        self.name = name
        self.description = description
        self.isCurrent = isCurrent
    }
}
