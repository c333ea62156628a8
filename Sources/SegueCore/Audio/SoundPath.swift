/// The path of the audio from the player to the listener, at one moment.
public struct SoundPath: Sendable, Hashable {
    /// The name and version of the sound server, such as `PulseAudio (on PipeWire 0.3.65) 15.0.0`; nil without one.
    public var server: String?
    /// The name of the device; nil if it is not known, or if there is none.
    public var device: String?
    /// The latency that the device and its server report; nil if they report nothing.
    public var latency: MediaTime?
    /// The duration of the audio that was handed over and is not yet heard.
    public var queued: MediaTime
    /// The part of `queued` that can no longer be changed; the rest can be revoked.
    public var fixed: MediaTime
    /// The decoded audio that the most recently mixed stream has in reserve. Without its server, the stream would play
    /// on for at least this time. Nil for a file.
    public var reserve: MediaTime?

    /// Creates a path from the known facts; by default nothing is known, and nothing is queued.
    public init(
        server: String? = nil, device: String? = nil, latency: MediaTime? = nil, queued: MediaTime = .zero,
        fixed: MediaTime = .zero, reserve: MediaTime? = nil
    ) {
        self.server = server
        self.device = device
        self.latency = latency
        self.queued = queued
        self.fixed = fixed
        self.reserve = reserve
    }
}

/// The change of the audio that a command caused.
public struct SoundAnswer: Sendable, Hashable {
    /// The command.
    public var ticket: CommandTicket
    /// The time from the arrival of the command until the change was mixed onto the tape.
    public var mixed: MediaTime
    /// The time from the arrival of the command until the change was heard.
    public var heard: MediaTime

    /// Creates the change that the command with this ticket caused.
    public init(ticket: CommandTicket, mixed: MediaTime, heard: MediaTime) {
        self.ticket = ticket
        self.mixed = mixed
        self.heard = heard
    }
}

/// The kinds of change that a command makes to the audio.
public enum SoundChange: Sendable, Hashable {
    /// Silence after a pause.
    case pause
    /// Audio again after a resume, or other audio after a start, a skip or a seek.
    case start
    /// The new volume, once its ramp is complete.
    case volume
    /// Silence after a stop; if the stop fades out, the beginning of the fade-out.
    case stop
}
