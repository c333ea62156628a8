import SDBus
import SegueCore

/// `io.github.segueplayer.Segue.Crossfade1` (design.md, States on the bus): the fade being heard, or paused.
enum CrossfadeInterface {
    static let model = InterfaceModel(
        name: BusNames.crossfadeInterface, methods: [], properties: properties,
        signals: [
            BusSignalDefinition(
                "Started", [BusArgument("outgoing", "o"), BusArgument("incoming", "o"), BusArgument("duration", "x")]),
            BusSignalDefinition(
                "Finished",
                [BusArgument("outgoing", "o"), BusArgument("incoming", "o"), BusArgument("completed", "b")]),
        ])

    /// The same properties at MPRIS's path, without signals: a change announced at MPRIS's path aborts playerctld
    /// (mpris.md, B16).
    static let mirror = InterfaceModel(
        name: model.name, methods: [],
        properties: properties.map { PropertyModel($0.name, $0.signature, emits: .no, $0.value, set: $0.set) },
        signals: [])

    private static let properties = [
        PropertyModel("State", "s", .shown { .string(status(of: $0.fade).rawValue) }),
        PropertyModel("Progress", "d", .stepped({ .double($0.fade?.progress ?? 0) }, live: progress)),
        PropertyModel("Duration", "x", .shown { .int64($0.fade?.duration.microseconds ?? 0) }),
        PropertyModel("StartedAt", "t", .shown { .uint64(UInt64(clamping: $0.fade?.startedAt.microseconds ?? 0)) }),
        PropertyModel("OutgoingTrack", "o", .shown { .objectPath(TrackPath.path(of: $0.fade?.outgoing.id)) }),
        PropertyModel("IncomingTrack", "o", .shown { .objectPath(TrackPath.path(of: $0.fade?.incoming.id)) }),
        PropertyModel("CanQuickFinish", "b", .shown { .boolean($0.fade?.canQuickFinish ?? false) }),
        PropertyModel("ResumeStrategy", "s", .shown { .string($0.fade?.resumeStrategy.rawValue ?? "") }),
        PropertyModel("Curve", "s", .shown { .string(($0.fade?.plan.curve ?? $0.configuration.fadeCurve).rawValue) }),
        PropertyModel("Tier", "s", .shown { .string($0.fade?.plan.tier.rawValue ?? "") }),
        PropertyModel("Reason", "s", .shown { .string($0.fade?.plan.explanation.text ?? "") }),
        PropertyModel(
            "Explanation", SentenceValue.signature, .shown { SentenceValue.of($0.fade?.plan.explanation ?? []) }),
        PropertyModel("OutgoingStart", "x", .shown { .int64($0.fade?.outgoingStart.microseconds ?? 0) }),
        PropertyModel("IncomingStart", "x", .shown { .int64($0.fade?.incomingStart.microseconds ?? 0) }),
        PropertyModel("OutgoingGains", "ad", .shown { GainPoints.outgoing($0.fade?.plan) }),
        PropertyModel("IncomingGains", "ad", .shown { GainPoints.incoming($0.fade?.plan) }),
        PropertyModel(
            "ConfiguredDuration", "x", .shown { .int64($0.configuration.crossfadeDuration.microseconds) },
            set: setConfiguredDuration),
    ]

    private static func status(of fade: FadeSnapshot?) -> CrossfadeStatus {
        guard let fade else { return .idle }
        return fade.isSuspended ? .suspended : .fading
    }

    private static func progress(_ access: any PlayerAccess) -> BusValue {
        guard access.snapshot.fade != nil else { return .double(0) }
        return .double(min(max(access.live.fadeProgress, 0), 1))
    }

    private static func setConfiguredDuration(_ value: BusValue, _ snapshot: Snapshot) throws(BusError) -> Command? {
        var configuration = snapshot.configuration
        configuration.crossfadeDuration = MediaTime(microseconds: value.asInt64 ?? 0)
        do {
            try configuration.validate()
        } catch {
            throw BusError(error)
        }
        return .setConfiguration(configuration)
    }
}
