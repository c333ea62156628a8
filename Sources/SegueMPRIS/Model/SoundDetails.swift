import SDBus
import SegueCore

/// The values of `Queue1.Details` and `Library1.Details`: facts about a track's audio, from the file and from
/// measurement.
enum SoundDetails {
    /// Returns the known values by key. `gain` is the gain in force, for the entry being played.
    static func values(
        _ metadata: TrackMetadata, _ sound: TrackFacts.Measurement?, gain: TrackGain?
    ) -> [String: BusValue] {
        var values: [String: BusValue] = [:]
        values["format"] = metadata.format.map { .string($0) }
        values["sampleRate"] = metadata.sampleRate.map { .uint32(UInt32(clamping: $0)) }
        let channels = metadata.channels.map { Int($0) } ?? sound?.channels
        values["channels"] = channels.map { .uint32(UInt32(clamping: $0)) }
        let tempo = metadata.tempo ?? sound?.rhythm?.tempo ?? metadata.beatsPerMinute.map { Double($0) }
        values["tempo"] = tempo.map { .double($0) }
        values["trackGain"] = metadata.loudness.trackGain.map { .double($0) }
        values["albumGain"] = metadata.loudness.albumGain.map { .double($0) }
        if let sound, sound.unheard == nil {
            values["loudness"] = sound.loudness.map { .double($0) }
            values["loudnessRange"] = sound.range.map { .double($0) }
            values["truePeak"] = .double(TrackGain(linear: sound.peak, source: .measured).decibels)
        }
        if let gain {
            values["gain"] = .double(gain.decibels)
            values["gainSource"] = .string(gain.source.rawValue)
        }
        return values
    }
}
