import CEBUR128
import Glibc
import SegueCore

/// Measures everything in `TrackFacts.Measurement`, from samples that come in pieces of any length.
///
/// The samples are measured in blocks of 0.1 s, counted from the first sample. If 0.1 s is not a whole number of
/// samples, blocks differ by one sample, so that they keep to the time.
struct SoundMeter: SampleMeter {
    private let rate: Int
    private let channels: Int
    private let loudness: LoudnessMeter
    /// The stereo mix of more than two channels, and its loudness; nil for one or two channels.
    private let heard: (mix: StereoMix, loudness: LoudnessMeter)?
    private var bands: BandPeaks
    private var edges: SoundEdges
    /// The spectra in which the rhythm is found; nil if the rhythm is not wanted.
    private var spectra: BandRecorder?
    /// The number of complete blocks.
    private var blocks = 0
    private var momentary: [Double] = []
    private var low: [Double] = []
    private var middle: [Double] = []
    private var high: [Double] = []
    /// Samples after the replacement of values that no filter could take.
    private var mended: [Float] = []

    /// A limit above any audio, yet small enough for any filter: 60 dB above full scale.
    private static let loudest: Float = 1000
    /// Half of the window of momentary loudness, in blocks: value i is around i × 0.1 s.
    private static let reach = 2

    /// The level of a single channel played by two speakers, relative to libebur128's value, which counts the channel
    /// once.
    private static let twoSpeakers = 10 * log10(2.0)

    /// Creates a meter of interleaved samples of these channels, and of their rhythm if `rhythm` is true. Returns nil
    /// if libebur128 or the stereo mix refuses the channels.
    init?(rate: Int, _ layout: ChannelLayout, rhythm: Bool) {
        guard rate > 0, let loudness = LoudnessMeter(rate: rate, channels: layout.kinds) else { return nil }
        self.rate = rate
        channels = layout.count
        self.loudness = loudness
        if layout.count > 2 {
            guard let mix = StereoMix(layout),
                let meter = LoudnessMeter(rate: rate, channels: [EBUR128_LEFT, EBUR128_RIGHT])
            else { return nil }
            heard = (mix, meter)
        } else {
            heard = nil
        }
        bands = BandPeaks(rate: rate, channels: layout.count)
        edges = SoundEdges(above: Float(TrackFacts.silentAmplitude), rate: rate, channels: layout.count)
        spectra = rhythm ? BandRecorder(rate: rate) : nil
    }

    var seconds: Double { edges.seconds }
    /// The number of samples of each channel so far.
    private var frames: Int { edges.frames }

    /// Returns the end of a block, as a number of samples of each channel.
    private func end(ofBlock number: Int) -> Int { (number + 1) * rate / 10 }

    mutating func take(_ samples: UnsafeBufferPointer<Float>) {
        var rest = samples[...]
        while rest.count >= channels {
            let count = min(rest.count / channels, end(ofBlock: blocks) - frames) * channels
            takePart(UnsafeBufferPointer(rebasing: rest.prefix(count)))
            rest = rest.dropFirst(count)
            if frames == end(ofBlock: blocks) { closeBlock() }
        }
    }

    /// Takes samples of one block.
    private mutating func takePart(_ samples: UnsafeBufferPointer<Float>) {
        let peak = Self.peak(of: samples)
        guard peak <= Self.loudest else {
            mended = samples.map { $0.isFinite ? min(max($0, -Self.loudest), Self.loudest) : 0 }
            mended.withUnsafeBufferPointer { measure($0, peak: Self.peak(of: $0)) }
            return
        }
        measure(samples, peak: peak)
    }

    private mutating func measure(_ samples: UnsafeBufferPointer<Float>, peak: Float) {
        listen(samples)
        bands.take(samples)
        if peak > edges.threshold { edges.take(samples) } else { edges.skip(samples.count / channels) }
        spectra?.take(samples, channels: channels, first: edges.first, last: edges.last)
    }

    private func listen(_ samples: UnsafeBufferPointer<Float>) {
        loudness.take(samples)
        heard?.mix.mix(samples) { heard?.loudness.take($0) }
    }

    /// Returns the highest magnitude; infinity if any sample is not a number. Magnitudes are ordered like their bits,
    /// which are compared several at a time.
    private static func peak(of samples: UnsafeBufferPointer<Float>) -> Float {
        let bits = samples.reduce(0 as UInt32) { max($0, $1.bitPattern & 0x7FFF_FFFF) }
        return bits > Float.infinity.bitPattern ? .infinity : Float(bitPattern: bits)
    }

    private mutating func closeBlock() {
        let peaks = bands.peaks
        low.append(Double(peaks[0]))
        middle.append(Double(peaks[1]))
        high.append(Double(peaks[2]))
        bands.reset()
        noteLoudness()
        blocks += 1
    }

    private mutating func noteLoudness() {
        if blocks + 1 >= Self.reach { momentary.append(speakerLoudness.momentary + speakers) }
    }

    /// The meter of the signal for the speakers.
    private var speakerLoudness: LoudnessMeter { heard?.loudness ?? loudness }

    /// The correction from the measured to the heard loudness, in LU.
    private var speakers: Double { channels == 1 ? Self.twoSpeakers : 0 }

    /// Returns the measurement. Call once, after all samples have been taken.
    mutating func finish() -> TrackFacts.Measurement {
        let (integrated, range, peak) = (loudness.integrated, loudness.range, loudness.truePeak)
        let sound = TrackFacts.HeardLevels(
            loudness: speakerLoudness.integrated.map { $0 + speakers }, peak: speakerLoudness.truePeak)
        let length = seconds
        spectra?.finish(first: edges.first, last: edges.last)
        // The windows around the last moments reach beyond the end, where there is silence.
        let missing = frames > (blocks == 0 ? 0 : end(ofBlock: blocks - 1)) ? end(ofBlock: blocks) - frames : 0
        feedSilence(missing)
        if missing > 0 { closeBlock() }
        let count = blocks
        while momentary.count <= count {
            feedSilence(end(ofBlock: blocks) - end(ofBlock: blocks - 1))
            noteLoudness()
            blocks += 1
        }
        return TrackFacts.Measurement(
            seconds: length, loudness: integrated, range: length < 3 ? nil : range, peak: peak,
            firstSound: edges.firstSound, lastSound: edges.lastSound,
            momentary: LoudnessCurve(momentary), low: PeakCurve(linear: low), middle: PeakCurve(linear: middle),
            high: PeakCurve(linear: high), heard: sound, channels: channels,
            rhythm: spectra.map {
                RhythmDetector.rhythm(of: $0, first: edges.firstSound, last: edges.lastSound)
            })
    }

    private func feedSilence(_ frames: Int) {
        [Float](repeating: 0, count: frames * channels).withUnsafeBufferPointer { listen($0) }
    }
}
