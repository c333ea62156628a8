import SegueTestSupport

@testable import SegueCore

/// A track of which only the level is synthetic, as an analysis would find it.
struct SyntheticTrack {
    /// Loudness in LUFS, every tenth of a second.
    var levels: [Double] = []

    /// Appends `seconds` of audio, evenly from one level to the other, fluctuating by `swing` as music does.
    func then(_ seconds: Double, from first: Double, to last: Double? = nil, swing: Double = 0) -> SyntheticTrack {
        let count = Int(seconds * 10)
        let added = (0..<count).map { index in
            let share = Double(index) / Double(max(count - 1, 1))
            return first + ((last ?? first) - first) * share + (index / 5 % 2 == 0 ? swing : -swing)
        }
        return SyntheticTrack(levels: levels + added)
    }

    func thenSilence(_ seconds: Double) -> SyntheticTrack { then(seconds, from: -120) }

    var facts: TrackFacts {
        let sounding = levels.indices.filter { levels[$0] > -60 }
        let sorted = sounding.map { levels[$0] }.sorted()
        // As defined by EBU Tech 3342, except for the gates and the longer windows.
        let range = sorted.isEmpty ? 0 : sorted[sorted.count * 95 / 100] - sorted[sorted.count / 10]
        let peaks = levels.map { Mathematics.amplitude(decibels: $0 + 6) }
        return TrackFacts(
            TrackFacts.Measurement(
                seconds: Double(levels.count) / 10, loudness: levels.max(), range: range, peak: peaks.max() ?? 0,
                firstSound: sounding.first.map { Double($0) / 10 },
                lastSound: sounding.last.map { Double($0 + 1) / 10 },
                momentary: LoudnessCurve(levels), low: PeakCurve(linear: peaks), middle: PeakCurve(linear: peaks),
                high: PeakCurve(linear: peaks),
                rhythm: TrackRhythm(head: .unknown(.weak), tail: .unknown(.weak))))
    }

    /// Returns music between `head` and `tail`.
    static func song(
        _ seconds: Double = 180, level: Double = -14, head: SyntheticTrack = SyntheticTrack(),
        tail: SyntheticTrack = SyntheticTrack()
    ) -> SyntheticTrack {
        SyntheticTrack(levels: head.then(seconds, from: level, swing: 3).levels + tail.levels)
    }
}

extension SyntheticTrack {
    /// Returns a song with an ending or a beginning of any kind.
    static func random(
        _ random: inout SeededRandom, isEnding: Bool, seconds: Double = 180
    ) -> SyntheticTrack {
        let level = Double.random(in: -18 ... -12, using: &random)
        let length = Double.random(in: 1...20, using: &random)
        let far = Double.random(in: -58 ... -20, using: &random)
        let near = level - Double.random(in: 0...6, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return song(seconds, level: level)
        case 1:
            let slope =
                isEnding
                ? SyntheticTrack().then(length, from: level, to: far)
                : SyntheticTrack().then(length, from: far, to: level)
            return isEnding ? song(seconds, level: level, tail: slope) : song(seconds, level: level, head: slope)
        case 2:
            let quiet = SyntheticTrack().then(length, from: far, swing: 2)
            return isEnding ? song(seconds, level: level, tail: quiet) : song(seconds, level: level, head: quiet)
        default:
            let calmer = SyntheticTrack().then(length, from: near, swing: 2)
            return isEnding
                ? song(seconds, level: level, tail: calmer.thenSilence(length))
                : song(seconds, level: level, head: calmer)
        }
    }
}

/// The audible sum of two tracks at their meeting, computed from their levels independently.
struct Sum {
    /// The maximum drop of the loudness over 3 s below the quieter track, in LU.
    let dip: Double
    /// The maximum rise of the loudness over 3 s above the louder of the two tracks, in LU.
    let rise: Double

    init(_ last: TrackFacts, _ first: TrackFacts, _ meeting: Listening.Meeting) {
        let (end, begin) = (last.ending?.edge ?? 0, first.beginning?.edge ?? 0)
        func power(_ facts: TrackFacts, _ seconds: Double) -> Double {
            let level = facts.measurement.momentary[Int((seconds * 10).rounded())]
            return level > LoudnessCurve.silence ? pow10(level / 10) : 0
        }
        func pow10(_ exponent: Double) -> Double {
            let amplitude = Mathematics.amplitude(decibels: exponent * 10)
            return amplitude * amplitude
        }
        func mean(_ range: Range<Int>, _ value: (Double) -> Double) -> Double {
            range.reduce(0) { $0 + value(Double($1) / 10) } / Double(range.count)
        }
        // Time 0 is the end of the outgoing track.
        func leaving(_ time: Double) -> Double {
            guard time < 0 else { return 0 }
            let share = (time + meeting.overlap) / meeting.overlap
            let gain = meeting.fadesOut && share > 0 ? meeting.curve.outgoingGain(at: share) : 1
            return power(last, end + time) * gain * gain
        }
        func coming(_ time: Double) -> Double {
            let since = time + meeting.overlap
            guard since >= 0 else { return 0 }
            let gain = since < meeting.fadeIn ? meeting.curve.gain(at: since / meeting.fadeIn) : 1
            return power(first, begin + since) * gain * gain
        }
        let levels = (
            mean(-270..<(-120)) { power(last, end + $0) }, mean(120..<320) { power(first, begin + $0) }
        )
        let (quieter, louder) = (min(levels.0, levels.1), max(levels.0, levels.1))
        let overlap = Int(meeting.overlap * 10)
        var (least, most) = (Double.infinity, 0.0)
        for center in (-overlap - 15)..<15 {
            let sum = mean(center - 15..<center + 15) { leaving($0) + coming($0) }
            least = min(least, sum)
            let alone = max(
                mean(center - 15..<center + 15) { power(last, end + $0) * ($0 < 0 ? 1 : 0) },
                mean(center - 15..<center + 15) { coming($0) })
            most = max(most, sum / max(louder, alone))
        }
        func decibels(_ ratio: Double) -> Double { 10 * Mathematics.logarithm10(max(ratio, 1e-12)) }
        dip = decibels(quieter / max(least, 1e-9))
        rise = decibels(most)
    }
}
