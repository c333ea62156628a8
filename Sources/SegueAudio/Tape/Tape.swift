import SegueCore

/// The mixed samples that may still be heard, or be replaced: stereo, by their position, which is counted from 0 at
/// each cold start. Pure arithmetic.
///
/// The tape grows at its end as the mixer proceeds, and drops the samples that have been heard. A splice puts a new
/// timeline over audio that had not been heard. The old audio continues underneath, on its way to silence, as far as it
/// had been mixed.
struct Tape: Sendable {
    /// The first sample that is kept.
    private(set) var start: Int64 = 0
    /// Interleaved; the first `dropped` values no longer count.
    private var samples: [Float] = []
    private var dropped = 0
    /// The old audio beneath samples still to come, from `end` on.
    private var tail: [Float] = []
    /// True if nothing follows the samples on the tape.
    private(set) var isComplete = false
    /// The positions between which audio that breaks off fades to silence; nil if none does.
    private var ramp: Range<Int64>?
    /// True if other audio follows that ramp.
    private var isJoined = false

    /// The position after the last sample.
    var end: Int64 { start + Int64((samples.count - dropped) / 2) }

    /// The end of the old audio beneath.
    var tailEnd: Int64 { end + Int64(tail.count / 2) }

    init(from start: Int64 = 0) {
        self.start = start
    }

    /// Appends mixed samples.
    mutating func append(_ frames: [Float]) {
        guard !isComplete else { return }
        let covered = min(tail.count, frames.count)
        let (first, place) = (samples.count, end)
        samples.append(contentsOf: frames)
        for index in 0..<covered { samples[first + index] += tail[index] }
        tail.removeFirst(covered)
        fade(from: place)
    }

    /// Lets the audio fade to silence in these positions, including samples that are appended later. The audio behind
    /// them is silent; with `isJoined`, it is other audio, which stays as it is. A splice ends that for the samples it
    /// brings.
    mutating func fade(over range: Range<Int64>, isJoined: Bool) {
        ramp = range
        self.isJoined = isJoined
        fade(from: start)
    }

    private mutating func fade(from first: Int64) {
        guard let ramp else { return }
        let last = isJoined ? min(end, ramp.upperBound) : end
        for place in max(first, ramp.lowerBound)..<max(last, first, ramp.lowerBound) {
            let gain = Float(max(Double(ramp.upperBound - place) / Double(ramp.count), 0))
            samples[position(of: place)] *= gain
            samples[position(of: place) + 1] *= gain
        }
        if isJoined, end >= ramp.upperBound { self.ramp = nil }
    }

    /// Completes the tape: nothing more is mixed, and only the old audio beneath is left.
    mutating func complete() {
        guard !isComplete else { return }
        samples.append(contentsOf: tail)
        tail = []
        isComplete = true
    }

    /// Begins other audio at `index`, which is appended next. The old audio continues beneath it for `count` samples at
    /// most, each multiplied by `gain`.
    mutating func splice(at index: Int64, over count: Int64, gain: (Int64) -> Double) {
        let place = min(max(index, start), end)
        let old = sound(from: index).samples
        samples.removeSubrange(position(of: place)...)
        isComplete = false
        ramp = nil
        let kept = Int(min(count, Int64(old.count / 2)))
        tail = Array(old.prefix(2 * kept))
        for frame in 0..<kept {
            let factor = Float(gain(place + Int64(frame)))
            tail[2 * frame] *= factor
            tail[2 * frame + 1] *= factor
        }
        // After a gap there is no old audio that could continue.
        if index > place { samples.append(contentsOf: repeatElement(0, count: Int(2 * (index - place)))) }
    }

    /// Drops the samples before `index`.
    mutating func drop(before index: Int64) {
        guard index > start else { return }
        let last = min(index, end)
        dropped += Int(2 * (last - start))
        start = last
        // Samples are moved rarely: each time, at most as many as have been dropped.
        guard dropped > samples.count / 2 else { return }
        samples.removeFirst(dropped)
        dropped = 0
    }

    /// Returns everything that is heard from `index` on, if nothing more is mixed.
    func sound(from index: Int64) -> FormerSound {
        let place = min(max(index, start), end)
        return FormerSound(from: place, samples: samples.suffix(from: position(of: place)) + tail)
    }

    /// Returns the samples from `first` up to `last`, which must be on the tape.
    func frames(from first: Int64, to last: Int64) -> ArraySlice<Float> {
        samples[position(of: first)..<position(of: last)]
    }

    private func position(of index: Int64) -> Int { dropped + Int(2 * (index - start)) }
}
