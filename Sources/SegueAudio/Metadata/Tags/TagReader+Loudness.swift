import CGStreamer
import SegueCore

extension TagReader {
    /// The level that ReplayGain aims at, in decibels of sound pressure; the same as -18 LUFS.
    private static let replayGainReference = 89.0
    /// Decibels between the -23 LUFS that R128 gains aim at (RFC 7845 §5.2.1) and the player's -18 LUFS.
    fileprivate static let r128Difference = 5.0

    static func applyLoudness(_ tags: Tags, to metadata: inout TrackMetadata) {
        let correction = tags.double(GST_TAG_REFERENCE_LEVEL).map(correction) ?? 0
        let gain = { (tag: String) in tags.double(tag).map { $0 + correction }.flatMap(plausibleGain) }
        if let value = gain(GST_TAG_TRACK_GAIN) { metadata.loudness.trackGain = value }
        if let value = gain(GST_TAG_ALBUM_GAIN) { metadata.loudness.albumGain = value }
        if let value = tags.double(GST_TAG_TRACK_PEAK).flatMap(plausiblePeak) { metadata.loudness.trackPeak = value }
        if let value = tags.double(GST_TAG_ALBUM_PEAK).flatMap(plausiblePeak) { metadata.loudness.albumPeak = value }
    }

    /// Returns the correction for gains that were computed for another reference. Newer taggers write the reference in
    /// LUFS.
    private static func correction(reference: Double) -> Double {
        let level = reference < 0 ? reference + 107 : reference
        return (60...120).contains(level) ? replayGainReference - level : 0
    }

    /// Returns nil for gains beyond this range, which are damaged.
    fileprivate static func plausibleGain(_ gain: Double) -> Double? {
        (-60...60).contains(gain) ? gain : nil
    }

    private static func plausiblePeak(_ peak: Double) -> Double? {
        peak > 0 && peak <= 64 ? peak : nil
    }
}

extension Loudness {
    /// Applies `R128_TRACK_GAIN` and `R128_ALBUM_GAIN`, in 1/256 dB. In Opus files they take precedence over ReplayGain
    /// (RFC 7845 §5.2.1); elsewhere they are used without it.
    mutating func applyR128(track: Int?, album: Int?, overrides: Bool) {
        let gain = { (value: Int) in TagReader.plausibleGain(Double(value) / 256 + TagReader.r128Difference) }
        if overrides || trackGain == nil, let value = track.flatMap(gain) { trackGain = value }
        if overrides || albumGain == nil, let value = album.flatMap(gain) { albumGain = value }
    }
}
