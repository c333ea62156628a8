import Glibc

/// The failure of a system call that the loop requires.
public struct EventLoopError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The name of the call as in the manual: `eventfd`, `signalfd`, `pthread_create`.
    public var call: String
    /// The errno of the call.
    public var code: Int32

    public init(call: String, code: Int32) {
        self.call = call
        self.code = code
    }

    public var description: String {
        "\(call) failed: \(String(cString: strerror(code)))"
    }
}
