import Foundation
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueAudio

/// The samples of a tape by position, and their path to the output.
@Suite struct TapeTests {
    private static func ones(_ count: Int) -> [Float] { [Float](repeating: 1, count: 2 * count) }

    private static func left(_ tape: Tape) -> [Float] {
        let frames = Array(tape.frames(from: tape.start, to: tape.end))
        return stride(from: 0, to: frames.count, by: 2).map { frames[$0] }
    }

    @Test("A splice takes the place of what was, which goes on beneath it to silence")
    func splice() {
        var tape = Tape()
        tape.append(Self.ones(100))
        tape.drop(before: 20)
        tape.splice(at: 50, over: 10) { 1 - Double($0 - 50) / 10 }
        #expect(tape.end == 50 && tape.tailEnd == 60)
        tape.append([Float](repeating: 0, count: 8))
        tape.append([Float](repeating: 0, count: 40))
        #expect(tape.end == 74)
        let sound = Self.left(tape)
        #expect(sound[29] == 1)
        for frame in 0..<10 { #expect(abs(sound[30 + frame] - (1 - Float(frame) / 10)) < 1e-6) }
        #expect(sound[40...].allSatisfy { $0 == 0 })
    }

    /// A simple model of the tape, sample by sample: the audible value at each position, and the values still beneath.
    private struct Model {
        var heard: [Float] = []
        var beneath: [Float] = []

        mutating func append(_ samples: [Float]) {
            for sample in samples {
                heard.append(sample + (beneath.isEmpty ? 0 : beneath.removeFirst()))
            }
        }

        mutating func splice(at place: Int, over count: Int) {
            let old = heard.dropFirst(place) + beneath
            let gap = max(0, place - heard.count)
            heard = Array(heard.prefix(place)) + [Float](repeating: 0, count: gap)
            beneath = old.prefix(count).enumerated().map { $0.element * (1 - Float($0.offset) / Float(count)) }
        }
    }

    @Test(
        "No sample is there twice, at another place, or never: 100,000 random steps",
        arguments: 1...10 as ClosedRange<UInt64>)
    func randomSteps(seed: UInt64) {
        var random = SeededRandom(state: seed)
        var tape = Tape()
        var model = Model()
        var value: Float = 0
        for step in 0..<10_000 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<6:
                let samples = (0..<Int.random(in: 0...50, using: &random)).map { _ in
                    value += 1
                    return value.truncatingRemainder(dividingBy: 1000)
                }
                tape.append(samples.flatMap { [$0, $0] })
                model.append(samples)
            case 6..<8:
                let place = Int.random(in: Int(tape.start)...Int(tape.end), using: &random)
                let count = Int.random(in: 1...80, using: &random)
                tape.splice(at: Int64(place), over: Int64(count)) { 1 - Double($0 - Int64(place)) / Double(count) }
                model.splice(at: place, over: count)
            default:
                tape.drop(before: Int64.random(in: tape.start...tape.end, using: &random))
            }
            let expected = model.heard.suffix(from: Int(tape.start))
            guard tape.end == Int64(model.heard.count), tape.tailEnd == tape.end + Int64(model.beneath.count),
                zip(Self.left(tape), expected).allSatisfy({ abs($0 - $1) < 0.01 })
            else {
                Issue.record("seed \(seed), step \(step)")
                return
            }
        }
    }

    @Test("What comes out is the same, however often one goes back, with the limiter at work too")
    func goingBack() {
        var tape = Tape()
        var random = SeededRandom(state: 7)
        tape.append((0..<40000).map { index in Float(sin(Double(index) / 50)) * (index % 9000 < 2000 ? 1.6 : 0.7) })
        var whole = Master(rate: 44100, volume: 1)
        let reference = whole.produce(upTo: 19000, from: tape, isLast: false)
        for _ in 0..<20 {
            var master = Master(rate: 44100, volume: 1)
            var result: [Float] = []
            var place: Int64 = 0
            while place < 19000 {
                let next = min(19000, place + Int64.random(in: 1...3000, using: &random))
                result.removeSubrange(Int(2 * place)...)
                result += master.produce(upTo: next, from: tape, isLast: false)
                place = next
                if Int.random(in: 0..<3, using: &random) == 0 {
                    place = max(0, place - Int64.random(in: 1...2500, using: &random))
                    master.move(to: place, on: tape)
                }
            }
            result.removeSubrange(38000...)
            let worst = zip(result, reference).map { abs($0 - $1) }.max() ?? 1
            #expect(result.count == reference.count && worst < 1e-6, "off by \(worst)")
        }
    }

    @Test("A ramp that is laid over what a limiter holds already is whole")
    func rampWithinTheLookAhead() {
        var tape = Tape()
        tape.append((0..<40000).map { Float(1.4 * sin(Double($0 / 2) / 16)) })
        func press(_ master: inout Master, at place: Int64) {
            master.transport.hold(from: place)
            master.transport.line(to: 0, at: place + 882)
        }
        for distance: Int64 in [0, 1, 100, 219, 220, 221, 2047] {
            let place = 3 * 2048 + distance
            var foreseen = Master(rate: 44100, volume: 1)
            press(&foreseen, at: place)
            let whole = foreseen.produce(upTo: 12000, from: tape, isLast: false)
            var master = Master(rate: 44100, volume: 1)
            _ = master.produce(upTo: 12000, from: tape, isLast: false)
            press(&master, at: place)
            master.move(to: place, on: tape)
            let rest = master.produce(upTo: 12000, from: tape, isLast: false)
            let worst = zip(rest, whole.dropFirst(Int(2 * place))).map { abs($0 - $1) }.max() ?? 1
            #expect(worst < 1e-6, "\(distance) samples behind a mark: off by \(worst)")
        }
    }
}
