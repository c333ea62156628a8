public import SegueCore

/// How much sound a file really has, when the file does not say, or says more than there is.
public enum FileLength {
    /// Bytes that a second of silence takes at least, in any format that plays.
    private static let leastBytes: Int64 = 4

    /// The most sound that the file can hold: a length beyond that is a lie, and no length is known. Nil where the file
    /// can't be looked at.
    public static func longest(_ path: LocalPath) -> MediaTime? {
        (try? LocalFile.status(of: path)).map { MediaTime(seconds: Double($0.size / leastBytes + 1)) }
    }

    /// Nil for formats whose length GStreamer tells well enough. Reads little, except for an MP3 without a header, of
    /// which it reads all. Blocks: not for the loop's thread.
    public static func read(_ path: LocalPath) -> MediaTime? {
        guard let head = LocalFile.read(path, limit: 4) else { return nil }
        if head.starts(with: "fLaC".utf8) { return FLACLength.read(path) }
        guard head.starts(with: "ID3".utf8) || MPEGFrameHeader(head) != nil else { return nil }
        return MPEGAudioLength.read(path)
    }
}
