import SDBus
import SegueCore

/// `io.github.segueplayer.Segue.Queue1` (design.md, Queue): the whole queue, in play order.
enum QueueInterface {
    /// The largest number of entries in a page or a signal, so that no other call waits long. A larger edit is
    /// announced as Replaced.
    static let pageLimit = 250

    static let model = InterfaceModel(
        name: BusNames.queueInterface, methods: methods, properties: properties,
        signals: [
            BusSignalDefinition("Inserted", [BusArgument("after", "o"), BusArgument("entries", "aa{sv}")]),
            BusSignalDefinition("Removed", [BusArgument("entries", "ao")]),
            BusSignalDefinition("Moved", [BusArgument("entry", "o"), BusArgument("after", "o")]),
            BusSignalDefinition("Replaced", [BusArgument("revision", "t")]),
            BusSignalDefinition("MetadataChanged", [BusArgument("entry", "a{sv}")]),
            BusSignalDefinition("EntriesChanged", [BusArgument("entries", "aa{sv}")]),
            BusSignalDefinition(
                "Scanning", [BusArgument("location", "s"), BusArgument("found", "u"), BusArgument("part", "d")]),
        ])

    private static let entry = BusArgument("entry", "o")
    private static let entries = BusArgument("entries", "ao")
    private static let leftOut = BusArgument("leftOut", "as")
    private static let unanswered = BusArgument("unanswered", "as")
    private static let uris = BusArgument("uris", "as")
    private static let place = BusArgument("place", "s")
    private static let after = BusArgument("after", "o")
    private static let play = BusArgument("play", "b")
    private static let details = BusArgument("details", "a{sa{sv}}")

    private static let methods = [
        MethodModel(
            "List", in: [BusArgument("offset", "u"), BusArgument("limit", "u")],
            out: [BusArgument("revision", "t"), BusArgument("entries", "aa{sv}")]
        ) { arguments, _ in
            .queuePage(offset: Int(arguments.integer(0)), limit: min(Int(arguments.integer(1)), pageLimit))
        },
        MethodModel(
            "Insert", in: [uris, place, after, play, details], out: [entries, leftOut, unanswered], action: insert),
        MethodModel("Replace", in: [uris, play, details], out: [entries, leftOut, unanswered]) {
            arguments, _ throws(BusError) in
            .open(
                OpenRequest(
                    locations: try locations(arguments.texts(0)), destination: .replace, play: arguments.flag(1),
                    details: try arguments.details(2), isAwaited: true))
        },
        MethodModel("Remove", in: [entries], action: remove),
        MethodModel("Move", in: [entry, place, after]) { arguments, situation throws(BusError) in
            let id = try knownEntry(arguments.path(0), situation)
            return .command(.edit(.move([id], to: try queuePlace(arguments.text(1), after: arguments.path(2)))))
        },
        MethodModel("MoveEntries", in: [entries, place, after]) { arguments, situation throws(BusError) in
            guard !arguments.paths(0).isEmpty else { return .nothing }
            let ids = try knownEntries(arguments.paths(0), situation)
            return .command(.edit(.move(ids, to: try queuePlace(arguments.text(1), after: arguments.path(2)))))
        },
        MethodModel("Sort", in: [BusArgument("key", "s")]) { arguments, _ throws(BusError) in
            guard let key = SortKey(rawValue: arguments.text(0)) else {
                let keys = SortKey.allCases.map(\.rawValue).joined(separator: ", ")
                throw BusError(.invalidArguments, "A queue is sorted by one of \(keys).")
            }
            return .command(.edit(.sort(key)))
        },
        MethodModel("Dedupe", .command(.edit(.dedupe))),
        MethodModel("Crop", in: [entries]) { arguments, situation throws(BusError) in
            .command(.edit(.crop(try knownEntries(arguments.paths(0), situation))))
        },
        MethodModel("Clear", .command(.edit(.clear))),
        MethodModel("Undo", .commandAndWait(.edit(.undo), otherwise: "There is no edit to undo.")),
        MethodModel("Redo", .commandAndWait(.edit(.redo), otherwise: "There is no undo to revert.")),
        MethodModel(
            "Save", in: [BusArgument("name", "s"), BusArgument("replace", "b")], out: [BusArgument("uri", "s")],
            action: save),
        MethodModel("Jump", in: [entry]) { arguments, situation throws(BusError) in
            .commandAndWait(.playEntry(try knownEntry(arguments.path(0), situation)))
        },
        MethodModel("Details", in: [entry], out: [BusArgument("values", "a{sv}")]) {
            arguments, situation throws(BusError) in
            .details(try knownEntry(arguments.path(0), situation))
        },
    ]

