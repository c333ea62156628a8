import Glibc
public import SDBus
public import SegueCore

/// The player on the bus: MPRIS at `/org/mpris/MediaPlayer2`, Segue's own interfaces at `/io/github/segueplayer/Segue`
/// (design.md, Names). The service publishes the player's state and forwards commands; it decides nothing.
///
/// Confined to the bus's loop, including its release. Call `publish` and `requestName`, then `announce` for each step
/// of the player.
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

    /// Publishes all objects on the bus. Call before requesting the name: clients query everything when the name
    /// appears, and most never query again (mpris.md, B3). Subsequent calls have no effect.
    ///
    /// Rethrows errors of the bus; then nothing is published.
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

    /// Acquires the well-known name, without queueing for it, and returns the name acquired. Blocks until the bus
    /// replies. The player with the default name also acquires the application's name, under which a desktop starts it.
    ///
    /// With `instance`, requests the name of a player that a person has named. If another player owns the name and
    /// `orAnother` is true, acquires `.instance<pid>`, with a random number appended if necessary (mpris.md, B2).
    /// Otherwise throws `nameTaken`. Also rethrows errors of the bus.
    public func requestName(instance: String? = nil, orAnother: Bool) throws(BusError) -> String {
        let wanted = instance.map(BusNames.instance) ?? BusNames.player
        let numbered = "\(BusNames.player)\(BusNames.instanceSuffix)\(getpid())"
        let more = orAnother ? [numbered, "\(numbered)_\(UInt32.random(in: .min ... .max))"] : []
        let name = try take([wanted] + more)
        // If another process owns this name, only starting from the desktop fails, so the failure is ignored.
        if name == BusNames.player { _ = try takeFirst(of: [BusNames.applicationID]) }
        return name
    }

    private func take(_ candidates: [String]) throws(BusError) -> String {
        guard let name = try takeFirst(of: candidates) else {
            throw BusError(.nameTaken, "Another player has the name \(candidates[0]).")
        }
        return name
    }

    /// Acquires the first free name and returns it; nil if none is free.
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

    /// Announces the differences between two successive snapshots. Call for each step of the player: after
    /// `PlayerAccess.snapshot` returns the new snapshot, and before replying to callers that await the step's outcome.
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

    /// Announces the progress of a folder scan.
    public func announce(_ scan: ScanProgress) {
        bus.emit(
            "Scanning", of: BusNames.queueInterface, at: BusNames.ownPath,
            [.string(scan.location), .uint32(UInt32(clamping: scan.found)), .double(scan.part)])
    }

    /// Announces that the music folders are being read, or that their contents have changed.
    public func announce(_ library: LibraryState) {
        let (signal, count) = library.reading.map { ("Progress", $0) } ?? ("Changed", library.tracks ?? 0)
        bus.emit(signal, of: BusNames.libraryInterface, at: BusNames.ownPath, [.uint32(UInt32(clamping: count))])
    }

    /// Releases the names, then removes the objects from the bus. The bus stays open.
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
