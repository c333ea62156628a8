import SegueKit

/// The facts about a track as text for people: its name and length, and one line each for loudness, beginning and
/// ending, and rhythm.
struct FactsText {
    private let track: AnalysedTrack
    private var facts: TrackFacts { track.facts }

    init(_ track: AnalysedTrack) {
        self.track = track
    }

    var lines: [String] {
        let head = "\(printable(track.name))  \(MediaTime(seconds: facts.measurement.seconds))"
        guard let beginning = facts.beginning, let ending = facts.ending else {
            return [head, "    nothing but silence"]
        }
        return [
            head, "    \(loudness)",
            "    audible from \(Self.time(beginning.edge...ending.edge)), \(Self.fades(beginning, ending))",
        ] + (facts.measurement.rhythm.map { ["    \(RhythmText($0).line)"] } ?? [])
            + (facts.lastGap.map { ["    hidden audio after a silence from \(Self.time($0))"] } ?? [])
            + (track.metadata.mixRamp == nil
                ? [] : ["    MixRamp tags, used until the audio has been analysed"])
    }

    private var loudness: String {
        let parts = [
            facts.measurement.loudness.map { "\(Self.tenths($0)) LUFS" } ?? "below the loudness gate",
            facts.measurement.range.map { "range \(Self.tenths($0)) LU" },
            facts.truePeak.map { "true peak \(Self.tenths($0)) dBTP" }, heard,
        ]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }

    /// The loudness as heard from two speakers, for a track with one channel or more than two.
    private var heard: String? {
        guard let own = facts.measurement.loudness, let heard = facts.measurement.heard.loudness,
            abs(heard - own) >= 0.05
        else { return nil }
        return "from two speakers \(Self.tenths(heard)) LUFS"
    }

    private static func fades(_ beginning: Flank, _ ending: Flank) -> String {
        switch (beginning.fade, ending.fade) {
        case (nil, nil): "without a fade"
        case (let fadeIn?, nil): "fades in over \(tenths(fadeIn)) s"
        case (nil, let fadeOut?): "fades out over \(tenths(fadeOut)) s"
        case (let fadeIn?, let fadeOut?): "fades in over \(tenths(fadeIn)) s, out over \(tenths(fadeOut)) s"
        }
    }

    private static func time(_ range: ClosedRange<Double>) -> String {
        "\(time(range.lowerBound)) to \(time(range.upperBound))"
    }

    /// Formats minutes, seconds and tenths.
    private static func time(_ seconds: Double) -> String {
        let whole = (seconds * 10).rounded() / 10
        return "\(MediaTime(seconds: whole + 0.01)).\(Int((whole * 10).rounded()) % 10)"
    }

    private static func tenths(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}

extension AnalysedTrack {
    /// The artists and title, if there are tags; otherwise the file name.
    fileprivate var name: String {
        guard let title = metadata.title else { return ResourceName.fileName(of: uri) }
        return metadata.artists.isEmpty ? title : "\(metadata.artists.joined(separator: ", ")) – \(title)"
    }
}
