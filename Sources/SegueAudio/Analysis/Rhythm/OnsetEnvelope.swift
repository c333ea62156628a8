import Glibc

/// The onsets of a part of the audio in six bands, with the spectra that they come from, 100 times a second.
struct OnsetEnvelope {
    /// The number of bands.
    static let count = 6
    /// The frequencies at which these bands begin, in hertz. A band of a spectrum belongs to the band that contains its
    /// lower edge.
    private static let borders = [0.0, 150, 400, 1000, 2500, 6000]
    /// A deviation below which onsets are not amplified further.
    private static let floor = 0.02

    /// The number of the first frame.
    let start: Int
    /// The onsets of each band: the rise over two frames, normalised to a local mean (1 s) of 0 and a local deviation
    /// (8 s) of 1.
    let bands: [[Double]]
    /// The logarithms of the powers, frame by frame.
    let spectra: [Float]

    /// The number of frames.
    var frames: Int { bands[0].count }

    /// Finds the onsets in these spectra, relative to the mean power of the whole track.
    init(_ spectra: BandSpectra, mean: Double) {
        start = spectra.start
        let logarithms = spectra.logarithms(mean: mean)
        self.spectra = logarithms
        let (width, frames) = (BandSpectra.count, spectra.frames)
        let owners = (0..<width).map { band in
            let frequency = Double(BandSpectra.edges[band]) / BandSpectra.window
            return (Self.borders.lastIndex { $0 <= frequency }) ?? 0
        }
        var rises = Array(repeating: Array(repeating: 0.0, count: frames), count: Self.count)
        for (band, owner) in owners.enumerated() {
            let share = 1 / Double(owners.count { $0 == owner })
            rises[owner].withUnsafeMutableBufferPointer { rise in
                logarithms.withUnsafeBufferPointer { values in
                    for frame in stride(from: 2, to: frames, by: 1) {
                        let difference = values[frame * width + band] - values[(frame - 2) * width + band]
                        if difference > 0 { rise[frame] += share * Double(difference) }
                    }
                }
            }
        }
        bands = rises.map { rise in
            let centred = rise.adding(rise.localMeans(reach: 50), times: -1)
            let powers = centred.map { $0 * $0 }.localMeans(reach: 400)
            return zip(centred, powers).map { $0 / ($1.squareRoot() + Self.floor) }
        }
    }

    /// Returns the sum of these bands within `range`, which counts from the first frame.
    func onsets(_ bands: some Sequence<Int>, in range: Range<Int>) -> [Double] {
        var sums = Array(repeating: 0.0, count: range.count)
        for band in bands { sums = sums.adding(Array(self.bands[band][range])) }
        return sums
    }

    /// Returns the change of the spectrum around each frame of `range`, minus its local mean. The change is the
    /// difference between the means over 0.2 s that are centred 0.12 s after and 0.12 s before the frame.
    func changes(in range: Range<Int>) -> [Double] {
        let (width, distance) = (BandSpectra.count, 12)
        var changes = Array(repeating: 0.0, count: range.count)
        for band in 0..<width {
            let means = range.map { Double(spectra[$0 * width + band]) }.localMeans(reach: 10)
            for frame in stride(from: distance, to: range.count - distance, by: 1) {
                changes[frame] += abs(means[frame + distance] - means[frame - distance]) / Double(width)
            }
        }
        return changes.adding(changes.localMeans(reach: 100), times: -1)
    }
}
