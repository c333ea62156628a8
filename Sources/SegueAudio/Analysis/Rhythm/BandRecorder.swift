import CGStreamer
import Glibc

/// Records the band spectra of the two ends of a stream of samples, which come in pieces of any length. Frames between
/// the ends count for the mean alone.
struct BandRecorder: Sendable {
    /// Frames around the 60 s that belong to the local mean and deviation of their onsets.
    static let margin = 460
    private static let needed = RhythmDetector.frames + 2 * margin

    /// The beginning, from `margin` before the first sound.
    private(set) var head = BandSpectra()
    /// The last frames before and after the last sound.
    private(set) var tail = BandSpectra()
    /// Frames long after the last sound so far: part of the tail if more follows.
    private var pending = BandSpectra()
    private var isSounding = false
    private var sum = 0.0
    /// The number of frames so far.
    private(set) var frames = 0

    private let rate: Int
    private let window: [Float]
    private let transform: FourierTransform
    /// The samples from number `origin` on that later frames need.
    private var samples: [Float]
    private var origin: Int
    private var frame: [Float] = Array(repeating: 0, count: BandSpectra.count)

    /// A recorder of one channel at this sample rate in hertz.
    init(rate: Int) {
        self.rate = rate
        let count = max(2, Int((BandSpectra.window * Double(rate)).rounded()))
        window = (0..<count).map { Float(0.5 - 0.5 * cos(2 * Double.pi * Double($0) / Double(count - 1))) }
        transform = FourierTransform(atLeast: count)
        // Half of the first window lies before the first sample.
        samples = Array(repeating: 0, count: count / 2)
        origin = -(count / 2)
    }

    /// The mean power of a band over all frames; 0 before the first one.
    var mean: Double { frames == 0 ? 0 : sum / Double(frames * BandSpectra.count) }

    /// Takes interleaved samples of all channels, as their mean. `first` is the first non-silent sample so far, and
    /// `last` the one after the last; nil if all was silent.
    mutating func take(_ interleaved: UnsafeBufferPointer<Float>, channels: Int, first: Int?, last: Int?) {
        let scale = 1 / Float(channels)
        for index in stride(from: 0, to: interleaved.count - channels + 1, by: channels) {
            var total: Float = 0
            for channel in 0..<channels { total += interleaved[index + channel] }
            samples.append(total * scale)
        }
        record(first: first, last: last)
    }

    /// Records the frames whose windows reach beyond the last sample. Call once, at the end.
    mutating func finish(first: Int?, last: Int?) {
        let total = origin + samples.count
        let missing = total * 100 / rate + 1 - frames
        guard missing > 0 else { return }
        samples += Array(repeating: 0, count: max(0, windowStart(frames + missing - 1) + window.count - total))
        record(first: first, last: last)
    }

    private func windowStart(_ number: Int) -> Int { number * rate / 100 - window.count / 2 }

    private mutating func record(first: Int?, last: Int?) {
        while windowStart(frames) + window.count <= origin + samples.count {
            measure(at: windowStart(frames) - origin)
            for power in frame { sum += Double(power) }
            keep(first: first, last: last)
            frames += 1
        }
        // Samples are removed in large pieces, because each removal moves the remaining samples.
        let unneeded = windowStart(frames) - origin
        guard unneeded > 8192 else { return }
        samples.removeFirst(unneeded)
        origin += unneeded
    }

    private mutating func measure(at start: Int) {
        let (window, samples) = (window, samples)
        transform.transform {
            for index in window.indices { $0[index] = window[index] * samples[start + index] }
        } _: { spectrum in
            for band in 0..<BandSpectra.count {
                var power: Float = 0
                // A low rate has nothing in the highest bands.
                let upper = min(BandSpectra.edges[band + 1], spectrum.count)
                for bin in min(BandSpectra.edges[band], upper)..<upper {
                    power += spectrum[bin].r * spectrum[bin].r + spectrum[bin].i * spectrum[bin].i
                }
                frame[band] = power
            }
        }
    }

    private mutating func keep(first: Int?, last: Int?) {
        guard let first, let last else {
            head.append(frame)
            head.trim(to: Self.margin + 10)
            return
        }
        if !isSounding { (isSounding, tail, pending) = (true, head, BandSpectra(start: frames)) }
        if head.end < first * 100 / rate + RhythmDetector.frames + Self.margin { head.append(frame) }
        if frames <= last * 100 / rate + Self.margin {
            tail.append(pending)
            tail.append(frame)
            pending = BandSpectra(start: frames + 1)
        } else {
            pending.append(frame)
        }
        tail.trim(to: Self.needed)
        pending.trim(to: Self.needed)
    }
}
