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
    /// The decoded audio that the stream mixed last has ahead: without its server, it would sound on for at least this
    /// time. Nil for a file.
    public var reserve: MediaTime?

    /// The path as far as it is known; by default nothing is known, and nothing is on its way.
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

/// The change of the sound that a command has led to.
public struct SoundAnswer: Sendable, Hashable {
    /// The command.
    public var ticket: CommandTicket
    /// The time from the arrival of the command until the change had its place on the tape.
    public var mixed: MediaTime
    /// The time from the arrival of the command until the change was heard.
    public var heard: MediaTime

    /// The change that the command with this ticket has led to.
    public init(ticket: CommandTicket, mixed: MediaTime, heard: MediaTime) {
        self.ticket = ticket
        self.mixed = mixed
        self.heard = heard
    }
}

/// The kinds of change that a command makes to the sound.
public enum SoundChange: Sendable, Hashable {
    /// Silence after a pause.
    case pause
    /// Sound again after a resume, or other sound after a start, a skip or a seek.
    case start
    /// The new volume, when the ramp to it is over.
    case volume
    /// Silence after a stop; where the stop fades out, the beginning of the fade-out.
    case stop
}
