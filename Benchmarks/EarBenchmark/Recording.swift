import EventLoop

/// Recorded samples, with the times at which they were heard.
struct Recording {
    /// Frames that arrived together.
    struct Chunk {
        /// The number of frames before this chunk, and including it.
        var start: Int
        var end: Int
        /// The time at which the frames arrived. The server has just mixed them: the first of them is heard now, and
        /// the others one after another.
        var time: MonotonicTime
    }

    /// An audible change. Levels are amplitudes.
    enum Change {
        /// This side rises above the level.
        case above(Double, side: Int)
        /// Both sides fall below the level, and stay there for one wave.
        case below(Double)
    }

    /// The level below which everything is silence: 48 dB below full scale.
    static let audible = 0.004

    /// The samples, left and right alternating.
    let samples: [Int16]
    let chunks: [Chunk]

    var frames: Int { samples.count / 2 }
    var seconds: Double { Double(frames) / Double(Track.rate) }

    // MARK: - Time

    /// Returns the first frame that arrived after this moment.
    func frame(after time: MonotonicTime) -> Int { firstChunk { $0.time > time }?.start ?? frames }

    /// Returns the time at which this frame was heard; nil if the recording ends before it.
    private func time(of frame: Int) -> MonotonicTime? {
        guard let chunk = firstChunk(where: { $0.end > frame }) else { return nil }
        return chunk.time.advanced(byNanoseconds: Int64(frame - chunk.start) * 1_000_000_000 / Int64(Track.rate))
    }

    /// Finds a chunk by bisection: the chunks are in order both of frames and of time.
    private func firstChunk(where isReached: (Chunk) -> Bool) -> Chunk? {
        var (low, high) = (0, chunks.count)
        while low < high {
            let middle = (low + high) / 2
            if isReached(chunks[middle]) { high = middle } else { low = middle + 1 }
        }
        return low < chunks.count ? chunks[low] : nil
    }

    // MARK: - Changes

    /// Returns the time from `press` until the change was heard, in nanoseconds. Nil if the change was not heard before
    /// `end`, or had come before the key was pressed.
    func delay(of change: Change, after press: MonotonicTime, before end: MonotonicTime) -> Int64? {
        let start = frame(after: press)
        // A change that had come before is found in the first of the two waves before the key press.
        let earlier = max(0, start - 2 * Track.period)
        guard let first = first(change, in: earlier..<max(start, frame(after: end))), first > earlier + Track.period
        else { return nil }
        return time(of: max(start, first))?.nanoseconds(since: press)
    }

    private func first(_ change: Change, in range: Range<Int>) -> Int? {
        switch change {
        case .above(let level, let side):
            return range.first { Double(samples[$0 * 2 + side].magnitude) > level * 32768 }
        case .below(let level):
            var start = range.lowerBound
            for frame in range {
                if loudest(in: frame) >= level * 32768 { start = frame + 1 }
                if frame - start >= Track.period { return start }
            }
            return nil
        }
    }

    /// Returns the amplitude of the louder side, out of 32768.
    private func loudest(in frame: Int) -> Double {
        Double(max(samples[frame * 2].magnitude, samples[frame * 2 + 1].magnitude))
    }

    // MARK: - Audio and silence

    func left(_ frame: Int) -> Int16 { samples[frame * 2] }

    /// The first frame of each stretch of audio after a twentieth of a second of silence. A single unit counts as
    /// audio.
    var onsets: [Int] { sounds.map(\.lowerBound) }

    /// The frame after the last one of each stretch of audio before a twentieth of a second of silence.
    var ends: [Int] { sounds.map(\.upperBound).filter { $0 < frames } }

    private var sounds: [Range<Int>] {
        var sounds: [Range<Int>] = []
        for frame in 0..<frames where samples[frame * 2] != 0 || samples[frame * 2 + 1] != 0 {
            if let last = sounds.last, frame - last.upperBound < Track.rate / 20 {
                sounds[sounds.count - 1] = last.lowerBound..<frame + 1
            } else {
                sounds.append(frame..<frame + 1)
            }
        }
        return sounds
    }

    // MARK: - Faults

    /// The frames in which the samples bend more sharply than 1.6 times the steepest bend of the sine, on either side;
    /// of bends within a hundredth of a second, only the first.
    var clicks: [Int] {
        let limit = Int((1.6 * Track.steepest * 32768).rounded())
        var clicks: [Int] = []
        var last = -Track.rate
        for frame in 2..<max(2, frames) {
            let isSharp = (0...1).contains { side in
                let bend =
                    Int(samples[frame * 2 + side]) - 2 * Int(samples[frame * 2 + side - 2])
                    + Int(samples[frame * 2 + side - 4])
                return abs(bend) > limit
            }
            guard isSharp else { continue }
            if frame - last > Track.rate / 100 { clicks.append(frame) }
            last = frame
        }
        return clicks
    }

    /// Returns the number of times that both sides are silent for more than 2 ms within these frames.
    func holes(in range: Range<Int>) -> Int {
        let shortest = Track.rate / 500
        var (count, run) = (0, 0)
        for frame in range {
            run = loudest(in: frame) < Self.audible * 32768 ? run + 1 : 0
            if run == shortest + 1 { count += 1 }
        }
        return count
    }
}
