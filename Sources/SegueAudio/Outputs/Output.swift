import SegueCore

/// The receiver of audio, by positions on the tape: samples can be written again from `changeable` on, until they are
/// heard.
///
/// An output belongs to the loop's thread. It reports events with `onEvent`, never from inside a call.
protocol Output: AnyObject {
    /// The name for the user: `PulseAudio`, a device's name, `null`, `file:PATH`. A device that is disconnected changes
    /// it, and `fallback`.
    var name: String { get }
    /// The reason why this is not the requested output.
    var fallback: String? { get }
    /// True for a device, false for a file or silence.
    var isDevice: Bool { get }
    /// The name of the device that plays the audio now; nil if it is unknown, or if there is none.
    var device: String? { get }
    /// Name and version of the sound server; nil without one.
    var server: String? { get }
    /// The latency of the device and its server, as they report it; nil if they don't.
    var latency: MediaTime? { get }
    /// The artist and title of the audible track, for the mixers of sound servers.
    var title: String { get set }
    var onEvent: (OutputEvent) -> Void { get set }

    /// Returns the sample rate nearest to `rate` that needs no conversion.
    func rate(nearestTo rate: Int32) -> Int32
    /// Returns the number of samples that the output wants to hold, counted from `ahead` samples after the heard
    /// position.
    func depth(rate: Int32) -> Int64
    /// Returns the number of samples between the heard position and those that a device with a long latency has taken;
    /// 0 for all others.
    func ahead(rate: Int32) -> Int64

    /// Starts the output with the sample at `place`, as soon as that is written.
    func go(from place: Int64, rate: Int32)
    /// Writes interleaved stereo samples from `place` on; they replace earlier samples there.
    func write(_ samples: [Float], at place: Int64)
    /// The sample that is heard now; never past the written samples.
    var heard: Int64 { get }
    /// The first sample that can still be written again.
    var changeable: Int64 { get }
    /// Plays up to `place`, after which silence has been written, and then stops and reports `rested`.
    func rest(at place: Int64)
    /// Reports `silenced`, and returns true, if the device plays nothing because it is suspended.
    func reportSuspension() -> Bool
    /// Releases the file or device. Reports nothing afterwards.
    func close()
}

enum OutputEvent: Sendable {
    /// The output has stopped, and can be started again.
    case rested
    /// The output accepts more samples again.
    case roomy
    /// The output has been lost.
    case lost(reason: String)
    /// The sound server requests silence, as a rule for a call, or has suspended the device; false ends that.
    case silenced(Bool)
    /// The device of this name has been disconnected, and the audio may play on another device.
    case unplugged(String)
    /// The audio plays on that device again.
    case returned(String)
    /// Another device plays the audio instead of the requested one, as `fallback` says, or no longer does.
    case replaced
}

extension Output {
    var device: String? { nil }
    var server: String? { nil }
    var latency: MediaTime? { nil }
    var title: String {
        get { "" }
        set {}
    }
    func ahead(rate: Int32) -> Int64 { 0 }
    func reportSuspension() -> Bool { false }

    /// Returns the one of these devices that plays the audio; nil if the audio is played elsewhere.
    func current(among devices: [OutputDevice]) -> OutputDevice? {
        guard isDevice else { return nil }
        if let name = device { return devices.first { $0.name == name } }
        // The output is silent, and so not yet on any device.
        return devices.first { [$0.name, $0.title].contains(name) } ?? devices.first(where: \.isDefault)
    }
}
