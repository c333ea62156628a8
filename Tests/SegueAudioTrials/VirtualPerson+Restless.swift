import SegueCore

@testable import SegueAudio

/// The commands of a restless user. The next load is opened in a fade, so that three loads are planned at a time.
extension ScoreTrial {
    mutating func pressRestlessly() {
        if Bool.random(using: &random) { skipAndReturn() } else { replanAndListen() }
    }

    /// Skips, and takes the skip back in a moment: the load before goes on.
    private mutating func skipAndReturn() {
        guard !person.isPaused, person.current != nil else { return }
        if person.candidate == nil { skip() }
        pass(Int64.random(in: 0...200, using: &random))
        guard let candidate = person.candidate, person.current != nil, !person.isPaused else { return }
        note("back from \(candidate.rawValue)")
        ear.lastChange = max(ear.lastChange, ear.heardCount)
        dropCandidate()
        if let next = person.next, person.ready.contains(next), person.promises[next] == nil, !isHeard(next) {
            schedule(next)
        } else {
            prepareNext()
        }
    }

    /// Changes what follows, and listens for a while.
    private mutating func replanAndListen() {
        if Bool.random(using: &random) { replan() } else { changeNext() }
        pass(Int64.random(in: 300...1500, using: &random))
    }

    /// Returns the length of the longest fade to this load. With a restless user, no load ends within the fade to it:
    /// a late plan could not begin there.
    func longestFade(to incoming: LoadGeneration) -> Int64 {
        guard person.isRestless, let length = person.lengths[incoming] else { return .max }
        return (length - person.starts[incoming, default: 0]) / 2
    }
}
