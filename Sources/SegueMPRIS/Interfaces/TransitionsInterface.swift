import SDBus
import SegueCore

/// `io.github.segueplayer.Segue.Transitions1` (design.md, Transitions that listen): the transition at the end of the
/// current track, the transitions that a person has pinned, and the envelopes of tracks.
enum TransitionsInterface {
    static let model = InterfaceModel(
        name: BusNames.transitionsInterface, methods: methods,
        properties: [
            PropertyModel("Tier", "s", .shown { .string($0.planned?.plan.tier.rawValue ?? "") }),
            PropertyModel("Reason", "s", .shown { .string($0.planned?.plan.explanation.text ?? "") }),
            PropertyModel("Choice", "s", .shown { .string($0.choice?.description ?? "") }),
            PropertyModel(
                "Explanation", SentenceValue.signature,
                .shown { SentenceValue.of(($0.planned?.plan.explanation ?? []) + [$0.choice].compactMap(\.self)) }),
            PropertyModel("OutgoingTrack", "o", .shown { .objectPath(TrackPath.path(of: $0.planned?.from.id)) }),
            PropertyModel("IncomingTrack", "o", .shown { .objectPath(TrackPath.path(of: $0.planned?.to.id)) }),
            PropertyModel("Start", "x", .shown { .int64(start(of: $0.planned?.plan)) }),
            PropertyModel("IncomingStart", "x", .shown { .int64($0.planned?.incomingStart.microseconds ?? 0) }),
            PropertyModel("Duration", "x", .shown { .int64($0.planned?.plan.duration.microseconds ?? 0) }),
            PropertyModel("OutgoingGains", "ad", .shown { GainPoints.outgoing($0.planned?.plan) }),
            PropertyModel("IncomingGains", "ad", .shown { GainPoints.incoming($0.planned?.plan) }),
            PropertyModel("OutgoingTempo", "d", .shown { .double($0.planned?.plan.beats?.outgoing?.tempo ?? 0) }),
            PropertyModel("IncomingTempo", "d", .shown { .double($0.planned?.plan.beats?.incoming?.tempo ?? 0) }),
            PropertyModel("Alignment", "s", .shown { .string($0.planned?.plan.beats?.alignment.rawValue ?? "") }),
            PropertyModel("OutgoingBeats", "ax", .shown { BeatPoints.outgoing($0.planned) }),
            PropertyModel("IncomingBeats", "ax", .shown { BeatPoints.incoming($0.planned) }),
        ],
        signals: [
            BusSignalDefinition("EnvelopeKnown", [BusArgument("entry", "o")]), BusSignalDefinition("PinsChanged", []),
        ])

    /// The largest number of pins in a page.
    private static let pageLimit = 250

    private static let outgoing = BusArgument("outgoing", "o")
    private static let incoming = BusArgument("incoming", "o")

    private static let methods = [
        MethodModel(
            "Pin",
            in: [
                outgoing, incoming, BusArgument("start", "x"), BusArgument("duration", "x"), BusArgument("curve", "s"),
            ]
        ) { arguments, situation throws(BusError) in
            let start = arguments.integer(2)
            let curve = arguments.text(4)
            let shape = TransitionPin.Shape(
                start: start < 0 ? nil : MediaTime(microseconds: start),
                duration: MediaTime(microseconds: arguments.integer(3)), curve: FadeCurve(rawValue: curve))
            guard shape.curve != nil || curve.isEmpty else {
                let names = FadeCurve.allCases.map(\.rawValue).joined(separator: ", ")
                throw BusError(
                    .invalidArguments, "\(curve) is not a curve: \(names), or nothing for the configured one.")
            }
            let (first, second) = try tracks(arguments, situation)
            return .commandAndWait(.pin(from: first, to: second, shape))
        },
        MethodModel("Unpin", in: [outgoing, incoming]) { arguments, situation throws(BusError) in
            let (first, second) = try tracks(arguments, situation)
            return .commandAndWait(.unpin(from: first, to: second))
        },
        MethodModel("RemovePins", in: [BusArgument("pins", "as")]) { arguments, situation throws(BusError) in
            let ids = Set(arguments.texts(0))
            let pairs = situation.snapshot.pins.all.map(\.pair).filter { ids.contains($0.id) }
            guard !pairs.isEmpty || ids.isEmpty else {
                throw BusError(.invalidArguments, "None of these transitions is set.")
            }
            return .command(.removePins(pairs))
        },
        MethodModel(
            "ListPins", in: [BusArgument("offset", "u"), BusArgument("limit", "u")],
            out: [BusArgument("pins", "a(sssxxs)")]
        ) { arguments, situation in
            let page = situation.snapshot.pins.all.dropFirst(Int(arguments.integer(0)))
                .prefix(min(Int(arguments.integer(1)), pageLimit))
            return .reply([.array(of: "(sssxxs)", page.map(row))])
        },
        MethodModel(
            "Envelope", in: [BusArgument("entry", "o"), BusArgument("bins", "u")],
            out: [
                BusArgument("duration", "x"), BusArgument("low", "ay"), BusArgument("middle", "ay"),
                BusArgument("high", "ay"),
            ]
        ) { arguments, situation throws(BusError) in
            let bins = Int(arguments.integer(1))
            guard Envelope.bins.contains(bins) else {
                throw BusError(.invalidArguments, "An envelope has 1 to \(Envelope.bins.upperBound) bins, not \(bins).")
            }
            return .envelope(try track(arguments.path(0), situation), bins: bins)
        },
    ]

    private static func tracks(
        _ arguments: MethodArguments, _ situation: Situation
    ) throws(BusError) -> (EntryID, EntryID?) {
        let outgoing = try track(arguments.path(0), situation)
        return (outgoing, arguments.path(1) == TrackPath.none ? nil : try track(arguments.path(1), situation))
    }

    private static func track(_ path: String, _ situation: Situation) throws(BusError) -> EntryID {
        guard let id = TrackPath.entry(at: path), situation.contains(id) else {
            throw BusError(.invalidArguments, "There is no entry \(path) in the queue.")
        }
        return id
    }

    private static func row(of pin: TransitionPin) -> BusValue {
        .structure([
            .string(pin.pair.id), .string(pin.outgoingName), .string(pin.incomingName),
            .int64(pin.shape.start?.microseconds ?? -1), .int64(pin.shape.duration.microseconds),
            .string(pin.shape.curve?.rawValue ?? ""),
        ])
    }

    /// Returns the start of the transition in microseconds of the outgoing track; -1 for the end of that track, and
    /// without a plan.
    private static func start(of plan: TransitionPlan?) -> Int64 {
        guard let plan, plan.kind != .gapless, case .at(let start) = plan.start else { return -1 }
        return start.microseconds
    }
}
