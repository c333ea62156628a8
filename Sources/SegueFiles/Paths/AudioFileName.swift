/// Which files of a folder are taken for music, by their names. Opening each of 100,000 files to look would take
/// minutes. A list from GStreamer's registry would load GStreamer into every client verb, and would include pictures,
/// subtitles and videos. A file that a person names is taken whatever its name, and what is in it shows when it is
/// loaded.
package enum AudioFileName {
    private static let audio: Set<String> = [
        "aac", "ac3", "aif", "aifc", "aiff", "amr", "ape", "au", "caf", "dff", "dsf", "dts", "eac3", "f4a", "flac",
        "it",
        "m4a", "m4b", "mid", "midi", "mka", "mod", "mp1", "mp2", "mp3", "mpc", "mpga", "nsf", "oga", "ogg", "opus",
        "ra", "s3m",
        "shn", "sid", "snd", "spc", "spx", "tta", "voc", "vgm", "vgz", "w64", "wav", "wave", "weba", "wma", "wv", "xm",
    ]

    package static func isAudio(_ path: LocalPath) -> Bool { audio.contains(path.fileExtension) }

    static func isPlaylist(_ path: LocalPath) -> Bool { Playlist.Kind(rawValue: path.fileExtension) != nil }
}
