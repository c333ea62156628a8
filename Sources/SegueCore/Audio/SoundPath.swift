/// The way of the sound from the player to the ear, at one moment.
public struct SoundPath: Sendable, Hashable {
    /// Name and version, as `PulseAudio (on PipeWire 0.3.65) 15.0.0`; nil without a sound server.
    public var server: String?
    /// The name of the device; nil where that is not known, or none.
    public var device: String?
    /// What the device and its server hold back, as they say; nil where they don't.
    public var latency: MediaTime?
    /// How much has been handed over and is not heard yet.
    public var queued: MediaTime
    /// How much of that is heard as it is, whatever a person does; the rest can be taken back.
    public var fixed: MediaTime

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

/// What a person's command changes about the sound, as far as the time until it is heard goes.
public enum SoundChange: String, Sendable, Hashable, CaseIterable {
    /// Silent, behind a pause.
    case pause
    /// Sound again, behind one.
    case resume
    /// New sound: a start, a skip, a seek.
    case start
    /// The new volume, in full.
    case volume
    /// Silent, without a fade of one's own choice.
    case stop
}
