import Glibc
public import SDBus
public import SegueCore

/// The player on the bus: MPRIS at `/org/mpris/MediaPlayer2`, our own interfaces at `/io/github/segueplayer/Segue`
/// (design.md, Names). It shows the player and passes commands to it; it decides nothing.
///
/// Confined to the bus's loop, its release included. Use: `publish`, `requestName`, then `announce` for each step of
/// the player.
public final class MPRISService {
    private let bus: Bus
    private let access: any PlayerAccess
    private let window: WindowPresence
    private let notifications: TrackNotifications
    private var slots: [Slot] = []
    private var names: [String] = []

    public init(bus: Bus, access: any PlayerAccess) {
        self.bus = bus
        self.access = access
        window = WindowPresence(bus: bus)
        notifications = TrackNotifications(bus: bus)
    }

    /// Puts all objects on the bus. To be called before the name is requested: clients ask for everything the moment
    /// the name appears, and most never ask again (mpris.md, B3). Does nothing the second time.
    ///
    /// Throws what the bus refuses; then nothing is published.
    public func publish() throws(BusError) {
        guard slots.isEmpty else { return }
        window.look()
        window.onChange = { [unowned self] isAvailable in
            self.bus.emitPropertiesChanged(
                of: BusNames.rootInterface, at: BusNames.standardPath, changed: [("CanRaise", .boolean(isAvailable))])
        }
        var interfaces = [
            (RootInterface.model, BusNames.standardPath),
            (PlayerInterface.model, BusNames.standardPath),
            (TrackListInterface.model, BusNames.standardPath),
            (CrossfadeInterface.mirror, BusNames.standardPath),
            (CrossfadeInterface.model, BusNames.ownPath),
            (TransitionsInterface.model, BusNames.ownPath),
            (QueueInterface.model, BusNames.ownPath),
            (ControlInterface.model(version: access.version), BusNames.ownPath),
            (ApplicationInterface.model, BusNames.ownPath),
        ]
        if access.keepsLibrary { interfaces.append((LibraryInterface.model, BusNames.ownPath)) }
        if access.keepsPlaylists {
            interfaces.append((PlaylistsInterface.model, BusNames.standardPath))
            interfaces.append((SavedPlaylistsInterface.model, BusNames.ownPath))
        }
        var slots: [Slot] = []
        for (interface, path) in interfaces { slots.append(try bus.publish(definition(of: interface), at: path)) }
        self.slots = slots
    }

    /// Takes the well-known name, without queueing for it, and returns the name that the player got. Waits for the bus.
    /// The player that has the plain name also takes the application's name, under which a desktop starts it.
    ///
    /// A player that a person has named asks for the name with `instance`. If another player has the name, this one
    /// takes `.instance<pid>` with `orAnother`, and adds a random number if need be (mpris.md, B2); without, throws
    /// `nameTaken`. Also throws what else the bus refuses.
    public func requestName(instance: String? = nil, orAnother: Bool) throws(BusError) -> String {
        let wanted = instance.map(BusNames.instance) ?? BusNames.player
        let numbered = "\(BusNames.player)\(BusNames.instanceSuffix)\(getpid())"
        let more = orAnother ? [numbered, "\(numbered)_\(UInt32.random(in: .min ... .max))"] : []
        let name = try take([wanted] + more)
        // If somebody else has this name, the desktop can't start the player, but all else works: no reason to fail.
        if name == BusNames.player { _ = try takeFirst(of: [BusNames.applicationID]) }
        return name
    }

    private func take(_ candidates: [String]) throws(BusError) -> String {
        guard let name = try takeFirst(of: candidates) else {
            throw BusError(.nameTaken, "Another player has the name \(candidates[0]).")
        }
        return name
    }

    /// The first of these names that is free; nil if none is.
    private func takeFirst(of candidates: [String]) throws(BusError) -> String? {
        for candidate in candidates {
            do {
                try bus.requestName(candidate)
                names.append(candidate)
                return candidate
            } catch {
                guard error.kind == .nameTaken else { throw error }
            }
        }
        return nil
    }

    /// Tells the bus what differs between two successive snapshots. To be called for each step of the player: when
    /// `PlayerAccess.snapshot` already gives the new snapshot, and before the callers that wait for the step's outcome
    /// are answered.
    public func announce(from old: Snapshot, to new: Snapshot, effects: [Effect]) {
        bus.checkConfinement()
        for announcement in Announcements.of(old, new, effects: effects, entries: access.entries(in:)) {
            switch announcement {
            case .properties(let interface, let path, let values):
                bus.emitPropertiesChanged(of: interface, at: path, changed: values.map { ($0.name, $0.value) })
            case .invalidated(let property, let interface, let path):
                bus.emitPropertiesChanged(of: interface, at: path, changed: [], invalidated: [property])
            case .signal(let signal, let interface, let path, let arguments):
                bus.emit(signal, of: interface, at: path, arguments)
            }
        }
        notifications.follow(new)
    }

    /// Tells the bus how far the scan of folders has come.
    public func announce(_ scan: ScanProgress) {
        bus.emit(
            "Scanning", of: BusNames.queueInterface, at: BusNames.ownPath,
            [.string(scan.location), .uint32(UInt32(clamping: scan.found)), .double(scan.part)])
    }

    /// Tells the bus that the music folders are being read, or that what is in them has changed.
    public func announce(_ library: LibraryState) {
        let (signal, count) = library.reading.map { ("Progress", $0) } ?? ("Changed", library.tracks ?? 0)
        bus.emit(signal, of: BusNames.libraryInterface, at: BusNames.ownPath, [.uint32(UInt32(clamping: count))])
    }

    /// Gives the names back, then takes the objects off the bus. The bus stays open.
    public func close() {
        bus.checkConfinement()
        for name in names { bus.releaseName(name) }
        names = []
        slots = []
    }

    private func definition(of interface: InterfaceModel) -> InterfaceDefinition {
        let responder = MethodResponder(bus: bus, access: access, window: window)
        return InterfaceDefinition(
            name: interface.name,
            methods: interface.methods.map { method in
                BusMethod(method.name, in: method.arguments, out: method.results) { call in
                    responder.respond(to: call, of: method)
                }
            },
            properties: interface.properties.map(definition), signals: interface.signals)
    }

    private func definition(of property: PropertyModel) -> BusProperty {
        let access = access
        let window = window
        func set(_ value: BusValue) throws(BusError) {
            guard let command = try property.set?(value, access.snapshot) else { return }
            if case .refused(let error) = access.perform(command) { throw BusError(error) }
        }
        return BusProperty(
            property.name, property.signature, emits: property.emits,
            get: { property.current(access, hasWindow: window.isAvailable) },
            set: property.set == nil ? nil : set)
    }
}
