import SDBus
import SegueCore

/// The gains of a transition at even steps of its duration, as published on the bus. Empty if the two tracks do not
/// overlap.
enum GainPoints {
    private static let steps = 32

    static func outgoing(_ plan: TransitionPlan?) -> BusValue { points(plan) { $0.outgoingGain(at: $1) } }
    static func incoming(_ plan: TransitionPlan?) -> BusValue { points(plan) { $0.incomingGain(at: $1) } }

    private static func points(_ plan: TransitionPlan?, _ gain: (TransitionPlan, Double) -> Double) -> BusValue {
        guard let plan, plan.kind == .crossfade else { return .array(of: "d", []) }
        return .array(of: "d", (0...steps).map { .double(gain(plan, Double($0) / Double(steps))) })
    }
}
