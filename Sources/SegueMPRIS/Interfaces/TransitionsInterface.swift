import SDBus
import SegueCore

/// `io.github.segueplayer.Segue.Transitions1` (design.md, Transitions that listen): the transition that comes at the
/// end of the track.
enum TransitionsInterface {
    static let model = InterfaceModel(
        name: BusNames.transitionsInterface, methods: [],
        properties: [
            PropertyModel("Tier", "s", .shown { .string($0.planned?.plan.tier.rawValue ?? "") }),
            PropertyModel("Reason", "s", .shown { .string($0.planned?.plan.explanation ?? "") }),
            PropertyModel("OutgoingTrack", "o", .shown { .objectPath(TrackPath.path(of: $0.planned?.from.id)) }),
            PropertyModel("IncomingTrack", "o", .shown { .objectPath(TrackPath.path(of: $0.planned?.to.id)) }),
            PropertyModel("Start", "x", .shown { .int64(start(of: $0.planned?.plan)) }),
            PropertyModel("Duration", "x", .shown { .int64($0.planned?.plan.duration.microseconds ?? 0) }),
            PropertyModel("OutgoingGains", "ad", .shown { gains($0.planned?.plan) { $0.outgoingGain(at: $1) } }),
            PropertyModel("IncomingGains", "ad", .shown { gains($0.planned?.plan) { $0.incomingGain(at: $1) } }),
        ], signals: [])

    /// How many steps a gain curve has.
    private static let steps = 32

    /// In microseconds of the outgoing track; -1 for the end of that track, and without a plan.
    private static func start(of plan: TransitionPlan?) -> Int64 {
        guard let plan, plan.kind != .gapless, case .at(let start) = plan.start else { return -1 }
        return start.microseconds
    }

    /// The gain at even steps of the duration; empty where both tracks do not sound together.
    private static func gains(_ plan: TransitionPlan?, _ gain: (TransitionPlan, Double) -> Double) -> BusValue {
        guard let plan, plan.kind == .crossfade else { return .array(of: "d", []) }
        return .array(of: "d", (0...steps).map { .double(gain(plan, Double($0) / Double(steps))) })
    }
}
