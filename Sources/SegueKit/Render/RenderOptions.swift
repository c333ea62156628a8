import SegueAudio
public import SegueCore

/// What is to be rendered, and how.
public struct RenderOptions: Sendable {
    public enum Container: String, Sendable, Hashable, CaseIterable {
        case wav
        case flac
    }

    /// How samples are stored: 32-bit floating point, the mixer's own, or integers, rounded without dither, so that two renders
    /// are the same. FLAC takes integers only: there, `f32` is written as `s24`.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        case f32
        case s16
        case s24
    }

    /// Hertz that can be rendered at.
    public static let rates: ClosedRange<Int32> = 8000...192_000

    /// Absolute paths or URIs of files, folders and playlists; not streams, which have no end.
    public var inputs: [String]
    /// Fades and loudness; a render begins and ends without a fade of its own.
    public var configuration: Configuration
    /// Of the file to be written: see `UnfinishedFile`.
    public var path: String
    public var container: Container
    public var format: Format
    /// Hertz, within `rates`; nil for the rate that most of the files have, so that as few as can be are resampled.
    public var rate: Int32?

    public init(
        inputs: [String], configuration: Configuration, path: String, container: Container = .wav,
        format: Format = .f32, rate: Int32? = nil
    ) {
        self.inputs = inputs
        self.configuration = configuration
        self.path = path
        self.container = container
        self.format = format
        self.rate = rate
    }

    /// The same for a file of another name.
    func target(path: String) -> RenderTarget {
        let container: RenderTarget.Container = self.container == .flac ? .flac : .wav
        let format: SampleFormat =
            switch self.format {
            case .f32: .float32
            case .s16: .int16
            case .s24: .int24
            }
        return RenderTarget(path: path, container: container, format: format)
    }
}

/// How far a render has come.
public enum RenderProgress: Sendable, Hashable {
    /// Folders and playlists are read.
    case looking(ScanProgress)
    /// The beginning of each file is decoded, to see whether it can be played: the part that is done, 0…1.
    case checking(Double)
    /// The part of the output that is done, 0…1.
    case rendering(Double)
}

/// How a render ended.
public enum RenderOutcome: Sendable, Hashable {
    case complete(RenderReport)
    /// By this signal. The file was not written; what was there under its name before still is.
    case interrupted(signal: Int32)
}
