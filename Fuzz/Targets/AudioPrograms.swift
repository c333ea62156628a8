@testable import SegueAudioTrials

/// Programs of events for the machines between the decoders and the output. Each promise of the random sessions is kept
/// here too.
enum AudioPrograms {
    static func tape(_ bytes: [UInt8]) { run(bytes, on: TapeTrial(seed: 1)) }

    /// The mixer with its decks, whose threads run in the order of the program.
    static func mixer(_ bytes: [UInt8]) { run(bytes, on: MixerTrial(seed: 1)) }

    /// The score with the tape, the mixer and the decks.
    static func score(_ bytes: [UInt8]) {
        run(bytes.dropFirst(), on: ScoreTrial(seed: 1, hasHalts: bytes.first.map { $0 & 1 == 1 } ?? false))
    }

    private static func run(_ program: some Sequence<UInt8>, on trial: some Trial) {
        var trial = trial
        trial.perform(program: Array(program))
        if let fault = trial.fault { preconditionFailure(fault) }
    }
}
