/// The rules for the gain of a track: ReplayGain and R128 values or measurements, pre-amp, fallback, and no clipping
/// (design.md, Loudness).
enum LoudnessPolicy {
    /// The target loudness of tags and measured gains, in LUFS: that of ReplayGain 2.0.
    static let reference = -18.0

    /// The maximum gain of a deck, in decibels.
    static let most = 20.0

    /// A track between its neighbours in play order.
    struct Surroundings {
        var before: TrackMetadata?
        var after: TrackMetadata?
        /// The facts about the track's audio.
        var facts: TrackFacts?
        /// The gain of the playing track, if this one follows it on an album.
        var albumGain: TrackGain?
        /// Returns the loudness of all tracks of the album from this one on; empty if one of them is unknown.
        var album: () -> [LoudnessDistribution] = { [] }
        /// Returns the typical loudness of such a track, in LUFS; nil if too few files are measured.
        var typical: () -> Double? = { nil }
    }

    /// Returns the gain for a track.
    ///
    /// gain = 10^((tag + pre-amp) / 20), at most 1 / peak. A file without tags gets the gain that brings its measured
    /// loudness to the reference. If the file begins an album that is completely measured, the album's loudness counts.
    /// Inside an album, the gain is that of the previous track, at most 1 / peak. The first track of an incompletely
    /// measured album is not raised above the fallback gain: the next track may be far louder, without a gap. Without a
    /// measurement, the gain is the fallback gain, or that of a typical track. The latter is at most 1, since such a
    /// track may reach full scale.
    static func gain(
        of track: TrackMetadata, _ surroundings: Surroundings, _ configuration: Configuration
    ) -> TrackGain {
        let usesAlbum: Bool
        switch configuration.loudnessMode {
        case .off: return TrackGain(linear: 1, source: .off)
        case .track: usesAlbum = false
        case .album: usesAlbum = true
        case .auto:
            usesAlbum =
                surroundings.before?.isFollowed(by: track) == true
                || surroundings.after.map(track.isFollowed) == true
        }
        let loudness = track.loudness
        let tags: [(Double?, TrackGain.Source)] = [(loudness.trackGain, .track), (loudness.albumGain, .album)]
        let tag = (usesAlbum ? tags.reversed() : tags).first { $0.0 != nil }
        let taggedPeak = usesAlbum ? loudness.albumPeak ?? loudness.trackPeak : loudness.trackPeak ?? loudness.albumPeak
        // If no peak is known, the limiter attenuates samples beyond full scale. An album's gain is not limited by the
        // measured peak of one track: the tracks would be played with different gains.
        let peak = taggedPeak ?? (tag?.1 == .album ? nil : surroundings.facts?.measurement.heard.peak)
        let isUntaggedAlbum = tag == nil && usesAlbum
        if isUntaggedAlbum, let gain = surroundings.albumGain {
            return TrackGain(linear: min(gain.linear, peak.map(room) ?? .infinity), source: .predecessor)
        }
        let album = isUntaggedAlbum ? surroundings.album() : []
        if let measured = LoudnessDistribution.loudness(of: album) {
            // All tracks get one gain, at which none clips.
            let gain = linear(reference - measured + configuration.preamplification)
            return TrackGain(linear: album.reduce(gain) { min($0, room($1.peak)) }, source: .measuredAlbum)
        }
        let beginsAlbum = isUntaggedAlbum && surroundings.after.map(track.isFollowed) == true
        let measured = surroundings.facts?.measurement.heard.loudness.map {
            min(reference - $0, beginsAlbum ? configuration.fallbackGain ?? 0 : .infinity)
        }
        guard let decibels = (tag?.0 ?? measured).map({ $0 + configuration.preamplification }) else {
            let most = peak.map(room) ?? 1
            if configuration.fallbackGain == nil, let loudness = surroundings.typical() {
                let gain = linear(reference - loudness + configuration.preamplification)
                return TrackGain(linear: min(gain, most, 1), source: .typical)
            }
            return TrackGain(linear: min(linear(configuration.fallbackGain ?? 0), most), source: .fallback)
        }
        return TrackGain(linear: min(linear(decibels), peak.map(room) ?? .infinity), source: tag?.1 ?? .measured)
    }

    private static func linear(_ decibels: Double) -> Double {
        Mathematics.amplitude(decibels: min(max(decibels, -60), most))
    }

    /// Returns the greatest gain at which a peak does not clip. Silence can't clip.
    private static func room(_ peak: Double) -> Double { peak > 0 ? 1 / peak : .infinity }
}
