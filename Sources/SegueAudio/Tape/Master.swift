import SegueCore

/// The gains between the tape and the output: the user's volume, the ramps of play, pause and stop, and the
/// limiter. Pure arithmetic.
///
/// The output continues from one piece to the next, and can return to any sample that the tape still has. From there,
/// the output is the same as if the gains had always been the current ones.
struct Master: Sendable {
    /// The user's volume, by positions on the tape.
    var volume: FadeEnvelope
    /// The ramps of play, pause and stop.
    var transport = FadeEnvelope(constant: 1)
    /// The next output sample.
    private(set) var position: Int64 = 0

    /// The state of the limiter at a position that the output may return to; nil if the limiter was inactive.
    private struct Mark {
        var position: Int64
        var limiter: PeakLimiter?
    }

    /// The distance between marks.
    private static let piece: Int64 = 2048

    private let rate: Int32
    private let lookAhead: Int64
    /// Nil while nothing has to be limited.
    private var limiter: PeakLimiter?
    /// The next input sample of the limiter.
    private var fed: Int64 = 0
    private var marks: [Mark] = []

    init(rate: Int32, volume: Double, from position: Int64 = 0) {
        self.rate = rate
        self.volume = FadeEnvelope(constant: volume)
        self.position = position
        lookAhead = Int64(PeakLimiter(rate: rate).lookAhead)
    }

    /// Returns the position up to which output is possible now: the limiter looks ahead, unless nothing follows the
    /// tape.
    func reach(of tape: Tape, isLast: Bool) -> Int64 {
        max(position, isLast ? tape.end : tape.end - lookAhead)
    }

    /// Returns the output samples from `position` up to `end`, which is at most `reach`. `isLast` is true if nothing
    /// follows the samples on the tape.
    mutating func produce(upTo end: Int64, from tape: Tape, isLast: Bool) -> [Float] {
        var result: [Float] = []
        result.reserveCapacity(Int(2 * max(end - position, 0)))
        while position < end {
            let next = min(end, position + Self.piece)
            marks.append(Mark(position: position, limiter: limiter))
            let isEnd = isLast && next == tape.end
            let first = limiter == nil ? position : fed
            fed = max(first, isEnd ? tape.end : min(tape.end, next + lookAhead))
            var input = Array(tape.frames(from: first, to: fed))
            apply(volume, to: &input, at: first)
            apply(transport, to: &input, at: first)
            guard limiter != nil || input.withUnsafeBufferPointer(PeakLimiter.exceeds) else {
                result.append(contentsOf: input.prefix(Int(2 * (next - position))))
                position = next
                continue
            }
            limit(input, isLast: isEnd, into: &result)
        }
        return result
    }

    /// Moves back, or on, to `place`, which is output next.
    mutating func move(to place: Int64, on tape: Tape) {
        // The samples that a limiter holds already have their gains applied.
        marks.removeAll { $0.position + Int64($0.limiter?.heldFrames ?? 0) > place }
        let mark = marks.popLast().flatMap { $0.position >= tape.start ? $0 : nil }
        limiter = mark?.limiter
        position = mark?.position ?? place
        fed = position + Int64(limiter?.heldFrames ?? 0)
        _ = produce(upTo: min(place, reach(of: tape, isLast: false)), from: tape, isLast: false)
        guard position != place else { return }
        limiter = nil
        position = place
    }

    /// Releases the state that only output before `place` needs. The output no longer moves back to before `place`.
    mutating func forget(before place: Int64) {
        if let last = marks.lastIndex(where: { $0.position + lookAhead <= place }) { marks.removeFirst(last) }
        volume.forget(before: place)
        transport.forget(before: place)
    }

    private mutating func limit(_ input: [Float], isLast: Bool, into result: inout [Float]) {
        var active = limiter ?? PeakLimiter(rate: rate)
        let count = active.outputLength(for: input.count / 2, isLast: isLast)
        let first = result.count
        result.append(contentsOf: repeatElement(0, count: 2 * count))
        input.withUnsafeBufferPointer { input in
            result.withUnsafeMutableBufferPointer { output in
                active.process(input, isLast: isLast, into: UnsafeMutableBufferPointer(rebasing: output[first...]))
            }
        }
        position += Int64(count)
        limiter = isLast || !active.isLimiting ? nil : active
    }

    private func apply(_ envelope: FadeEnvelope, to samples: inout [Float], at first: Int64) {
        let last = first + Int64(samples.count / 2)
        guard !(envelope.isConstant(from: first, to: last) && envelope.gain(at: first) == 1) else { return }
        let points = envelope.points(from: first, to: last)
        for (left, right) in zip(points, points.dropFirst()) where right.time > left.time {
            let slope = (right.gain - left.gain) / Double(right.time - left.time)
            for time in left.time..<right.time {
                let gain = Float(left.gain + slope * Double(time - left.time))
                let index = Int(2 * (time - first))
                samples[index] *= gain
                samples[index + 1] *= gain
            }
        }
    }
}
