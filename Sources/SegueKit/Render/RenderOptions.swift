import SegueAudio
public import SegueCore

/// The inputs, the output and the settings of a render.
public struct RenderOptions: Sendable {
    /// The type of the file.
    public enum Container: String, Sendable, Hashable, CaseIterable {
        /// RIFF WAVE, not compressed.
        case wav
        /// FLAC, compressed without loss.
        case flac
    }

    /// The format of samples: 32-bit floating point, like in the mixer, or integers. Integers are rounded without
    /// dither, so that renders are reproducible. FLAC has integers only: there, `f32` is written as `s24`.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// 32-bit floating point: the samples of the mixer.
        case f32
        /// 16-bit integers.
        case s16
        /// 24-bit integers.
        case s24
    }

    /// The sample rates that can be rendered, in hertz.
    public static let rates: ClosedRange<Int32> = 8000...192_000

    /// The paths or URIs of files, folders and playlists. Streams are not allowed, because they have no end. A relative
    /// path is resolved against the working directory of the process.
    public var inputs: [String]
    /// The settings of fades and loudness. Fade-in, fade-out and looping are ignored: a render begins and ends without
    /// a fade.
    public var configuration: Configuration
    /// The path of the file to be written; see `UnfinishedFile`.
    public var path: String
    /// The type of the file.
    public var container: Container
    /// The format of the samples in the file.
    public var format: Format
    /// The sample rate in hertz, within `rates`. Nil for the rate that most of the files have, so that as few as
    /// possible are resampled.
    public var rate: Int32?

    /// Creates options for a render of `inputs` into the file at `path`. Checks nothing: `Renderer.run` does.
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

    /// Returns the target of the engine, written under another name.
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

/// The progress of a render.
public enum RenderProgress: Sendable, Hashable {
    /// Folders and playlists are being read.
    case looking(ScanProgress)
    /// The beginning of each file is decoded, to find out whether it can be played; the completed part is 0…1.
    case checking(Double)
    /// The completed part of the output, 0…1.
    case rendering(Double)
}

/// The outcome of a render.
public enum RenderOutcome: Sendable, Hashable {
    /// The file is complete; the report describes it.
    case complete(RenderReport)
    /// This signal has ended the render. The file was not written; a former file of that name is unchanged.
    case interrupted(signal: Int32)
}
