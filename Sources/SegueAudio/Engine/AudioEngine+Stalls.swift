import EventLoop
import SegueCore

/// Files that give nothing more and don't end either: a decoder that looks for sound in gigabytes of zeros, a disk that
/// does not answer. The mixer waits for them, and everything is silent. A stream that lags behind says so by its
/// reserve; a file has none.
extension AudioEngine {
    /// Looks every now and then, as long as sound goes out, whether each load has given something since.
    func watchForStalls() {
        guard transport.state == .running, timeline != nil, !isOffline else {
            stallWatch?.cancel()
            stallWatch = nil
            waiting = [:]
            return
        }
        guard stallWatch == nil else { return }
        let end = MonotonicTime.now.advanced(byNanoseconds: options.stallLimit.nanoseconds)
        stallWatch = loop.schedule(at: end) { [weak self] in
            guard let self else { return }
            stallWatch = nil
            giveUpStalled()
            watchForStalls()
        }
    }

    /// Whether all that is mixed has been heard, and this is what the rest waits for.
    func isSilent(for branch: Branch) -> Bool {
        !isOffline && branch.wantedSample != nil && heardSample >= transport.tape.end
    }

    private func giveUpStalled() {
        var found: [ObjectIdentifier: Int64] = [:]
        for branch in loads.branches + loads.leaving where !branch.isRemote {
            let generation = branch.generation
            guard let sample = branch.wantedSample else { continue }
            guard waiting[ObjectIdentifier(branch)] == sample else {
                found[ObjectIdentifier(branch)] = sample
                continue
            }
            // From now on nothing waits for it, whatever becomes of it.
            branch.setFill(0)
            if loads.leaving.contains(where: { $0 === branch }) {
                branch.endWithoutWaitingInBackground()
            } else if branch.takeFailure() {
                let seconds = Int(options.stallLimit.seconds.rounded(.up))
                report(
                    .failed(
                        generation,
                        .fileLoadFailed(
                            path: ErrorSentences.place(branch.uri),
                            reason: "nothing more could be read from it for \(seconds) s")))
            }
        }
        waiting = found
    }
}
