import EventLoop
import SegueAudio
import SegueCore

/// What a shell needs of whatever makes the sound. Belongs to the loop's thread, where what it reports arrives too;
/// none of its calls waits.
protocol SoundEngine: AnyObject {
    /// Called when a command that was noted has led to a change of the sound.
    var onAnswer: (SoundAnswer) -> Void { get set }

    /// Carries one instruction out. Does nothing for a load that is not there any more.
    func perform(_ instruction: AudioInstruction)

    /// The positions of all loads that sound or are paused, each until the report that its last sample has been heard.
    func positions() -> [DeckPosition]

    /// Notes a command that was received at `time`: the first change of this kind from now on is the answer to it.
    func note(_ ticket: CommandTicket, for change: SoundChange, at time: MonotonicTime)

    /// Which of these devices sound goes out on.
    func currentDevice(among devices: [OutputDevice]) -> OutputDevice?

    /// The way of the sound to the ear, now.
    var soundPath: SoundPath { get }

    /// Where a load lies in the output, in samples: its first one, and the one behind its last, if that is known.
    func span(of generation: LoadGeneration) -> (start: Int64, end: Int64?)?

    /// How many samples have been mixed.
    var mixedSamples: Int64 { get }

    /// Calls `completion` when the sound has come to the end that was asked for before.
    func fallSilent(_ completion: @escaping () -> Void)

    /// Silence at once; everything is let go of. Later calls do nothing.
    func close()
}

/// Makes the engine of a player. Throws what keeps it from starting.
typealias EngineMaker =
    @Sendable (
        _ loop: EventLoop, _ options: AudioEngine.Options, _ record: OpeningRecord,
        _ onEvent: @escaping (AudioEvent) -> Void
    ) throws(AudioPlayerError) -> any SoundEngine

extension AudioEngine: SoundEngine {
    /// An engine that is heard.
    @Sendable static func make(
        _ loop: EventLoop, _ options: Options, _ record: OpeningRecord, _ onEvent: @escaping (AudioEvent) -> Void
    ) throws(AudioPlayerError) -> any SoundEngine {
        try AudioEngine(loop: loop, options: options, record: record, onEvent: onEvent)
    }
}
