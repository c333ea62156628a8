import SDBus
import SegueCore

/// `org.mpris.MediaPlayer2.Player` (mpris.md, M1 to M17 and P1 to P18). As MPRIS requires, a call that is not possible
/// at the moment has no effect and returns no error, except where a comment says otherwise.
enum PlayerInterface {
    static let model = InterfaceModel(
        name: BusNames.playerInterface, methods: methods, properties: properties,
        signals: [BusSignalDefinition("Seeked", [BusArgument("Position", "x")])])

    private static let methods = [
        MethodModel("Next") { _, situation in situation.snapshot.canGoNext ? .command(.next) : .nothing },
        MethodModel("Previous") { _, situation in situation.snapshot.canGoPrevious ? .command(.previous) : .nothing },
        MethodModel("Pause") { _, situation in situation.snapshot.canPause ? .command(.pause) : .nothing },
        MethodModel("PlayPause", action: playPause),
        MethodModel("Stop", .command(.stopAndRewind)),
        MethodModel("Play") { _, situation in situation.snapshot.canPlay ? .command(.play) : .nothing },
        MethodModel("Seek", in: [BusArgument("Offset", "x")]) { arguments, situation in
            situation.snapshot.canSeek ? .command(.seekBy(MediaTime(microseconds: arguments.integer(0)))) : .nothing
        },
        MethodModel(
            "SetPosition", in: [BusArgument("TrackId", "o"), BusArgument("Position", "x")], action: setPosition),
        MethodModel("OpenUri", in: [BusArgument("Uri", "s")], action: openURI),
    ]

    private static let properties = [
        PropertyModel("PlaybackStatus", "s", .shown { .string($0.status.rawValue) }),
        PropertyModel("LoopStatus", "s", .shown { .string(loopStatus(of: $0.repeatMode)) }, set: setLoopStatus),
        PropertyModel("Rate", "d", .shown { _ in .double(1) }, set: setRate),
        PropertyModel("Shuffle", "b", .shown { .boolean($0.isShuffled) }) { value, _ in
            .setShuffle(value.asBoolean ?? false)
        },
        PropertyModel("Metadata", "a{sv}", .shown { MetadataDictionary.value(of: $0.track) }),
        PropertyModel("Volume", "d", .shown { .double($0.volume) }, set: setVolume),
        PropertyModel("Position", "x", emits: .no, .live(position)),
        PropertyModel("MinimumRate", constant: .double(1)),
        PropertyModel("MaximumRate", constant: .double(1)),
        PropertyModel("CanGoNext", "b", .shown { .boolean($0.canGoNext) }),
        PropertyModel("CanGoPrevious", "b", .shown { .boolean($0.canGoPrevious) }),
        PropertyModel("CanPlay", "b", .shown { .boolean($0.canPlay) }),
        PropertyModel("CanPause", "b", .shown { .boolean($0.canPause) }),
        PropertyModel("CanSeek", "b", .shown { .boolean($0.canSeek) }),
        PropertyModel("CanControl", emits: .no, constant: .boolean(true)),
    ]

    /// The only method that MPRIS allows to fail when the call is not possible (M3).
    private static func playPause(_: MethodArguments, _ situation: Situation) throws(BusError) -> MethodAction {
        guard situation.snapshot.canPause else {
            throw BusError(.notSupported, "There is nothing to play or pause: the queue is empty.")
        }
        return .command(.toggle)
    }

    /// A slider's late call may name a track that has ended. Such a call must not move the track that followed (M11).
    private static func setPosition(_ arguments: MethodArguments, _ situation: Situation) throws(BusError)
        -> MethodAction
    {
        let microseconds = arguments.integer(1)
        guard situation.snapshot.canSeek, let track = situation.snapshot.track,
            TrackPath.entry(at: arguments.path(0)) == track.id, microseconds >= 0,
            microseconds <= track.metadata.duration?.microseconds ?? .max
        else { return .nothing }
        return .command(.seek(to: MediaTime(microseconds: microseconds), track: track.id))
    }

    /// Inserts after the current entry and plays immediately, even when stopped or paused (M15).
    private static func openURI(_ arguments: MethodArguments, _: Situation) throws(BusError) -> MethodAction {
        .open(
            OpenRequest(locations: [try Location.uri(arguments.text(0))], destination: .insert(at: .next), play: true))
    }

    private static func position(_ access: any PlayerAccess) -> BusValue {
        // Decoders may run some samples past the length declared by the file (P7).
        let length = access.snapshot.track?.metadata.duration ?? .max
        return .int64(access.live.position.clamped(to: .zero...max(length, .zero)).microseconds)
    }

    private static func loopStatus(of mode: RepeatMode) -> String {
        switch mode {
        case .off: "None"
        case .track: "Track"
        case .queue: "Playlist"
        }
    }

    private static func setLoopStatus(_ value: BusValue, _: Snapshot) throws(BusError) -> Command? {
        guard let mode = RepeatMode.allCases.first(where: { loopStatus(of: $0) == value.asString }) else {
            throw BusError(.invalidArguments, "LoopStatus is None, Track or Playlist.")
        }
        return .setRepeat(mode)
    }

    /// The speed is fixed. MPRIS requires that 0 acts as a pause and that values out of range are ignored (P4).
    private static func setRate(_ value: BusValue, _ snapshot: Snapshot) throws(BusError) -> Command? {
        value.asDouble == 0 && snapshot.canPause ? .pause : nil
    }

    /// The command clamps values out of range to the nearest level (P5).
    private static func setVolume(_ value: BusValue, _: Snapshot) throws(BusError) -> Command? {
        guard let volume = value.asDouble, volume.isFinite else {
            throw BusError(.invalidArguments, "Volume is a number from 0 to 1.")
        }
        return .setVolume(volume)
    }
}