    private static let properties = [
        PropertyModel("Count", "u", .shown { .uint32(UInt32(clamping: $0.queueCount)) }),
        PropertyModel("Revision", "t", .shown { .uint64($0.queueRevision) }),
        PropertyModel("CurrentIndex", "i", .shown { .int32(Int32(clamping: $0.index ?? -1)) }),
        PropertyModel("Repeat", "s", .shown { .string($0.repeatMode.rawValue) }, set: setRepeat),
        PropertyModel("Shuffle", "b", .shown { .boolean($0.isShuffled) }) { value, _ in
            .setShuffle(value.asBoolean ?? false)
        },
        PropertyModel("SmoothShuffle", "b", .shown { .boolean($0.modes.isSmooth) }) { value, _ in
            .setMode(.smooth, value.asBoolean ?? false)
        },
        PropertyModel("Single", "b", .shown { .boolean($0.modes.isSingle) }) { value, _ in
            .setMode(.single, value.asBoolean ?? false)
        },
        PropertyModel("Consume", "b", .shown { .boolean($0.modes.consumes) }) { value, _ in
            .setMode(.consume, value.asBoolean ?? false)
        },
        PropertyModel("UndoText", "s", .shown { .string($0.undoText) }),
        PropertyModel("RedoText", "s", .shown { .string($0.redoText) }),
    ]

    private static func insert(_ arguments: MethodArguments, _: Situation) throws(BusError) -> MethodAction {
        let place = try queuePlace(arguments.text(1), after: arguments.path(2))
        return .open(
            OpenRequest(
                locations: try locations(arguments.texts(0)), destination: .insert(at: place), play: arguments.flag(3),
                details: try arguments.details(4), isAwaited: true))
    }

    private static func remove(_ arguments: MethodArguments, _ situation: Situation) throws(BusError) -> MethodAction {
        guard !arguments.paths(0).isEmpty else { return .nothing }
        return .command(.edit(.remove(try knownEntries(arguments.paths(0), situation))))
    }

    private static func knownEntries(_ paths: [String], _ situation: Situation) throws(BusError) -> [EntryID] {
        let known = paths.compactMap { TrackPath.entry(at: $0) }.filter(situation.contains)
        guard !known.isEmpty else { throw BusError(.invalidArguments, "None of these entries is in the queue.") }
        return known
    }

    private static func save(_ arguments: MethodArguments, _ situation: Situation) throws(BusError) -> MethodAction {
        guard situation.snapshot.queueCount > 0 else {
            throw BusError(.nothingToDo, "There is nothing to save: the queue is empty.")
        }
        return .savePlaylist(
            name: try SavedPlaylistsInterface.name(arguments.text(0)), replacing: arguments.flag(1))
    }

    /// Returns the locations that a call names. Throws if there are none, or if a text is not a location.
    static func locations(_ texts: [String]) throws(BusError) -> [String] {
        var locations: [String] = []
        for text in texts { locations.append(try Location.uriOrPath(text)) }
        guard !locations.isEmpty else {
            throw BusError(.invalidArguments, "There is nothing to add: no location is given.")
        }
        return locations
    }

    private static func knownEntry(_ path: String, _ situation: Situation) throws(BusError) -> EntryID {
        guard let id = TrackPath.entry(at: path), situation.contains(id) else {
            throw BusError(.invalidArguments, "There is no entry \(path) in the queue.")
        }
        return id
    }

    static func queuePlace(_ place: String, after path: String) throws(BusError) -> QueuePlace {
        switch place {
        case "first": return .first
        case "last": return .last
        case "next": return .next
        case "after":
            if path == TrackPath.none { return .first }
            guard let id = TrackPath.entry(at: path) else {
                throw BusError(.invalidArguments, "\(path) does not name an entry of the queue.")
            }
            return .after(id)
        default: throw BusError(.invalidArguments, "A place is first, last, next or after.")
        }
    }

    private static func setRepeat(_ value: BusValue, _: Snapshot) throws(BusError) -> Command? {
        guard let mode = value.asString.flatMap(RepeatMode.init) else {
            throw BusError(.invalidArguments, "Repeat is off, track or queue.")
        }
        return .setRepeat(mode)
    }
}
