public import SegueCore

/// From what a person names on the command line to entries of the queue: files, folders with all that is in them,
/// playlists, addresses of streams.
public enum MediaScan {
    /// Expands `arguments` in their order. Reads folders and playlists, and of each audio file at most the head, which
    /// tells its place on an album.
    ///
    /// - A file is taken whatever its name. A folder gives the files with names of audio in it and below it, without
    ///   hidden ones, sorted by name, with numbers by value. If the files of a folder belong to one album and all have
    ///   numbers, they are sorted by disc and track. M3U, M3U8, PLS and XSPF files give their entries. `http:` and
    ///   `https:` URIs are taken as they are, `file:` URIs as the path that they name.
    /// - A name that is not UTF-8 reaches a program as an argument with U+FFFD in it; its bytes are looked up in the
    ///   process's own arguments.
    /// - Parameters:
    ///   - arguments: paths, `file:`, `http:` and `https:` URIs.
    ///   - details: metadata of the streams among the arguments, by argument. Files have tags of their own.
    ///   - workingDirectory: absolute; what relative paths are relative to.
    ///   - progress: called once for every few hundred things that were looked at, and at the end of the folder that
    ///     they are in.
    /// - Returns: the entries, and the reason for each argument, or part of one, that gave nothing.
    public static func expand(
        _ arguments: [String], knowing details: [String: TrackMetadata] = [:], workingDirectory: String,
        progress: ((ScanProgress) -> Void)?
    ) -> (entries: [NewEntry], problems: [AudioPlayerError]) {
        var expansion = MediaExpansion(directory: LocalPath(workingDirectory), progress: progress)
        for (index, argument) in arguments.enumerated() {
            expansion.add(argument, knowing: details[argument], share: Share(index, of: arguments.count))
        }
        return (expansion.entries, expansion.problems)
    }
}
