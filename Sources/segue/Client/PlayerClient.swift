import SDBus
import SegueClient
import SegueKit
import SegueMPRIS

/// The verbs' connection to the running player: calls to its objects, one after the other. Each call blocks until the
/// reply.
final class PlayerClient {
    /// Longer than the player takes to try three tracks that do not load, at the longest `loadTimeout`.
    static let navigationTimeout: Int64 = 370_000_000_000
    /// The longest scan of a large music folder.
    static let scanTimeout: Int64 = 1_800_000_000_000

    let loop: EventLoop
    let bus: Bus
    /// The time that a call waits for its reply, unless the call sets its own limit, in nanoseconds.
    private let patience: Int64
    /// The bus name of the player; nil if none is running.
    private(set) var name: String?

    /// Connects to the session bus and looks for the player named on the command line. Without a name, prefers the
    /// player with the well-known name to an additional one.
    ///
    /// Throws `CommandFailure` if there is no session bus.
    /// Throws `CommandFailure` when there is no session bus.
    init(patience: Int64 = Bus.defaultTimeout) throws {
        self.patience = patience
        do {
            loop = try EventLoop()
            bus = try Bus.openUser(on: loop)
            name = try Self.find(on: bus, patience: patience)
        } catch let error as BusError where error.kind == .noServer || error.kind == .disconnected {
            throw CommandFailure(
                "There is no session bus to control the player. "
                    + "Run this in a desktop session, or inside `dbus-run-session`.")
        } catch {
            throw CommandFailure("The session bus can't be used: \(error)")
        }
    }

    /// Connects like `init`, for verbs that need a running player.
    ///
    /// Throws `CommandFailure` if none is running.
    static func connect(patience: Int64 = Bus.defaultTimeout) throws -> PlayerClient {
        let client = try PlayerClient(patience: patience)
        guard client.name != nil else { throw noPlayer }
        return client
    }

    /// Looks for a player again, after one was started.
    func refresh() throws(BusError) {
        name = try Self.find(on: bus, patience: patience)
    }

    /// Returns the names of the running players that a person has named.
    func namedInstances() throws(BusError) -> [String] {
        try Self.names(on: bus, patience: patience).compactMap(BusNames.instanceName).sorted()
    }

    // MARK: - Calls

    /// Calls the player and waits for the reply. `remedies` are sentences to append to the player's sentence, by error.
    @discardableResult
    func call(
        _ member: String, on interface: PlayerInterface, _ arguments: [BusValue] = [],
        timeout: Int64? = nil, remedies: [BusError.Name: String] = [:]
    ) throws -> [BusValue] {
        try answered(remedies) {
            try bus.callAndWait(busCall(member, on: interface, arguments), timeout: timeout ?? patience)
        }
    }

    /// Returns all properties of the interface, by name.
    func properties(of interface: PlayerInterface) throws -> [String: BusValue] {
        let reply = try answered {
            try bus.callAndWait(interface.getAll(from: name ?? PlayerInstance.chosen.busName), timeout: patience)
        }
        return reply.first?.asProperties ?? [:]
    }

    func property(_ property: String, of interface: PlayerInterface) throws -> BusValue {
        let reply = try answered {
            try bus.callAndWait(interface.get(property, from: name ?? PlayerInstance.chosen.busName), timeout: patience)
        }
        guard let value = reply.first else { throw CommandFailure("The player did not answer with its \(property).") }
        return value.unwrapped
    }

    func set(_ property: String, of interface: PlayerInterface, to value: BusValue) throws {
        _ = try answered {
            try bus.callAndWait(
                interface.set(property, to: value, at: name ?? PlayerInstance.chosen.busName), timeout: patience)
        }
    }

    // MARK: - Errors

    static let noPlayer: CommandFailure = {
        let instance = PlayerInstance.chosen
        let player = instance.name.map { "No player “\($0)”" } ?? "No player"
        return CommandFailure("\(player) is running. `\(instance.command) play` starts one.")
    }()

    private func answered<Answer>(
        _ remedies: [BusError.Name: String] = [:], _ call: () throws -> Answer
    ) throws -> Answer {
        do {
            return try call()
        } catch let error as BusError {
            let failure = Self.failure(error)
            throw remedies[error.kind].map { CommandFailure("\(failure.sentence) \($0)") } ?? failure
        }
    }

    /// Returns the failure for an error of the player or the bus.
    static func failure(_ error: BusError) -> CommandFailure {
        switch error.kind {
        case .serviceUnknown, .nameHasNoOwner: noPlayer
        case .disconnected: CommandFailure("The player ended before it answered.")
        case .noReply: CommandFailure("The player did not answer in time.")
        default: CommandFailure(error.message)
        }
    }

    // MARK: - Messages

    func busCall(_ member: String, on interface: PlayerInterface, _ arguments: [BusValue]) -> BusCall {
        interface.call(member, arguments, to: name ?? PlayerInstance.chosen.busName)
    }

    private static func names(on bus: Bus, patience: Int64) throws(BusError) -> [String] {
        try bus.callAndWait(BusDaemon.call("ListNames"), timeout: patience).first?.asStrings ?? []
    }

    private static func find(on bus: Bus, patience: Int64) throws(BusError) -> String? {
        let names = try names(on: bus, patience: patience)
        let wanted = PlayerInstance.chosen.busName
        if names.contains(wanted) { return wanted }
        return PlayerInstance.chosen.name == nil ? names.filter(BusNames.isInstance).min() : nil
    }
}
