/// An interface to be published: its members and their handlers. sd-bus adds Introspectable, Peer and Properties.
///
/// Names must be valid member names, and signatures valid signatures; otherwise publishing fails. All closures are
/// called on the loop's thread.
public struct InterfaceDefinition {
    public var name: String
    public var methods: [BusMethod]
    public var properties: [BusProperty]
    public var signals: [BusSignalDefinition]

    public init(
        name: String, methods: [BusMethod] = [], properties: [BusProperty] = [], signals: [BusSignalDefinition] = []
    ) {
        self.name = name
        self.methods = methods
        self.properties = properties
        self.signals = signals
    }
}

/// An argument of a method or a signal, as introspection shows it.
public struct BusArgument: Sendable, Hashable {
    /// A valid member name.
    public var name: String
    /// One complete type.
    public var signature: String

    public init(_ name: String, _ signature: String) {
        self.name = name
        self.signature = signature
    }
}

/// A method and its handler.
public struct BusMethod {
    public var name: String
    public var arguments: [BusArgument]
    public var results: [BusArgument]
    /// Shown in introspection as org.freedesktop.DBus.Deprecated.
    public var isDeprecated: Bool
    /// Called with arguments of exactly the declared types; sd-bus answers other calls with InvalidArgs. Signals
    /// emitted by the handler are sent before the reply.
    public var handler: (MethodCall) -> MethodReply

    public init(
        _ name: String, in arguments: [BusArgument] = [], out results: [BusArgument] = [], isDeprecated: Bool = false,
        handler: @escaping (MethodCall) -> MethodReply
    ) {
        self.name = name
        self.arguments = arguments
        self.results = results
        self.isDeprecated = isDeprecated
        self.handler = handler
    }
}

/// The answer of a handler.
public enum MethodReply: Sendable {
    /// Values of exactly the declared result types; any other value traps.
    case values([BusValue])
    case failure(BusError)
    /// The handler has retained the `MethodCall` and answers later.
    case deferred
}

/// The promise of a property about its changes: the annotation org.freedesktop.DBus.Property.EmitsChangedSignal. The
/// promise itself emits nothing: the code that changes the value calls `Bus.emitPropertiesChanged`.
public enum EmitsChanged: Sendable, Hashable {
    /// PropertiesChanged with the value.
    case yes
    /// PropertiesChanged with the name only.
    case invalidates
    /// No signal.
    case no
    /// The value never changes. Not for a property that can be set.
    case const
}

/// A property with its getter and setter.
public struct BusProperty {
    public var name: String
    /// One complete type.
    public var signature: String
    public var emits: EmitsChanged
    /// Returns a value of exactly the declared type; any other value traps.
    public var get: () -> BusValue
    /// Called with a value of exactly the declared type; sd-bus answers other calls with InvalidArgs. Nil for a
    /// read-only property. The setter must not publish or remove objects: sd-bus would start over and set the value
    /// twice.
    public var set: ((BusValue) throws(BusError) -> Void)?

    public init(
        _ name: String, _ signature: String, emits: EmitsChanged = .yes, get: @escaping () -> BusValue,
        set: ((BusValue) throws(BusError) -> Void)? = nil
    ) {
        precondition(set == nil || emits != .const, "\(name) can be set, so it is not constant")
        self.name = name
        self.signature = signature
        self.emits = emits
        self.get = get
        self.set = set
    }
}

/// A signal, as introspection shows it.
public struct BusSignalDefinition: Sendable, Hashable {
    public var name: String
    public var arguments: [BusArgument]

    public init(_ name: String, _ arguments: [BusArgument] = []) {
        self.name = name
        self.arguments = arguments
    }
}
