import SegueCore

/// Where sound goes, by places on the tape: what is written can be written again from `changeable` on, until it is
/// heard.
///
/// An output belongs to the loop's thread. It tells its news with `onEvent`, never from inside a call.
protocol Output: AnyObject {
    /// The name that a person knows: `PulseAudio`, a device's name, `null`, `file:PATH`.
    var name: String { get }
    /// Why this is not the output that was asked for.
    var fallback: String? { get }
    /// True for a device, false for a file or silence.
    var isDevice: Bool { get }
    /// The name of the device that sound goes out on now; nil when it is not known, or when there is none.
    var device: String? { get }
    /// Name and version of the sound server; nil without one.
    var server: String? { get }
    /// How much the device and its server hold back, as they say; nil when they don't say.
    var latency: MediaTime? { get }
    /// The artist and title that are heard, for the mixers of sound servers.
    var title: String { get set }
    var onEvent: (OutputEvent) -> Void { get set }

    /// The sample rate nearest to `rate` at which sound goes out without being converted.
    func rate(nearestTo rate: Int32) -> Int32
    /// How many samples ahead of what is heard the output wants to be filled.
    func depth(rate: Int32) -> Int64

    /// The output sounds from now on, with the sample at `place` first, as soon as that is written.
    func go(from place: Int64, rate: Int32)
    /// Interleaved stereo samples for the places from `place` on; they replace what was written there.
    func write(_ samples: [Float], at place: Int64)
    /// The sample that is heard now; never behind what was written.
    var heard: Int64 { get }
    /// The first sample that can still be written again.
    var changeable: Int64 { get }
    /// Sounds up to `place`, behind which silence has been written, and then stands still and tells `rested`.
    func rest(at place: Int64)
    /// Nothing follows what has been written. True when it takes a while until all is out: `finished` tells when.
    func finish() -> Bool
    /// Lets go of the file or device. Tells nothing any more.
    func close()
}

enum OutputEvent: Sendable {
    /// The output stands still, and can be started again.
    case rested
    /// Everything is out.
    case finished
    /// The output takes more again.
    case roomy
    /// The output is gone.
    case lost(reason: String)
    /// The sound server asks for silence, as a rule for a call; false when it does so no longer.
    case silenced(Bool)
    /// The device of this name is gone, and the sound may go out on another one.
    case unplugged(String)
    /// The sound goes out on that device again.
    case returned(String)
}

extension Output {
    var device: String? { nil }
    var server: String? { nil }
    var latency: MediaTime? { nil }
    var title: String {
        get { "" }
        set {}
    }
    func finish() -> Bool { false }
}
