import CSystemd
import Glibc

/// A D-Bus error: answered by a peer, answered by this process, or caused by a failure of the connection.
public struct BusError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The D-Bus error name.
    public let name: String
    /// A sentence for display. Never empty: some clients crash on an error without text.
    public let message: String

    /// Creates an error. An empty `message` is replaced by a sentence that names the error.
    public init(name: String, message: String) {
        self.name = name
        self.message = message.isEmpty ? "The call failed with \(name)." : message
    }

    /// Creates an error. An empty `message` is replaced by a sentence that names the error.
    public init(_ name: Name, _ message: String) {
        self.init(name: name.rawValue, message: message)
    }

    /// The name, for comparisons and switches.
    public var kind: Name { Name(rawValue: name) }

    public var description: String { "\(message) (\(name))" }

    /// Well-known error names.
    public struct Name: RawRepresentable, Sendable, Hashable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        private init(standard: String) {
            rawValue = "org.freedesktop.DBus.Error." + standard
        }

        public static let failed = Name(standard: "Failed")
        public static let unknownMethod = Name(standard: "UnknownMethod")
        public static let unknownObject = Name(standard: "UnknownObject")
        public static let unknownInterface = Name(standard: "UnknownInterface")
        public static let unknownProperty = Name(standard: "UnknownProperty")
        public static let propertyReadOnly = Name(standard: "PropertyReadOnly")
        public static let invalidArguments = Name(standard: "InvalidArgs")
        public static let notSupported = Name(standard: "NotSupported")
        public static let fileNotFound = Name(standard: "FileNotFound")
        public static let fileExists = Name(standard: "FileExists")
        public static let accessDenied = Name(standard: "AccessDenied")
        public static let limitsExceeded = Name(standard: "LimitsExceeded")
        /// No answer came within the timeout, or the peer disconnected without one.
        public static let noReply = Name(standard: "NoReply")
        public static let nameHasNoOwner = Name(standard: "NameHasNoOwner")
        public static let serviceUnknown = Name(standard: "ServiceUnknown")
        /// There is no bus to connect to.
        public static let noServer = Name(standard: "NoServer")
        /// The connection was closed, by either side, or was lost.
        public static let disconnected = Name(standard: "Disconnected")
        /// Another connection owns the name. D-Bus has a reply code for this (DBUS_REQUEST_NAME_REPLY_EXISTS), but no
        /// error name.
        public static let nameTaken = Name(rawValue: "io.github.segueplayer.Segue.Error.NameTaken")
    }
}

extension BusError {
    /// Creates an error from a negative errno of sd-bus; either sign is accepted. `action` names the failed action, as
    /// the beginning of a sentence: "Cannot publish the interface".
    init(errno code: Int32, _ action: String) {
        let code = abs(code)
        self.init(Self.name(errno: code), "\(action): \(String(cString: strerror(code))).")
    }

    /// Reads and frees the error that sd-bus filled in; nil if it is not set.
    init?(consuming error: inout sd_bus_error) {
        defer { sd_bus_error_free(&error) }
        guard let name = error.name else { return nil }
        self.init(name: String(cString: name), message: error.message.map { String(cString: $0) } ?? "")
    }

    /// Fills the error passed to a callback of sd-bus; returns the negative errno that the callback has to return.
    func fill(_ error: UnsafeMutablePointer<sd_bus_error>?) -> Int32 {
        let result = sd_bus_error_set(error, sendableName, BusText.cleaned(message))
        return result < 0 ? result : -EIO
    }

    /// Sends this error as the answer to a call, unless the call wants no answer. Returns a negative errno if it can't
    /// be sent.
    @discardableResult
    func answer(to call: OpaquePointer) -> Int32 {
        sendableName.withCString { name in
            BusText.cleaned(message).withCString { text in
                var raw = sd_bus_error(name: name, message: text, _need_free: 0)
                return sd_bus_reply_method_error(call, &raw)
            }
        }
    }

    /// The value of `name`, or Failed if `name` is not valid on the bus.
    var sendableName: String {
        !name.utf8.contains(0) && sd_bus_interface_name_is_valid(name) > 0 ? name : Name.failed.rawValue
    }

    private static func name(errno code: Int32) -> Name {
        switch code {
        case ENOTCONN, ECONNRESET, ECONNABORTED, EPIPE, ESHUTDOWN: .disconnected
        case ENOENT, ECONNREFUSED, ENOMEDIUM: .noServer
        case ETIMEDOUT: .noReply
        case EINVAL, EBADMSG, ENXIO, EBADF, ENOTSOCK: .invalidArguments
        case EACCES, EPERM: .accessDenied
        case ENOBUFS, E2BIG, ENOMEM: .limitsExceeded
        case EOPNOTSUPP: .notSupported
        default: .failed
        }
    }
}
