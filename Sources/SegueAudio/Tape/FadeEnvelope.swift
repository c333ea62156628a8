import SegueCore

/// A gain over time, as straight lines between points: the form that GStreamer plays. Pure arithmetic.
///
/// Time is counted in samples of the mixer's timeline. Before the first point, the first point's gain holds; after the
/// last point, the last point's gain.
struct FadeEnvelope: Sendable, Hashable {
    struct Point: Sendable, Hashable {
        var time: Int64
        var gain: Double
    }

    /// The points by ascending time; never empty.
    private(set) var points: [Point]

    /// Creates an envelope with the same gain at all times.
    init(constant gain: Double) {
        points = [Point(time: 0, gain: gain)]
    }

    /// The time at which the last gain is reached.
    var end: Int64 { points[points.count - 1].time }
    /// The gain that holds from `end` on.
    var finalGain: Double { points[points.count - 1].gain }

    func gain(at time: Int64) -> Double {
        guard let next = points.firstIndex(where: { $0.time > time }) else { return finalGain }
        guard next > 0 else { return points[0].gain }
        let (left, right) = (points[next - 1], points[next])
        let share = Double(time - left.time) / Double(right.time - left.time)
        return left.gain + (right.gain - left.gain) * share
    }

    /// Returns the points between two times, and the gains at both.
    func points(from start: Int64, to end: Int64) -> [Point] {
        [Point(time: start, gain: gain(at: start))] + points.filter { $0.time > start && $0.time < end }
            + [Point(time: end, gain: gain(at: end))]
    }

    /// Returns true if the gain is the same from `start` to `end`.
    func isConstant(from start: Int64, to end: Int64) -> Bool {
        gain(at: start) == gain(at: end) && !points.contains { $0.time > start && $0.time < end }
    }

    /// Removes the points that make no difference from `time` on.
    mutating func forget(before time: Int64) {
        guard let next = points.firstIndex(where: { $0.time > time }) else {
            points = [Point(time: end, gain: finalGain)]
            return
        }
        if next > 1 { points.removeFirst(next - 1) }
    }

    /// Keeps the envelope up to `time`, and from there on holds the gain that it has reached.
    mutating func hold(from time: Int64) {
        let gain = gain(at: time)
        points.removeAll { $0.time >= time }
        points.append(Point(time: time, gain: gain))
    }

    /// Continues in a straight line to `gain` at `time`, which must not be before the end.
    mutating func line(to gain: Double, at time: Int64) {
        append(Point(time: time, gain: gain))
    }

    /// Follows `shape` over `progress` from `start` to `end`, as exactly as straight lines can. Wherever the gain is
    /// above -66 dB, the lines stay within 0.005 dB of the shape. The points from `start` on are replaced. With
    /// `isJoining`, the curve begins with the very gain that is reached at `start`, which straight lines may have left
    /// a little off the shape.
    mutating func follow(
        from start: Int64, to end: Int64, progress: ClosedRange<Double> = 0...1, isJoining: Bool = false,
        _ shape: (Double) -> Double
    ) {
        hold(from: start)
        if !isJoining { points[points.count - 1].gain = shape(progress.lowerBound) }
        guard end > start else {
            points[points.count - 1].gain = shape(progress.upperBound)
            return
        }
        func place(_ share: Double) -> Point {
            let time = start + Int64((Double(end - start) * share).rounded())
            // The gain at that whole sample.
            let part = Double(time - start) / Double(end - start)
            return Point(
                time: time, gain: shape(progress.lowerBound + (progress.upperBound - progress.lowerBound) * part))
        }
        // 16 equal parts first, so that a symmetric curve is not judged by its middle alone.
        for part in 0..<16 {
            subdivide(from: Double(part) / 16, to: Double(part + 1) / 16, place)
        }
    }

    private mutating func subdivide(from low: Double, to high: Double, _ place: (Double) -> Point) {
        let middle = (low + high) / 2
        let (left, center, right) = (place(low), place(middle), place(high))
        guard right.time - left.time > 1 else { return append(right) }
        let share = Double(center.time - left.time) / Double(right.time - left.time)
        let error = abs(left.gain + (right.gain - left.gain) * share - center.gain)
        // 0.0005 of the gain is 0.0044 dB; a gain of 0.0005 is -66 dB, below which a shape is inaudible.
        if error > max(center.gain, 0.0005) * 0.0005 {
            subdivide(from: low, to: middle, place)
            subdivide(from: middle, to: high, place)
        } else {
            append(right)
        }
    }

    private mutating func append(_ point: Point) {
        if point.time > end {
            points.append(point)
        } else {
            points[points.count - 1].gain = point.gain
        }
    }
}
