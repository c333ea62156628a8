/// The way of the sound from the player to the ear, at one moment.
public struct SoundPath: Sendable, Hashable {
    /// The name and version of the sound server, such as `PulseAudio (on PipeWire 0.3.65) 15.0.0`; nil without one.
    public var server: String?
    /// The name of the device; nil where it is not known, or where there is none.
    public var device: String?
    /// How long the device and its server hold sound back, by what they report; nil where they report nothing.
    public var latency: MediaTime?
    /// How much sound has been handed over and is not heard yet.
    public var queued: MediaTime
    /// How much of `queued` is heard as it is, whatever a person does; the rest can be taken back.
    public var fixed: MediaTime

    /// The path as far as it is known; by default nothing is known, and nothing is on its way.
    public init(
        server: String? = nil, device: String? = nil, latency: MediaTime? = nil, queued: MediaTime = .zero,
        fixed: MediaTime = .zero
    ) {
        self.server = server
        self.device = device
        self.latency = latency
        self.queued = queued
        self.fixed = fixed
    }
}

/// The kinds of change that a command makes to the sound. How soon the change is heard is measured for each kind.
public enum SoundChange: String, Sendable, Hashable, CaseIterable {
    /// Silence after a pause.
    case pause
    /// Sound again after a resume.
    case resume
    /// Other sound: after a start, a skip or a seek.
    case start
    /// The new volume, when the ramp to it is over.
    case volume
    /// Silence after a stop without a fade-out.
    case stop
}
