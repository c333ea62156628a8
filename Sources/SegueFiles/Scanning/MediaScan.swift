public import SegueCore

/// Expands names on the command line to entries of the queue: files, folders with their contents, playlists, addresses
/// of streams.
public enum MediaScan {
    /// Expands `arguments` in their order. Reads folders and playlists, and at most the head of each audio file, for
    /// its track and disc numbers.
    ///
    /// - A file is accepted whatever its name. A folder expands to the files in and below it that are named like audio,
    ///   without hidden files, sorted by name, with numbers by value. If the files of a folder belong to one album and
    ///   all have numbers, they are sorted by disc and track. M3U, M3U8, PLS and XSPF files expand to their entries.
    ///   `http:` and `https:` URIs are taken unchanged, `file:` URIs as the path that they name.
    /// - A name that is not UTF-8 reaches a program as an argument with U+FFFD in it. Its bytes are looked up in the
    ///   arguments of the process.
    /// - Parameters:
    ///   - arguments: paths, `file:`, `http:` and `https:` URIs.
    ///   - details: metadata of the streams among the arguments, by argument. The metadata of files is in their tags.
    ///   - workingDirectory: the absolute path that relative paths are resolved against.
    ///   - progress: called once every few hundred items, and at the end of the folder that contains them.
    ///   - onItem: called before each argument and each item of a folder or playlist, with the argument.
    ///   - present: returns the path to which a missing file of a playlist has moved; nil if that is unknown.
    /// - Returns: the entries, and the reason for each argument, or part of an argument, that gave no entry.
    public static func expand(
        _ arguments: [String], knowing details: [String: TrackMetadata] = [:], workingDirectory: String,
        progress: ((ScanProgress) -> Void)?, onItem: @escaping (String) -> Void = { _ in },
        present: @escaping (LocalPath) -> LocalPath? = { _ in nil }
    ) -> (entries: [NewEntry], problems: [AudioPlayerError]) {
        var expansion = MediaExpansion(
            directory: LocalPath(workingDirectory), progress: progress, onItem: onItem, present: present)
        for (index, argument) in arguments.enumerated() {
            expansion.add(argument, knowing: details[argument], share: Share(index, of: arguments.count))
        }
        return (expansion.entries, expansion.problems)
    }
}
