import EventLoop
import SegueAudio
import SegueCore

/// The requirements of a shell for an audio engine. Belongs to the loop's thread, on which the engine also reports. No
/// call waits.
protocol SoundEngine: AnyObject {
    /// Called when a command that was noted has led to a change of the audio.
    var onAnswer: (SoundAnswer) -> Void { get set }

    /// Performs one instruction. Does nothing for a load that no longer exists.
    func perform(_ instruction: AudioInstruction)

    /// Returns the positions of all loads that are audible or paused, each until its last sample has been reported as
    /// heard.
    func positions() -> [DeckPosition]

    /// Notes a command that was received at `time`. The next change of this kind counts as the answer to the command.
    func note(_ ticket: CommandTicket, for change: SoundChange, at time: MonotonicTime)

    /// Returns the one of these devices that plays the audio.
    func currentDevice(among devices: [OutputDevice]) -> OutputDevice?

    /// The current path of the audio to the ear.
    var soundPath: SoundPath { get }

    /// Returns the range of a load in the output, in samples: its first sample, and the sample after its last, if that
    /// is known.
    func span(of generation: LoadGeneration) -> (start: Int64, end: Int64?)?

    /// The number of samples that have been mixed.
    var mixedSamples: Int64 { get }

    /// Calls `completion` when the audio has reached the end that was requested before.
    func fallSilent(_ completion: @escaping () -> Void)

    /// Ends the file of a render, and calls `completion` when it is complete or has been lost.
    func complete(_ completion: @escaping () -> Void)

    /// Stops output immediately and releases all resources. Subsequent calls have no effect.
    func close()
}

/// Creates the engine of a player. Throws the error that prevents the engine from starting.
typealias EngineMaker =
    @Sendable (
        _ loop: EventLoop, _ options: AudioEngine.Options, _ record: OpeningRecord,
        _ onEvent: @escaping (AudioEvent) -> Void
    ) throws(AudioPlayerError) -> any SoundEngine

extension AudioEngine: SoundEngine {
    /// Creates an audible engine.
    @Sendable static func make(
        _ loop: EventLoop, _ options: Options, _ record: OpeningRecord, _ onEvent: @escaping (AudioEvent) -> Void
    ) throws(AudioPlayerError) -> any SoundEngine {
        try AudioEngine(loop: loop, options: options, record: record, onEvent: onEvent)
    }
}
