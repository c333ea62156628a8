import Foundation
import SegueCore
import Testing

@testable import SegueAudio
@testable import SegueAudioTrials

/// The audible output of a tape, whatever the commands and the times of the output's readings. Random steps run over an
/// output that rewrites, with time counted in samples.
@Suite struct TapeMachineTests {
    /// The number of steps; `TAPE_STEPS` sets another one.
    private static let steps = ProcessInfo.processInfo.environment["TAPE_STEPS"].flatMap { Int($0) } ?? 30_000

    @Test(
        "No sample twice or never, each change behind a ramp, and what is wanted sounds",
        arguments: 1...24 as ClosedRange<UInt64>)
    func randomSteps(seed: UInt64) {
        var trial = TapeTrial(seed: seed)
        for step in 0..<Self.steps / 24 where trial.fault == nil {
            trial.act()
            if step % 200 == 199 { trial.settle() }
        }
        #expect(trial.fault == nil, "seed \(seed), \(trial.fault ?? "")")
        #expect(trial.heardCount > 100)
    }
}
