public import SegueCore

/// The real length of the audio in a file, for files that declare no length or too long a length.
public enum FileLength {
    /// The least number of bytes that a second of silence takes, in any format that can be played.
    private static let leastBytes: Int64 = 4

    /// Returns the longest audio that the file can hold. A declared length beyond it is false, and the length counts as
    /// unknown. Nil if the status of the file can't be read.
    public static func longest(_ path: LocalPath) -> MediaTime? {
        (try? LocalFile.status(of: path)).map { MediaTime(seconds: Double($0.size / leastBytes + 1)) }
    }

    /// Returns the length; nil for formats whose length GStreamer reports well enough. Reads little of a file, but all
    /// of an MP3 without a header, and of a file of AAC frames. Blocks: not for the loop's thread.
    public static func read(_ path: LocalPath) -> MediaTime? {
        guard let head = LocalFile.read(path, limit: 4) else { return nil }
        if head.starts(with: "fLaC".utf8) { return FLACLength.read(path) }
        if MPEGFrameHeader(head) != nil { return MPEGAudioLength.read(path) }
        let hasTag = head.starts(with: "ID3".utf8)
        guard hasTag || head.starts(with: [0xFF]) else { return nil }
        return ADTSLength.read(path) ?? (hasTag ? MPEGAudioLength.read(path) : nil)
    }
}
