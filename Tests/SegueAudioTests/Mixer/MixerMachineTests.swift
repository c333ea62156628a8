import Foundation
import Testing

@testable import SegueAudio
@testable import SegueAudioTrials

/// Decks and mixer as values; decoders, threads and a user act in any order.
@Suite struct MixerMachineTests {
    /// The steps of all trials together; `MIXER_STEPS` sets another number.
    private static let steps = ProcessInfo.processInfo.environment["MIXER_STEPS"].flatMap { Int($0) } ?? 240_000

    @Test(
        "Two decks at most, no load and no sample lost or twice, no gain jumps, and all comes to its end",
        arguments: 1...24 as ClosedRange<UInt64>)
    func randomSteps(seed: UInt64) {
        var trial = MixerTrial(seed: seed)
        for step in 0..<Self.steps / 24 where trial.fault == nil {
            trial.act()
            if step % 500 == 499 { trial.settle() }
        }
        #expect(trial.fault == nil, "seed \(seed), \(trial.fault ?? "")")
        #expect(
            trial.mixedCount > 1_000 && trial.transitionCount > 3, "seed \(seed): \(trial.transitionCount) transitions"
        )
    }
}
