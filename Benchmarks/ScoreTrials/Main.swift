import Glibc

@testable import SegueAudioTrials

/// Random sessions with score, decks, mixer and tape as values, without GStreamer (docs/reliability.md).
///
///     swift run -c release -Xswiftc -enable-testing ScoreTrials [SESSIONS [SEED]]
///
/// Each of 250 sessions, or of another number, is played in six kinds, with 2,000 steps each. Prints the kind and the
/// seed of each session with a fault, and the steps and the seconds of all. Exits with 1 if there was a fault.
@main
enum ScoreTrials {
    private static let steps = 2000

    static func main() {
        let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
        let count = arguments.first ?? 250
        let first = arguments.dropFirst().first ?? 1
        var total = 0
        var faults = 0
        let start = ContinuousClock.now
        for seed in first..<first + count {
            for kind in ScoreTrial.Kind.allCases {
                var trial = ScoreTrial(seed: seed, kind)
                trial.play(steps)
                total += trial.steps
                guard let fault = trial.fault else { continue }
                faults += 1
                print("seed \(seed), \(kind): \(fault)")
            }
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        print("\(total) steps in \(Int(seconds.rounded())) s, \(faults) faults")
        if faults > 0 { exit(1) }
    }
}
