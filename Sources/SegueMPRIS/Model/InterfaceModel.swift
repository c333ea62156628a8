import SDBus
import SegueCore

/// An interface as a table: each member with its types, how a property is read from the player, and what a call asks of
/// the player. No connection and no state; `MPRISService` binds the table to a bus.
struct InterfaceModel: Sendable {
    let name: String
    let methods: [MethodModel]
    let properties: [PropertyModel]
    let signals: [BusSignalDefinition]
}

/// A method, and what a call of it asks for.
struct MethodModel: Sendable {
    let name: String
    let arguments: [BusArgument]
    let results: [BusArgument]
    /// What arguments of the declared types ask for in this situation.
    let action: @Sendable (MethodArguments, Situation) throws(BusError) -> MethodAction

    init(
        _ name: String, in arguments: [BusArgument] = [], out results: [BusArgument] = [],
        action: @escaping @Sendable (MethodArguments, Situation) throws(BusError) -> MethodAction
    ) {
        self.name = name
        self.arguments = arguments
        self.results = results
        self.action = action
    }

    /// A method that asks for the same in every situation.
    init(_ name: String, out results: [BusArgument] = [], _ action: MethodAction) {
        self.init(name, out: results) { _, _ in action }
    }
}

/// A property: where its value comes from, and what setting it asks for.
struct PropertyModel: Sendable {
    enum Value: Sendable {
        /// The value in the snapshot: what a Get answers and what a change announces.
        case shown(@Sendable (Snapshot) -> BusValue)
        /// A value that moves with time, or is not known before a client asks: read at the moment of the Get, never
        /// announced.
        case live(@Sendable (any PlayerAccess) -> BusValue)
        /// A value that moves with time, and is announced in steps.
        case stepped(@Sendable (Snapshot) -> BusValue, live: @Sendable (any PlayerAccess) -> BusValue)
        /// Whether there is a window: the bus knows, not the player.
        case window
    }

    let name: String
    let signature: String
    let emits: EmitsChanged
    let value: Value
    /// The command that setting the property to a value of the declared type asks for; nil when there is nothing to do.
    /// The closure is nil for a read-only property.
    let set: (@Sendable (BusValue, Snapshot) throws(BusError) -> Command?)?

    init(
        _ name: String, _ signature: String, emits: EmitsChanged = .yes, _ value: Value,
        set: (@Sendable (BusValue, Snapshot) throws(BusError) -> Command?)? = nil
    ) {
        self.name = name
        self.signature = signature
        self.emits = emits
        self.value = value
        self.set = set
    }

    /// A property that never changes.
    init(_ name: String, emits: EmitsChanged = .yes, constant value: BusValue) {
        self.init(name, value.signature, emits: emits, .shown { _ in value })
    }

    /// What a change to this snapshot announces; nil for a property that is never announced.
    func announced(_ snapshot: Snapshot) -> BusValue? {
        guard emits == .yes else { return nil }
        return switch value {
        case .shown(let read), .stepped(let read, live: _): read(snapshot)
        case .live, .window: nil
        }
    }

    /// What a Get answers now.
    func current(_ access: any PlayerAccess, hasWindow: Bool) -> BusValue {
        switch value {
        case .shown(let read): read(access.snapshot)
        case .live(let read), .stepped(_, live: let read): read(access)
        case .window: .boolean(hasWindow)
        }
    }
}

/// What a call finds when it arrives.
struct Situation {
    let snapshot: Snapshot
    /// Whether this entry is in the queue.
    let contains: (EntryID) -> Bool
    /// Whether there is a window that can be brought up.
    var hasWindow = false
    /// The URIs of the music folders, read when they are asked for.
    var musicFolders: () -> [String] = { [] }
}

/// The arguments of a call, which the bus has checked against the declared types. Reading an argument as another type
/// is a mistake in a table, and traps.
struct MethodArguments {
    let values: [BusValue]

    func text(_ index: Int) -> String { read(index, \.asString) }
    func path(_ index: Int) -> String { read(index, \.asObjectPath) }
    func flag(_ index: Int) -> Bool { read(index, \.asBoolean) }
    func integer(_ index: Int) -> Int64 { read(index, \.asInt64) }
    func number(_ index: Int) -> Double { read(index, \.asDouble) }
    func properties(_ index: Int) -> [String: BusValue] { read(index, \.asProperties) }
    func integers(_ index: Int) -> [Int] { read(index, \.asArray).compactMap(\.asInt64).map { Int($0) } }
    func texts(_ index: Int) -> [String] { read(index, \.asStrings) }
    func paths(_ index: Int) -> [String] { read(index, \.asObjectPaths) }
    func details(_ index: Int) throws(BusError) -> [String: TrackMetadata] { try TrackDetails.read(values[index]) }

    private func read<Value>(_ index: Int, _ reader: (BusValue) -> Value?) -> Value {
        guard values.indices.contains(index), let value = reader(values[index]) else {
            preconditionFailure("argument \(index) of \(values) is not a \(Value.self)")
        }
        return value
    }
}

/// What a call of a method asks for.
enum MethodAction: Sendable, Equatable {
    case nothing
    /// The command is carried out, and everything that follows from it is announced, before the reply.
    case command(Command)
    /// The reply waits for the outcome. With a sentence in `otherwise`, a command that finds nothing to do fails with
    /// that sentence.
    case commandAndWait(Command, otherwise: String? = nil)
    /// The reply waits until the settings are in force and saved.
    case configure(Configuration)
    /// The reply waits until the entries are in the queue; it carries them if the method has a result.
    case open(OpenRequest)
    /// The same without a result, and the first new entry becomes the current one.
    case openAndGoTo(OpenRequest)
    /// Opens something for a person at the desktop, who is notified with one of these sentences; nobody waits for it.
    case openAndNotify(OpenRequest, success: String, failure: String)
    /// Saves the queue as a playlist; the reply carries the URI of its file, and waits until the playlist is known.
    case savePlaylist(name: String, replacing: Bool)
    /// A part of a playlist.
    case playlistTracks(PlaylistDescription, offset: Int, limit: Int)
    /// Changes the saved playlist of this name; the reply waits until the change is known, and has what was left out if
    /// the method has a result.
    case changePlaylist(String, PlaylistChange)
    /// Rows of the music library.
    case library(LibraryRequest)
    /// The pictures of these files of the music library.
    case libraryCovers([String])
    /// Merges plays and ratings of another player.
    case mergePlays([PlaysOfTrack])
    /// Opens the tracks of the music library that a query finds.
    case openFound(LibraryQuery, OpenRequest)
    /// The metadata of the entries that are in the queue, or that fade out.
    case metadata([EntryID])
    case reply([BusValue])
    case queuePage(offset: Int, limit: Int)
    case outputs
    /// The details of an entry's sound.
    case details(EntryID)
    /// The envelope of an entry, in this many parts.
    case envelope(EntryID, bins: Int)
    case statistics
    case slowCommands
    case resetStatistics
    case transitions(Int)
    /// A sentence for the person at the desktop, who has no window to look at; nobody waits for it.
    case notify(String)
    /// The reply goes out before the player ends.
    case quit
    /// Brings the window up, with what the desktop has to say to it, and does what is asked for beside that.
    indirect case raise([String: BusValue], then: MethodAction)
}
