import SegueCore

/// Where sound goes, by places on the tape: what is written can be written again from `changeable` on, until it is heard.
///
/// Belongs to the loop's thread. What it has to tell comes by `onEvent`, never from inside of a call.
protocol Output: AnyObject {
    /// As a person knows it: `PulseAudio`, a device's name, `null`, `file:PATH`.
    var name: String { get }
    /// Why it is not the one that was asked for.
    var fallback: String? { get }
    /// A device, as opposed to a file or nothing.
    var isDevice: Bool { get }
    /// The name of the device that sound goes out on now; nil where that is not known, or none.
    var device: String? { get }
    /// Name and version of the sound server; nil without one.
    var server: String? { get }
    /// What the device and its server hold back, as they say; nil where they don't.
    var latency: MediaTime? { get }
    /// What is heard, for the mixers of sound servers.
    var title: String { get set }
    var onEvent: (OutputEvent) -> Void { get set }

    /// The sample rate nearest to `rate` at which sound goes out without being converted.
    func rate(nearestTo rate: Int32) -> Int32
    /// How many samples ahead of what is heard it wants to be filled.
    func depth(rate: Int32) -> Int64

    /// From now on it sounds, with the sample at `place` first, as soon as that is written.
    func go(from place: Int64, rate: Int32)
    /// Interleaved stereo samples for the places from `place` on, in the place of what was written there.
    func write(_ samples: [Float], at place: Int64)
    /// The sample that is heard now; never behind what was written.
    var heard: Int64 { get }
    /// The first sample that can still be written anew.
    var changeable: Int64 { get }
    /// Sounds up to `place`, behind which silence has been written, and then stands still; tells `rested`.
    func rest(at place: Int64)
    /// Nothing follows what has been written. True when that takes a while: then it tells `finished`.
    func finish() -> Bool
    /// Lets go of the file or device. Tells nothing any more.
    func close()
}

enum OutputEvent: Sendable {
    /// It stands still, and can be gone on with.
    case rested
    /// Everything is out.
    case finished
    /// It takes more again.
    case roomy
    /// It is gone.
    case lost(reason: String)
    /// The sound server asks for silence, for a call as a rule; and no longer.
    case silenced(Bool)
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
