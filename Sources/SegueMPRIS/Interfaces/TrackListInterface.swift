import SDBus
import SegueCore

/// `org.mpris.MediaPlayer2.TrackList` (mpris.md, T1 to T8).
enum TrackListInterface {
    static let model = InterfaceModel(
        name: BusNames.trackListInterface, methods: methods,
        properties: [
            PropertyModel("Tracks", "ao", emits: .invalidates, .live(tracks)),
            PropertyModel("CanEditTracks", constant: .boolean(true)),
        ],
        signals: [
            BusSignalDefinition(
                "TrackListReplaced", [BusArgument("Tracks", "ao"), BusArgument("CurrentTrack", "o")]),
            BusSignalDefinition("TrackAdded", [BusArgument("Metadata", "a{sv}"), BusArgument("AfterTrack", "o")]),
            BusSignalDefinition("TrackRemoved", [track]),
            BusSignalDefinition("TrackMetadataChanged", [track, BusArgument("Metadata", "a{sv}")]),
        ])

    private static let track = BusArgument("TrackId", "o")

    private static let methods = [
        MethodModel(
            "GetTracksMetadata", in: [BusArgument("TrackIds", "ao")], out: [BusArgument("Metadata", "aa{sv}")]
        ) { arguments, _ in
            .metadata(arguments.paths(0).prefix(TrackListWindow.limit).compactMap { TrackPath.entry(at: $0) })
        },
        MethodModel(
            "AddTrack",
            in: [BusArgument("Uri", "s"), BusArgument("AfterTrack", "o"), BusArgument("SetAsCurrent", "b")],
            action: addTrack),
        MethodModel("RemoveTrack", in: [track]) { arguments, situation in
            knownEntry(arguments, situation).map { .command(.edit(.remove([$0]))) } ?? .nothing
        },
        MethodModel("GoTo", in: [track]) { arguments, situation in
            knownEntry(arguments, situation).map { .command(.jump($0)) } ?? .nothing
        },
    ]

    private static func tracks(_ access: any PlayerAccess) -> BusValue {
        let window = TrackListWindow(access.snapshot)
        return .objectPaths(access.entries(in: window.range).map { TrackPath.path(of: $0.id) })
    }

    /// Adds a track. Becoming the current track does not start playback: a pause stays a pause (T4, T5).
    private static func addTrack(_ arguments: MethodArguments, _: Situation) throws(BusError) -> MethodAction {
        let place: QueuePlace =
            switch arguments.path(1) {
            case TrackPath.none: .first
            case let path: TrackPath.entry(at: path).map { .after($0) } ?? .last
            }
        let request = OpenRequest(
            locations: [try Location.uri(arguments.text(0))], destination: .insert(at: place), play: false)
        return arguments.flag(2) ? .openAndGoTo(request) : .open(request)
    }

    /// Returns the entry that a call names; nil if the entry was removed, for which MPRIS requires no error.
    private static func knownEntry(_ arguments: MethodArguments, _ situation: Situation) -> EntryID? {
        TrackPath.entry(at: arguments.path(0)).flatMap { situation.contains($0) ? $0 : nil }
    }
}

/// The part of the play order published as MPRIS's track list: the whole queue or, if the queue is long, some hundreds
/// of entries around the current track (T2). The window moves in leaps, so that a new track seldom means a new list.
struct TrackListWindow: Equatable {
    /// The length of the longest queue that is published whole, and of the published part of a longer queue.
    static let limit = 300
    private static let leap = 100

    let range: Range<Int>
    let isWhole: Bool

    init(_ snapshot: Snapshot) {
        let count = snapshot.queueCount
        isWhole = count <= Self.limit
        let start =
            isWhole ? 0 : max(0, min((snapshot.index ?? 0) / Self.leap * Self.leap - Self.leap, count - Self.limit))
        range = start..<min(start + Self.limit, count)
    }
}
