import EventLoop

/// A listener to a sine on the monitor of a sink for any length of time, which keeps only the faults.
final class SteadyListener {
    /// A part of the recording where the sine is broken. A tenth of a second of unbroken sine ends the part.
    struct Fault: CustomStringConvertible {
        var time: MonotonicTime
        /// The range of frames in the recording; `silent` of them are silent.
        var start: Int
        var end: Int
        var silent = 0

        var description: String {
            let second = (Double(start) / Double(Track.rate) * 10).rounded() / 10
            let milliseconds = (end - start) * 1000 / Track.rate
            return "at \(second) s over \(milliseconds) ms, \(silent * 1000 / Track.rate) of them silent"
        }
    }

    private let recorder: Recorder
    private var faults: [Fault] = []
    private var frame = 0
    private var last: (Int, Int) = (0, 0)
    private var silence = 0

    init(to sink: String, in home: Home, loop: EventLoop) throws {
        recorder = try Recorder(in: home, loop: loop, sink: sink, patience: .asksForBlocks, keepsSamples: false)
        recorder.onFrames = { [unowned self] in listen($0) }
    }

    var isSounding: Bool { recorder.isSounding }

    /// Discards the faults so far.
    func begin() { faults = [] }

    /// Returns the faults.
    /// - Throws: `Failure` if the recording has broken off.
    func result() throws -> [Fault] {
        try recorder.check()
        return faults
    }

    func end() { recorder.end() }

    /// Analyses samples, left and right alternating. The sine is on one side at a time, and the sum of both sides never
    /// pauses.
    private func listen(_ samples: [Int16]) {
        let limit = Int((1.6 * Track.steepest * 32768).rounded())
        let silent = Int(Recording.audible * 32768)
        for index in stride(from: 0, to: samples.count - 1, by: 2) {
            let sum = Int(samples[index]) + Int(samples[index + 1])
            silence = abs(sum) < silent ? silence + 1 : 0
            // A sine is never silent for as long as 1 ms.
            if abs(sum - 2 * last.1 + last.0) > limit || silence > Track.rate / 1000 { note() }
            last = (last.1, sum)
            frame += 1
        }
    }

    private func note() {
        if let fault = faults.last, frame - fault.end < Track.rate / 10 {
            faults[faults.count - 1].end = frame
        } else {
            faults.append(Fault(time: .now, start: frame, end: frame))
        }
        if silence > Track.rate / 1000 { faults[faults.count - 1].silent += 1 }
    }
}
