import SDBus
import SegueMPRIS

/// The window on the bus: `org.freedesktop.Application`, through which the player raises the window, and through which
/// a second start of the program finds the first.
final class WindowService {
    /// Called to raise the window, with the token that a compositor requires.
    var onActivate: ((_ token: String?) -> Void)?
    /// Called to play these URIs and to raise the window.
    var onOpen: ((_ uris: [String], _ token: String?) -> Void)?

    /// Called to search the music for these words and to raise the window.
    var onSearch: ((_ words: String, _ token: String?) -> Void)?

    private var slot: Slot?
    private var succession: Slot?
    /// The time within which a window must reply before it is considered hanging.
    static let patience: Int64 = 2_000_000_000

    /// Publishes the window on a bus. Returns false if there is another window.
    func appear(on bus: Bus) -> Bool {
        do throws(BusError) {
            if slot == nil { slot = try bus.publish(definition, at: BusNames.windowPath) }
            try bus.requestName(BusNames.window)
            return true
        } catch {
            return error.kind != .nameTaken
        }
    }

    /// Takes over the name when the window that owns it is closed, so that the desktop finds this window.
    func succeed(on bus: Bus) {
        succession = try? bus.watch(name: BusNames.window) { [weak self, weak bus] owner in
            guard owner == nil, let self, let bus else { return }
            _ = appear(on: bus)
        }
    }

    /// Releases the bus, which has disconnected.
    func leave() {
        slot = nil
        succession = nil
    }

    /// Forwards the request to the existing window. Returns false if that window has closed meanwhile.
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
