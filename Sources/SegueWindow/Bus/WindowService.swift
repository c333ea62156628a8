import SDBus
import SegueMPRIS

/// The window on the bus: `org.freedesktop.Application`, through which the player brings it up, and through which a
/// second start of the program finds the first.
final class WindowService {
    /// Asks to bring the window up, with the token that a compositor wants to see.
    var onActivate: ((_ token: String?) -> Void)?
    /// Asks to play these and to bring the window up.
    var onOpen: ((_ uris: [String], _ token: String?) -> Void)?

    /// Asks to search the music for these words and to bring the window up.
    var onSearch: ((_ words: String, _ token: String?) -> Void)?

    private var slot: Slot?
    private var succession: Slot?
    /// How long a window may take to answer before it counts as one that hangs.
    static let patience: Int64 = 2_000_000_000

    /// Puts the window on a bus. False when another window is there.
    func appear(on bus: Bus) -> Bool {
        do throws(BusError) {
            if slot == nil { slot = try bus.publish(definition, at: BusNames.windowPath) }
            try bus.requestName(BusNames.window)
            return true
        } catch {
            return error.kind != .nameTaken
        }
    }

    /// Takes the name over when the window that has it is closed: the desktop finds this one then.
    func succeed(on bus: Bus) {
        succession = try? bus.watch(name: BusNames.window) { [weak self, weak bus] owner in
            guard owner == nil, let self, let bus else { return }
            _ = appear(on: bus)
        }
    }

    /// Forgets the bus, which is gone.
    func leave() {
        slot = nil
        succession = nil
    }

    /// Hands over to the window that is there; false when it has gone meanwhile.
    static func forward(_ uris: [String], token: String?, on bus: Bus) -> Bool {
        let data = BusValue.properties(token.map { ["activation-token": .string($0)] } ?? [:])
        let call = BusCall(
            destination: BusNames.window, path: BusNames.windowPath, interface: BusNames.applicationInterface,
            member: uris.isEmpty ? "Activate" : "Open", arguments: uris.isEmpty ? [data] : [.strings(uris), data],
            startsDestination: false)
        return (try? bus.callAndWait(call, timeout: patience)) != nil
    }

    private var definition: InterfaceDefinition {
        let data = BusArgument("platform_data", "a{sv}")
        return InterfaceDefinition(
            name: BusNames.applicationInterface,
            methods: [
                BusMethod("Activate", in: [data], out: []) { [weak self] call in
                    self?.onActivate?(Self.token(call.arguments.first))
                    return .values([])
                },
                BusMethod("Open", in: [BusArgument("uris", "as"), data], out: []) { [weak self] call in
                    self?.onOpen?(call.arguments.first?.asStrings ?? [], Self.token(call.arguments.last))
                    return .values([])
                },
                BusMethod(
                    "ActivateAction",
                    in: [BusArgument("action_name", "s"), BusArgument("parameter", "av"), data], out: []
                ) { [weak self] call in
                    guard call.arguments[0].asString == "search", let words = call.arguments[1].asArray?.first?.asString
                    else {
                        return .failure(
                            BusError(.invalidArguments, "The one action is search, with the words to look for."))
                    }
                    self?.onSearch?(words, Self.token(call.arguments.last))
                    return .values([])
                },
            ],
            properties: [], signals: [])
    }

    private static func token(_ data: BusValue?) -> String? {
        let values = data?.asProperties ?? [:]
        return (values["activation-token"] ?? values["desktop-startup-id"])?.asString
    }
}
