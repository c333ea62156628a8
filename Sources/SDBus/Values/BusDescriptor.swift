import Glibc

/// An open file descriptor that has come over the bus, or is to go over it. It is closed when nobody holds this object
/// any more.
public final class BusDescriptor: Sendable, Hashable {
    /// The number of the descriptor, for as long as this object lives.
    public let number: Int32

    /// Takes over the caller's descriptor.
    public init(consuming number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Two objects are never the same descriptor.
    public static func == (left: BusDescriptor, right: BusDescriptor) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(number)
    }
}
