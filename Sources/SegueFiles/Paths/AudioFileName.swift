/// The file names in a folder that count as music. Opening each of 100,000 files to look would take minutes. A list
/// from GStreamer's registry would load GStreamer into every client verb, and would include pictures, subtitles and
/// videos. A file that the user names is accepted whatever its name; its contents are examined when it is loaded.
package enum AudioFileName {
    private static let audio: Set<String> = [
        "aac", "ac3", "aif", "aifc", "aiff", "amr", "ape", "au", "caf", "dff", "dsf", "dts", "eac3", "f4a", "flac",
        "it",
        "m4a", "m4b", "mid", "midi", "mka", "mod", "mp1", "mp2", "mp3", "mpc", "mpga", "nsf", "oga", "ogg", "opus",
        "ra", "s3m",
        "shn", "sid", "snd", "spc", "spx", "tta", "voc", "vgm", "vgz", "w64", "wav", "wave", "weba", "wma", "wv", "xm",
    ]

    package static func isAudio(_ path: LocalPath) -> Bool { audio.contains(path.fileExtension) }

    static func isSheet(_ path: LocalPath) -> Bool { path.fileExtension == "cue" }

    static func isPlaylist(_ path: LocalPath) -> Bool { Playlist.Kind(rawValue: path.fileExtension) != nil }
}
