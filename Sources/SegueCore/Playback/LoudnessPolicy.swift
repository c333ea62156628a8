/// How loud a track is played: ReplayGain and R128 values, pre-amp, fallback, and no clipping (design.md, Loudness).
enum LoudnessPolicy {
    /// The linear gain for a track between its neighbours in play order.
    ///
    /// gain = 10^((tag + pre-amp) / 20), at most 1 / peak; without a known peak at most 1, since a track may reach full
    /// scale. Files without tags get the fallback gain.
    static func gain(
        of track: TrackMetadata, before: TrackMetadata?, after: TrackMetadata?, _ configuration: Configuration
    ) -> Double {
        let usesAlbum: Bool
        switch configuration.loudnessMode {
        case .off: return 1
        case .track: usesAlbum = false
        case .album: usesAlbum = true
        case .auto: usesAlbum = before?.isFollowed(by: track) == true || after.map(track.isFollowed) == true
        }
        let loudness = track.loudness
        let tag = usesAlbum ? loudness.albumGain ?? loudness.trackGain : loudness.trackGain ?? loudness.albumGain
        let peak = usesAlbum ? loudness.albumPeak ?? loudness.trackPeak : loudness.trackPeak ?? loudness.albumPeak
        let decibels = tag.map { $0 + configuration.preamplification } ?? configuration.fallbackGain
        let gain = Mathematics.amplitude(decibels: min(max(decibels, -60), 60))
        return min(gain, peak.map { $0 > 0 ? 1 / $0 : gain } ?? 1)
    }
}
