import Glibc

/// A system call that the loop cannot do without failed.
public struct EventLoopError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The call, as in the manual: `eventfd`, `signalfd`, `pthread_create`.
    public var call: String
    /// The call's errno.
    public var code: Int32

    public init(call: String, code: Int32) {
        self.call = call
        self.code = code
    }

    public var description: String {
        "\(call) failed: \(String(cString: strerror(code)))"
    }
}
