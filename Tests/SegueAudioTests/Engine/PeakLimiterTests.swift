import Foundation
import SegueCore
import Testing

@testable import SegueAudio

@Suite struct PeakLimiterTests {
    /// Stereo noise of a level that goes up and down, from a fixed seed.
    private static func noise(frames: Int, peak: Float) -> [Float] {
        var state: UInt64 = 1
        return (0..<2 * frames).map { index in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let level = 0.5 + 0.5 * sin(Float(index / 2) / 3000)
            return (Float(state >> 40) / Float(1 << 23) - 1) * level * peak
        }
    }

    /// Returns the output for `input`, divided in turn into pieces of these numbers of frames.
    private static func limited(_ input: [Float], pieces: [Int]) -> [Float] {
        var limiter = PeakLimiter(rate: 44100)
        var result: [Float] = []
        var place = 0
        for piece in sequence(
            state: 0,
            next: { index -> Int? in
                defer { index += 1 }
                return pieces[index % pieces.count]
            })
        {
            let end = min(place + 2 * piece, input.count)
            let isLast = end == input.count
            var output = [Float](
                repeating: .nan, count: 2 * limiter.outputLength(for: (end - place) / 2, isLast: isLast))
            output.withUnsafeMutableBufferPointer { output in
                input[place..<end].withUnsafeBufferPointer { limiter.process($0, isLast: isLast, into: output) }
            }
            result += output
            place = end
            if isLast { break }
        }
        return result
    }

    @Test("Full scale and below pass bit for bit")
    func transparent() {
        var input = Self.noise(frames: 30000, peak: 1)
        input[1000] = 1
        input[5001] = -1
        #expect(Self.limited(input, pieces: [4410]) == input)
    }

    @Test("Nothing is above full scale, the gain never jumps, and only the surroundings of a peak are touched")
    func peaks() throws {
        // At the beginning, some of the noise is below full scale.
        let input = Self.noise(frames: 60000, peak: 1.8)
        let output = Self.limited(input, pieces: [4410])
        #expect(output.count == input.count)
        #expect(output.allSatisfy { abs($0) <= 1 })
        #expect(output.contains { abs($0) > 0.99 })
        // The gain goes down over the look-ahead of 5 ms, and is the same on both sides.
        let gains = stride(from: 0, to: input.count, by: 2).map { index -> Double in
            let loud = abs(input[index]) > abs(input[index + 1]) ? index : index + 1
            return Double(output[loud]) / Double(input[loud])
        }
        let steepest = (1 - 1 / 1.8) / 221
        for (before, after) in zip(gains, gains.dropFirst()) where abs(after - before) > steepest + 1e-6 {
            Issue.record("the gain went from \(before) to \(after)")
            break
        }
        // From 10 ms before a peak until the gain has recovered: at most half a second of release, and 5 ms.
        let first = try #require(input.firstIndex { abs($0) > 1 })
        #expect(output[..<(first - 2 * 221)] == input[..<(first - 2 * 221)])
        var last = first / 2
        for (frame, gain) in gains.enumerated() {
            if max(abs(input[2 * frame]), abs(input[2 * frame + 1])) > 1 { last = frame }
            if gain < 1 - 1e-6, frame - last > 44100 / 2 {
                Issue.record("frame \(frame) is touched, and the last peak is \(frame - last) frames away")
                break
            }
        }
    }

    @Test("The pieces that go in make no difference", arguments: [[1], [220, 221], [441, 7, 4410], [60000]])
    func pieces(sizes: [Int]) {
        let input = Self.noise(frames: 20000, peak: 1.5)
        #expect(Self.limited(input, pieces: sizes) == Self.limited(input, pieces: [4410]))
    }

    @Test("What is no number does not get out")
    func hostile() {
        var input = Self.noise(frames: 10000, peak: 0.5)
        input[4000] = .infinity
        input[4001] = .nan
        input[4002] = 1e30
        #expect(Self.limited(input, pieces: [4410]).allSatisfy { abs($0) <= 1 })
    }
}
