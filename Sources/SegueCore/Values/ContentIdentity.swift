/// The identity of a file's content, independent of the file's location. Two identities are equal for the same content.
public struct ContentIdentity: Sendable, Hashable {
    /// The identity as saved on disk.
    public let text: String

    /// Creates the identity saved as `text`.
    public init(text: String) {
        self.text = text
    }
}
