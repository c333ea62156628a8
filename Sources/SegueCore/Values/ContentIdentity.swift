/// Tells a file by its content, wherever the file lies. Two identities are equal for the same content.
public struct ContentIdentity: Sendable, Hashable {
    /// The identity as it is kept on disk.
    public let text: String

    /// The identity that was kept as `text`.
    public init(text: String) {
        self.text = text
    }
}
