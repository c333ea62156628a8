import SegueAudio
public import SegueCore

/// What is to be rendered, and how.
public struct RenderOptions: Sendable {
    /// The type of the file.
    public enum Container: String, Sendable, Hashable, CaseIterable {
        /// RIFF WAVE, not compressed.
        case wav
        /// FLAC, compressed without loss.
        case flac
    }

    /// How samples are stored: as 32-bit floating point, like in the mixer, or as integers, rounded without dither, so
    /// that two renders are the same. FLAC takes integers only: there, `f32` is written as `s24`.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// 32-bit floating point: the mixer's own samples.
        case f32
        /// 16-bit integers.
        case s16
        /// 24-bit integers.
        case s24
    }

    /// The sample rates that can be rendered, in hertz.
    public static let rates: ClosedRange<Int32> = 8000...192_000

    /// Paths or URIs of files, folders and playlists; not streams, which have no end. A relative path is taken from the
    /// working directory of the process.
    public var inputs: [String]
    /// The settings of fades and loudness. Fade-in, fade-out and looping are left out: a render begins and ends without
    /// a fade of its own.
    public var configuration: Configuration
    /// The path of the file to be written: see `UnfinishedFile`.
    public var path: String
    /// The type of the file.
    public var container: Container
    /// How samples are stored in the file.
    public var format: Format
    /// The sample rate in hertz, within `rates`; nil for the rate that most of the files have, so that as few as
    /// possible are resampled.
    public var rate: Int32?

    /// A render of `inputs` into the file at `path`. Nothing is looked at or checked yet: `Renderer.run` does
    /// that.
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

    /// The target of the engine, written under another name.
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
    /// Folders and playlists are being read.
    case looking(ScanProgress)
    /// The beginning of each file is decoded, to see whether it can be played: the part that is done, 0…1.
    case checking(Double)
    /// The part of the output that is done, 0…1.
    case rendering(Double)
}

/// How a render ended.
public enum RenderOutcome: Sendable, Hashable {
    /// The file is there, with what the report says.
    case complete(RenderReport)
    /// This signal has ended the render. The file was not written; a former file of that name is as it was.
    case interrupted(signal: Int32)
}
