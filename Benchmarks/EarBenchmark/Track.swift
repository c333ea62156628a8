import Glibc

/// The test track: a sine that is on the left for a minute, and then on the right for another.
///
/// Two files contain it. A seek across the middle changes the side, and so does the next track after that. New audio is
/// therefore always on a side that was silent, and is audible even through a crossfade.
enum Track {
    /// Frames per second.
    static let rate = 48_000
    /// The frames of one wave: 500 Hz.
    static let period = 96
    /// Full scale is 1.
    static let amplitude = 0.8
    /// The distance of seeks in seconds: from anywhere in the first half minute, the target is on the other side.
    static let seekDistance = 80
    /// The steepest second difference of the sine, on the scale of the amplitude.
    static var steepest: Double {
        let step = 2 * Double.pi / Double(period)
        return amplitude * step * step
    }

    /// Writes the two files; returns their paths.
    static func make(in home: Home) throws -> [String] {
        let paths = ["first", "second"].map { "\(home.path)/\($0).wav" }
        for path in paths { try write(to: path, seconds: 120) }
        return paths
    }

    /// Writes a file of this length, whose sine changes the side in the middle.
    static func write(to path: String, seconds: Int) throws {
        guard let file = fopen(path, "w") else { throw Failure("\(path) can't be written") }
        defer { fclose(file) }
        let bytes = UInt32(seconds) * UInt32(rate) * 4
        func write<Number: FixedWidthInteger>(_ numbers: [Number]) {
            _ = numbers.map(\.littleEndian).withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
        }
        fputs("RIFF", file)
        write([36 + bytes])
        fputs("WAVEfmt ", file)
        // 16 bytes of format: whole numbers, two channels of 16 bits.
        write([16, 0x0002_0001, UInt32(rate), UInt32(rate) * 4, 0x0010_0004] as [UInt32])
        fputs("data", file)
        write([bytes])
        for second in 0..<seconds { write(second < seconds / 2 ? left : right) }
    }

    /// A second of the sine on either side, frame by frame.
    private static let left: [Int16] = wave.flatMap { [$0, 0] }
    private static let right: [Int16] = wave.flatMap { [0, $0] }

    private static let wave: [Int16] = (0..<rate).map { frame in
        Int16((32767 * amplitude * sin(2 * .pi * Double(frame % period) / Double(period))).rounded())
    }
}
