import SDBus
import SegueCore

/// An interface as a table: the members with their types, the source of each property's value, and the action of each
/// call. Has no connection and no state; `MPRISService` binds the table to a bus.
struct InterfaceModel: Sendable {
    let name: String
    let methods: [MethodModel]
    let properties: [PropertyModel]
    let signals: [BusSignalDefinition]
}

/// A method and the action of its calls.
struct MethodModel: Sendable {
    let name: String
    let arguments: [BusArgument]
    let results: [BusArgument]
    /// Maps arguments of the declared types to an action in this situation.
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

    /// Creates a method with the same action in every situation.
    init(_ name: String, out results: [BusArgument] = [], _ action: MethodAction) {
        self.init(name, out: results) { _, _ in action }
    }
}

/// A property: the source of its value, and the effect of setting it.
struct PropertyModel: Sendable {
    enum Value: Sendable {
        /// A value from the snapshot, returned by a Get and announced on a change.
        case shown(@Sendable (Snapshot) -> BusValue)
        /// A value that changes with time, or is unknown until a client asks. Read at the moment of the Get, never
        /// announced.
        case live(@Sendable (any PlayerAccess) -> BusValue)
        /// A value that changes with time and is announced in steps.
        case stepped(@Sendable (Snapshot) -> BusValue, live: @Sendable (any PlayerAccess) -> BusValue)
        /// True if there is a window. The value comes from the bus, not from the player.
        case window
    }

    let name: String
    let signature: String
    let emits: EmitsChanged
    let value: Value
    /// Returns the command that sets the property to a value of the declared type; nil if there is nothing to do. The
    /// closure is nil for a read-only property.
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

    /// Creates a property that never changes.
    init(_ name: String, emits: EmitsChanged = .yes, constant value: BusValue) {
        self.init(name, value.signature, emits: emits, .shown { _ in value })
    }

    /// Returns the value announced on a change to this snapshot; nil for a property that is never announced.
    func announced(_ snapshot: Snapshot) -> BusValue? {
        guard emits == .yes else { return nil }
        return switch value {
        case .shown(let read), .stepped(let read, live: _): read(snapshot)
        case .live, .window: nil
        }
    }

    /// Returns the value for a Get at this moment.
    func current(_ access: any PlayerAccess, hasWindow: Bool) -> BusValue {
        switch value {
        case .shown(let read): read(access.snapshot)
        case .live(let read), .stepped(_, live: let read): read(access)
        case .window: .boolean(hasWindow)
        }
    }
}

/// The circumstances in which a call arrives.
struct Situation {
    let snapshot: Snapshot
    /// Returns true if this entry is in the queue.
    let contains: (EntryID) -> Bool
    /// True if there is a window that can be raised.
    var hasWindow = false
    /// Returns the URIs of the music folders, read on demand.
    var musicFolders: () -> [String] = { [] }
}

/// The arguments of a call, already checked by the bus against the declared types. Reading an argument as another type
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

/// The action that a method call requests.
enum MethodAction: Sendable, Equatable {
    case nothing
    /// Performs the command. All resulting announcements precede the reply.
    case command(Command)
    /// Performs the command and replies with its outcome. With a sentence in `otherwise`, a command that finds nothing
    /// to do fails with that sentence.
    case commandAndWait(Command, otherwise: String? = nil)
    /// Replies once the settings are in force and saved.
    case configure(Configuration)
    /// Replies once the entries are in the queue. The reply contains the entries if the method has a result.
    case open(OpenRequest)
    /// Opens like `open`, without a result, and makes the first new entry current.
    case openAndGoTo(OpenRequest)
    /// Opens like `open`, without a result, for a person at the desktop, who is notified of a failure.
    case openForDesktop(OpenRequest)
    /// Opens locations for a person at the desktop, who is notified with one of these sentences. The reply does not
    /// wait.
    case openAndNotify(OpenRequest, success: String, failure: String)
    /// Saves the queue as a playlist. The reply contains the file's URI, and waits until the playlist is known.
    case savePlaylist(name: String, replacing: Bool)
    /// Returns a part of a playlist.
    case playlistTracks(PlaylistDescription, offset: Int, limit: Int)
    /// Changes the saved playlist of this name. The reply waits until the change is known, and contains the locations
    /// left out if the method has a result.
    case changePlaylist(String, PlaylistChange)
    /// Returns rows of the music library.
    case library(LibraryRequest)
    /// Returns the covers of these files of the music library.
    case libraryCovers([String])
    /// Returns the details of this file of the music library.
    case libraryDetails(String)
    /// Merges plays and ratings of another player.
    case mergePlays([PlaysOfTrack])
    /// Opens the tracks of the music library that match a query.
    case openFound(LibraryQuery, OpenRequest)
    /// Returns the metadata of the entries that are in the queue or fading out.
    case metadata([EntryID])
    case reply([BusValue])
    case queuePage(offset: Int, limit: Int)
    case outputs
    /// Returns the details of an entry's audio.
    case details(EntryID)
    /// Returns the envelope of an entry, in this many parts.
    case envelope(EntryID, bins: Int)
    case statistics
    case slowCommands
    case resetStatistics
    case transitions(Int)
    /// Shows a sentence to the person at the desktop, who has no window to look at. The reply does not wait.
    case notify(String)
    /// Replies, then ends the player.
    case quit
    /// Raises the window with the desktop's platform data, and performs the other action.
    indirect case raise([String: BusValue], then: MethodAction)
}
