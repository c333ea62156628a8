/// How samples are stored in a rendered file (`--format` of segue(1)).
public enum SampleFormat: String, Sendable, Hashable, CaseIterable {
    /// 32-bit floating point: the mixer's own samples, bit for bit.
    case float32 = "f32"
    /// 16-bit integers, rounded without dither, so that two renders are the same.
    case int16 = "s16"
    /// 24-bit integers, rounded without dither.
    case int24 = "s24"

    var bytes: Int32 {
        switch self {
        case .float32: 4
        case .int16: 2
        case .int24: 3
        }
    }

    /// GStreamer's name for the format.
    var gstreamerName: String {
        switch self {
        case .float32: "F32LE"
        case .int16: "S16LE"
        case .int24: "S24LE"
        }
    }
}
