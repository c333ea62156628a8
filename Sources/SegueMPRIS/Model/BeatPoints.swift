import SDBus
import SegueCore

/// The beats of both tracks around a transition, in microseconds of each track (`Transitions1`).
enum BeatPoints {
    /// The time covered before and after the transition, in seconds.
    private static let margin = 10.0

    /// Returns the beats of the outgoing track.
    static func outgoing(_ planned: TransitionRecord?) -> BusValue {
        guard let plan = planned?.plan, let grid = plan.beats?.outgoing else { return array([]) }
        var start = grid.range.upperBound
        if plan.kind != .gapless, case .at(let place) = plan.start { start = place.seconds }
        return array(grid, start, start + plan.duration.seconds)
    }

    /// Returns the beats of the incoming track.
    static func incoming(_ planned: TransitionRecord?) -> BusValue {
        guard let planned, let grid = planned.plan.beats?.incoming else { return array([]) }
        let start = planned.incomingStart.seconds
        return array(grid, start, start + planned.plan.duration.seconds)
    }

    private static func array(_ grid: BeatGrid, _ start: Double, _ end: Double) -> BusValue {
        array(grid.beats(in: max(start - margin, 0)...max(end + margin, 0)))
    }

    private static func array(_ beats: [Double]) -> BusValue {
        .array(of: "x", beats.map { .int64(MediaTime(seconds: $0).microseconds) })
    }
}
