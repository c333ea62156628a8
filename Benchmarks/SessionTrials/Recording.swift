import Foundation

/// The recording of a session, as the numbers of the tones that are audible in each window of 40 ms.
struct Recording {
    /// The tones above a tenth of the softest tone that a session plays, in each window.
    private(set) var tones: [[Int]] = []
    /// True for each window with any audio.
    private(set) var isAudible: [Bool] = []
    private(set) var seconds = 0.0

    static let window = 0.04

    struct Malformed: Error {}

    /// Reads 32-bit floating point stereo WAV, in the form that the player writes. `softest` is the lowest volume in
    /// the session.
    init(contentsOf url: URL, hertz: [Double], amplitude: Double, softest: Double) throws {
        let data = try Data(contentsOf: url)
        guard data.count >= 44, data[20] == 3, data[22] == 2, data[34] == 32, let sound = Self.sound(in: data) else {
            throw Malformed()
        }
        let rate = Self.number(in: data[24..<28])
        var samples = [Float](repeating: 0, count: (data.count - sound) / 8 * 2)
        _ = samples.withUnsafeMutableBytes { data.copyBytes(to: $0, from: sound..<sound + $0.count) }
        let length = Int(Self.window * Double(rate))
        let shape = (0..<length).map { Float(0.5 - 0.5 * cos(2 * .pi * (Double($0) + 0.5) / Double(length))) }
        let coefficients = hertz.map { Float(2 * cos(2 * .pi * $0 / Double(rate))) }
        let threshold = Float(amplitude * softest * 0.1)
        seconds = Double(samples.count / 2) / Double(rate)
        samples.withUnsafeBufferPointer { samples in
            for start in stride(from: 0, through: samples.count / 2 - length, by: length) {
                let window = UnsafeBufferPointer(rebasing: samples[start * 2..<(start + length) * 2])
                let found = coefficients.indices.filter {
                    Self.amplitude(in: window, shape, coefficients[$0]) > threshold
                }
                tones.append(found)
                isAudible.append(window.contains { abs($0) > threshold / 5 })
            }
        }
    }

    /// Returns the offset of the samples, after any other chunks.
    private static func sound(in data: Data) -> Int? {
        var chunk = 12
        while chunk + 8 <= data.count {
            if data[chunk..<chunk + 4].elementsEqual("data".utf8) { return chunk + 8 }
            let length = number(in: data[chunk + 4..<chunk + 8])
            chunk += 8 + length + length % 2
        }
        return nil
    }

    private static func number(in bytes: Data) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }

    /// Returns the amplitude of one frequency in the left channel (Goertzel 1958), under a Hann window.
    private static func amplitude(in window: UnsafeBufferPointer<Float>, _ shape: [Float], _ coefficient: Float)
        -> Float
    {
        var (last, beforeLast): (Float, Float) = (0, 0)
        shape.withUnsafeBufferPointer { shape in
            for index in shape.indices {
                let next = window[index * 2] * shape[index] + coefficient * last - beforeLast
                beforeLast = last
                last = next
            }
        }
        let power = last * last + beforeLast * beforeLast - coefficient * last * beforeLast
        return 4 * max(0, power).squareRoot() / Float(shape.count)
    }

    /// The tones in their order, each with the time in seconds from which it is audible.
    var course: String {
        var parts: [String] = []
        for index in tones.indices where index == 0 || tones[index] != tones[index - 1] {
            let names = tones[index].map(String.init).joined(separator: "+")
            parts.append("\((Double(index) * Self.window * 100).rounded() / 100) \(names.isEmpty ? "-" : names)")
        }
        return parts.joined(separator: ", ")
    }

    /// Returns the longest run of windows for which the condition holds, and its start, in seconds.
    func longestRun(_ condition: (Int) -> Bool) -> (seconds: Double, start: Double) {
        var (longest, start, run) = (0, 0, 0)
        for index in tones.indices {
            run = condition(index) ? run + 1 : 0
            if run > longest { (longest, start) = (run, index + 1 - run) }
        }
        return (Double(longest) * Self.window, Double(start) * Self.window)
    }
}
