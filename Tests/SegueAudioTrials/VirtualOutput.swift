@testable import SegueAudio

/// An output whose samples can be rewritten until `margin` samples before they are heard.
struct VirtualOutput {
    let margin: Int64
    let depth: Int64 = 600
    /// The position that is heard at a time; nil before anything is heard.
    private var clock: (place: Int64, time: Int64)?
    private var written: Int64 = 0
    private var samples: [Float] = []
    private var first: Int64 = 0
    private var rest: Int64?
    private var epoch = 0
    /// The outputs that are heard before the clock begins.
    private var former: [VirtualOutput] = []

    init(margin: Int64) {
        self.margin = margin
    }

    private func position(at time: Int64) -> Int64? { clock.map { $0.place + time - $0.time } }

    func heard(at time: Int64) -> Int64 { min(position(at: time) ?? written, written, rest ?? .max) }

    func changeable(at time: Int64) -> Int64 { position(at: time).map { $0 + margin } ?? written }

    mutating func go(from place: Int64, at time: Int64, epoch: Int) {
        defer { self.epoch = epoch }
        if let clock, let position = position(at: time) {
            // The audio with which the output was to come to rest is still heard; or the output has run dry, and its
            // count continues.
            var heard = self
            heard.former = []
            former = [heard]
            let end = clock.time + (rest ?? position) - clock.place
            self.clock = (place, max(time + margin, end))
        } else {
            clock = (place, time + 4)
        }
        rest = nil
        written = place
        samples = []
        first = place
    }

    /// Writes samples. Returns the fault of the write, if there is one.
    mutating func write(_ new: [Float], place: Int64, at time: Int64) -> String? {
        guard place <= written else { return "a gap from \(written) to \(place)" }
        let isAhead = clock.map { time < $0.time } ?? true
        guard place == written && isAhead || place >= changeable(at: time) else {
            return "written at \(place), where nothing can be changed before \(changeable(at: time))"
        }
        guard place >= first else { return "written at \(place), in front of \(first)" }
        // Later samples stay as they were.
        let start = Int(2 * (place - first))
        samples.replaceSubrange(start..<min(start + new.count, samples.count), with: new)
        written = max(written, place + Int64(new.count / 2))
        return nil
    }

    mutating func rest(at place: Int64) { rest = place }

    /// Returns true once: the output has stopped.
    mutating func hasRested(at time: Int64) -> Bool {
        guard let rest, (position(at: time) ?? .max) >= rest + 8 else { return false }
        clock = nil
        self.rest = nil
        written = rest
        return true
    }

    /// The time at which the output will have come to rest.
    var restEnd: Int64? {
        guard let clock, let rest else { return nil }
        return clock.time + rest - clock.place
    }

    /// Returns the position for a time, whether anything was written there or not; nil before the output was started.
    func place(at time: Int64) -> Int64? { position(at: time).flatMap { $0 >= first ? $0 : nil } }

    func sound(at time: Int64) -> (place: Int64, left: Float, right: Float, epoch: Int)? {
        guard let place = position(at: time) else { return nil }
        guard place >= first else { return former.first?.sound(at: time) }
        guard place < min(written, rest ?? .max) else { return nil }
        let index = Int(2 * (place - first))
        return (place, samples[index], samples[index + 1], epoch)
    }

    /// True if the output runs, and was not asked to rest.
    var isUnderWay: Bool { clock != nil && rest == nil }

    /// Returns true if nothing can be heard any more, or not yet, and the output was not asked to rest.
    func isDry(at time: Int64) -> Bool {
        guard let place = position(at: time) else { return false }
        return place < first || rest == nil && place >= written
    }
}
