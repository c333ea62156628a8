/// Keeps stereo audio within full scale, ±1, and leaves anything within it unchanged.
///
/// Two loud tracks in a fade reach up to +3 dB together, a decoder overshoots, and a loudness gain may be above 1.
/// Towards a frame above full scale, the gain goes down in a straight line over the look-ahead, and then returns
/// slowly. The gain is the sliding minimum of 1/|x| over the look-ahead, released by `recovery` a second and averaged
/// over the same length. It is never above what a frame needs. Both channels get the same gain. A stretch without such
/// a frame passes bit for bit, at the cost of checking it. The output does not depend on the division of the input into
/// pieces. Pure arithmetic.
struct PeakLimiter: Sendable {
    /// The gain recovered in a second.
    static let recovery = 1.0

    /// The number of frames by which the output lags the input, until the stream ends: 5 ms.
    let lookAhead: Int
    /// The input frames that have not been output, interleaved.
    private var held: [Float] = []
    private let step: Double
    /// The gains before averaging, as a ring; all 1 while nothing is limited.
    private var released: [Double]
    private var sum: Double
    private var next = 0
    private var last = 1.0
    /// The number of the most recent gains that were 1.
    private var untouched: Int
    /// The frames that need a gain below 1, and below that of all frames after them: the first of these frames has the
    /// sliding minimum.
    private var needs: [(frame: Int, gain: Double)] = []
    private var firstNeed = 0
    private var frame = 0

    init(rate: Int32) {
        lookAhead = Int(rate) / 200
        step = Self.recovery / Double(rate)
        released = Array(repeating: 1, count: lookAhead + 1)
        sum = Double(lookAhead + 1)
        untouched = lookAhead + 1
    }

    /// Returns the number of output frames for `frames` input frames; with `isLast`, all remaining ones.
    func outputLength(for frames: Int, isLast: Bool) -> Int {
        max(0, heldFrames + frames - (isLast ? 0 : lookAhead))
    }

    /// The number of input frames that have not been output.
    var heldFrames: Int { held.count / 2 }

    /// Processes interleaved samples into `output`, which has room for `outputLength` frames.
    mutating func process(
        _ input: UnsafeBufferPointer<Float>, isLast: Bool, into output: UnsafeMutableBufferPointer<Float>
    ) {
        let frames = input.count / 2
        let delay = lookAhead - heldFrames
        // The output begins with the held frames; the rest of the input is held next.
        let fromHeld = min(held.count, output.count)
        for index in 0..<fromHeld { output[index] = held[index] }
        let fromInput = output.count - fromHeld
        if fromInput > 0, let start = output.baseAddress, let source = input.baseAddress {
            (start + fromHeld).update(from: source, count: fromInput)
        }
        held.removeFirst(fromHeld)
        held.append(contentsOf: input[fromInput...])
        guard isLimiting || Self.exceeds(input) else { return }
        for index in 0..<frames {
            let (left, right) = (abs(input[2 * index]), abs(input[2 * index + 1]))
            let peak = left.isFinite && right.isFinite ? max(left, right) : .infinity
            scale(index - delay, of: output, by: advance(need: peak > 1 ? 1 / Double(peak) : 1))
        }
        guard isLast else { return }
        for index in frames..<(frames + lookAhead) { scale(index - delay, of: output, by: advance(need: 1)) }
    }

    /// True if any frame that is held, or that comes next, gets a gain below 1.
    var isLimiting: Bool { untouched < released.count }

    /// Returns the gain of the frame that came in `lookAhead` frames ago, after another frame has come in.
    private mutating func advance(need: Double) -> Double {
        while needs.count > firstNeed, needs[needs.count - 1].gain >= need { needs.removeLast() }
        if need < 1 { needs.append((frame, need)) }
        if firstNeed < needs.count, needs[firstNeed].frame < frame - lookAhead { firstNeed += 1 }
        if firstNeed > 1024 || firstNeed == needs.count {
            needs.removeFirst(firstNeed)
            firstNeed = 0
        }
        frame += 1
        last = min(last + step, needs.isEmpty ? 1 : needs[firstNeed].gain)
        untouched = last == 1 ? min(untouched + 1, released.count) : 0
        sum += last - released[next]
        released[next] = last
        next = (next + 1) % released.count
        // Thousands of additions leave rounding errors.
        if !isLimiting { sum = Double(released.count) }
        return sum / Double(released.count)
    }

    private func scale(_ frame: Int, of output: UnsafeMutableBufferPointer<Float>, by gain: Double) {
        guard frame >= 0, gain < 1 else { return }
        for index in 2 * frame...2 * frame + 1 {
            guard output[index].isFinite else {
                output[index] = 0
                continue
            }
            // Rounded to single precision, the sample may be too large in its last bit.
            output[index] = min(max(Float(Double(output[index]) * gain), -1), 1)
        }
    }

    /// Returns true if any sample is above full scale. Without their sign, the bits of floating point numbers are in
    /// the order of the numbers, and compilers compare several integers at a time.
    static func exceeds(_ samples: UnsafeBufferPointer<Float>) -> Bool {
        samples.withMemoryRebound(to: Int32.self) { words in
            var peak: Int32 = 0
            for word in words { peak = max(peak, word & 0x7FFF_FFFF) }
            return peak > 0x3F80_0000
        }
    }
}
