/// The customary name of a file's format.
enum FormatName {
    /// Parts of GStreamer's descriptions, with the customary names; the first matching part wins.
    private static let names: [(part: String, name: String)] = [
        ("FLAC", "FLAC"), ("Layer 3", "MP3"), ("MP3", "MP3"), ("Layer 2", "MP2"), ("Layer 1", "MP1"),
        ("Vorbis", "Ogg Vorbis"), ("Opus", "Opus"), ("Speex", "Speex"), ("AAC", "AAC"), ("Apple Lossless", "ALAC"),
        ("ALAC", "ALAC"), ("Wavpack", "WavPack"), ("Monkey", "Monkey's Audio"), ("Musepack", "Musepack"),
        ("True Audio", "TTA"), ("Windows Media Audio", "WMA"), ("DTS", "DTS"), ("AC-3", "AC-3"), ("DSD", "DSD"),
        ("Module Music", "Module"), ("MIDI", "MIDI"),
    ]

    /// Containers that name a file better than the plain samples inside.
    private static let containers: [(part: String, name: String)] = [
        ("WAV", "WAV"), ("AIFF", "AIFF"), ("CAF", "CAF"),
    ]

    /// Returns nil if neither contains a customary name: a tag container (`ID3 tag`), a bare `Ogg`.
    static func name(codec: String?, container: String?) -> String? {
        if let codec, let known = names.first(where: { codec.contains($0.part) }) { return known.name }
        if let container, let known = containers.first(where: { container.contains($0.part) }) { return known.name }
        guard let codec else { return nil }
        return codec.hasPrefix("Uncompressed") || codec.contains("PCM") ? "PCM" : codec
    }
}
