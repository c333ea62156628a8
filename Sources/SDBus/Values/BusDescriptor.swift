import Glibc

/// An open file descriptor received from the bus, or to be sent over it. The descriptor is closed when this object is
/// released.
public final class BusDescriptor: Sendable, Hashable {
    /// The number of the descriptor, valid while this object exists.
    public let number: Int32

    /// Takes ownership of the caller's descriptor.
    public init(consuming number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Returns true only for the same object: two objects never hold the same descriptor.
    public static func == (left: BusDescriptor, right: BusDescriptor) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(number)
    }
}
