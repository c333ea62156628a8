import Glibc
import SegueClient
import SegueCore

/// A drawing of a transition as rows of blocks on one time axis. The rows show both tracks' gains and, if analysed,
/// both tracks' audio as loud as it is heard. The axis extends from a little before the transition to a little after
/// it. A block of a gain is an eighth of full gain, a block of audio 6 dB.
struct TransitionDrawing {
    let transition: PlannedTransition
    /// The envelope of each track; nil if unknown.
    let outgoing: Envelope?
    let incoming: Envelope?
    /// The largest width of a row, including its label.
    let columns: Int

    private static let gainLabel = "gain  "
    private static let soundLabel = "sound "
    private static let fewestColumns = 16

    /// The rows from top to bottom: gain and audio of the outgoing track, gain and audio of the incoming track, and the
    /// times in the outgoing track. Empty if the tracks do not overlap and not both envelopes are known.
    var lines: [String] {
        guard !transition.outgoingGains.isEmpty || outgoing != nil && incoming != nil, let start else { return [] }
        let duration = transition.duration.seconds
        let room = max(duration / 4, Self.leastRoom)
        let span = max(start - room, 0)...(start + duration + room)
        let width = max(columns, Self.fewestColumns) - Self.gainLabel.count
        let times = (0..<width).map { span.lowerBound + (Double($0) + 0.5) * span.length / Double(width) }
        let step = span.length / Double(width)
        // Both tracks share one scale: the loudest moment of both is as high as a row can be.
        let peak = max(outgoing?.peak ?? 0, incoming?.peak ?? 0, 0.01)
        var rows: [String] = []
        for (sound, origin, gain) in [
            (outgoing, 0, outgoingGain), (incoming, start - transition.incomingStart.seconds, incomingGain),
        ] {
            rows.append(Self.gainLabel + Self.row(times.map(gain)))
            guard let sound else { continue }
            let heights = times.map { time in
                Self.height(
                    sound.highest(from: time - origin - step / 2, to: time - origin + step / 2) * gain(time) / peak)
            }
            rows.append(Self.soundLabel + Self.row(heights))
        }
        return rows.map(\.withoutTrailingSpaces) + [Self.axis(start, duration, span, width)]
    }

    /// The least time shown on each side of the transition, in seconds.
    private static let leastRoom = 2.0

    /// The start of the transition in the outgoing track, in seconds; nil if unknown.
    private var start: Double? {
        transition.start?.seconds ?? outgoing.map { max(($0.duration - transition.duration).seconds, 0) }
    }

    private var outgoingGain: (Double) -> Double {
        gain(transition.outgoingGains, before: 1, behind: 0)
    }

    private var incomingGain: (Double) -> Double {
        gain(transition.incomingGains, before: 0, behind: 1)
    }

    /// Returns the gain as a function of the time in the outgoing track.
    private func gain(_ gains: [Double], before: Double, behind: Double) -> (Double) -> Double {
        let start = start ?? 0
        let duration = transition.duration.seconds
        return { time in
            guard time >= start else { return before }
            guard time < start + duration, let last = gains.indices.last else { return behind }
            return gains[Int(((time - start) / duration * Double(last)).rounded())]
        }
    }

    /// Returns the height of an amplitude: 1 for 0 dB, 0 at eight blocks below or less.
    private static func height(_ amplitude: Double) -> Double {
        amplitude > 0 ? max(0, 1 + 20 * log10(amplitude) / 48) : 0
    }

    /// Returns heights from 0 to 1 as blocks, each an eighth higher than the previous one; a space for silence.
    private static func row(_ heights: [Double]) -> String {
        let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
        return String(
            heights.map { $0 <= 0 ? " " : blocks[min(7, max(0, Int(($0 * 8).rounded(.up)) - 1))] })
    }

    /// Returns the times at which the transition begins and ends, below their columns.
    private static func axis(
        _ start: Double, _ duration: Double, _ span: ClosedRange<Double>, _ width: Int
    ) -> String {
        func column(_ time: Double) -> Int {
            gainLabel.count + Int((time - span.lowerBound) / span.length * Double(width))
        }
        let first = String(repeating: " ", count: column(start)) + TransitionReport.clock(start)
        guard duration > 0 else { return first }
        let gap = max(column(start + duration) - first.count, 1)
        return first + String(repeating: " ", count: gap) + TransitionReport.clock(start + duration)
    }
}

extension ClosedRange<Double> {
    fileprivate var length: Double { upperBound - lowerBound }
}

extension Envelope {
    /// Returns the highest peak of any band between two times in seconds, 0…1.
    fileprivate func highest(from start: Double, to end: Double) -> Double {
        let peaks = peaks(from: start, to: end)
        return max(peaks.low, peaks.middle, peaks.high)
    }
}
