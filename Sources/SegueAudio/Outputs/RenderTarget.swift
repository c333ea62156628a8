import CGStreamer
import SegueCore

/// The destination of a render.
public struct RenderTarget: Sendable, Hashable {
    public enum Container: String, Sendable, Hashable {
        case wav
        case flac
    }

    public var path: String
    public var container: Container
    public var format: SampleFormat

    /// Creates a target. `flac` takes integers only: with it, `float32` is written as `int24`.
    public init(path: String, container: Container, format: SampleFormat) {
        self.path = path
        self.container = container
        self.format = container == .flac && format == .float32 ? .int24 : format
    }

    /// Creates the file, and returns the elements that convert stereo floating point to the file's format and write it.
    func elements(rate: Int32) throws(AudioPlayerError) -> [Element] {
        let convert = try Element.make("audioconvert")
        // Dither is random: with dither, no two renders would be the same.
        convert.set("dithering", Int32(0))
        let format = try Element.make("capsfilter")
        switch container {
        case .wav:
            format.set("caps", caps: "audio/x-raw,format=\(self.format.gstreamerName),rate=\(rate),channels=2")
            let file = try WaveFile(path: path, format: self.format, rate: rate, channels: 2)
            return [convert, format, try WaveSink.make(file)]
        case .flac:
            let name = self.format == .int24 ? "S24_32LE" : self.format.gstreamerName
            format.set("caps", caps: "audio/x-raw,format=\(name),rate=\(rate),channels=2")
            let encoder = try Element.make("flacenc")
            let sink = try Element.make("filesink")
            sink.set("location", path)
            sink.set("sync", false)
            guard sink.setState(GST_STATE_READY) else {
                throw .outputError(output: path, reason: "the file can't be written")
            }
            return [convert, format, encoder, sink]
        }
    }
}
