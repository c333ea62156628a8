import EventLoop
import SegueCore

/// Files that give nothing more and don't end either: a decoder that looks for sound in gigabytes of zeros, a disk that
/// does not answer. The mixer waits for such a file, and everything is silent. A stream that lags behind says so by its
/// reserve; a file has none.
extension AudioEngine {
    /// While sound goes out, looks every now and then whether each load has given something since the last look.
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

    /// Whether all that is mixed has been heard, and this deck is what the rest waits for.
    func isSilent(for deck: Deck) -> Bool {
        !isOffline && deck.wantedSample != nil && heardSample >= transport.tape.end
    }

    private func giveUpStalled() {
        var found: [ObjectIdentifier: Int64] = [:]
        for deck in loads.decks + loads.leaving where !deck.isRemote {
            let generation = deck.generation
            guard let sample = deck.wantedSample else { continue }
            guard waiting[ObjectIdentifier(deck)] == sample else {
                found[ObjectIdentifier(deck)] = sample
                continue
            }
            // From now on nothing waits for this deck, whatever becomes of it.
            deck.setFill(0)
            if loads.leaving.contains(where: { $0 === deck }) {
                deck.endWithoutWaitingInBackground()
            } else if deck.takeFailure() {
                let seconds = Int(options.stallLimit.seconds.rounded(.up))
                report(
                    .failed(
                        generation,
                        .fileLoadFailed(
                            path: ErrorSentences.place(deck.uri),
                            reason: "nothing more could be read from it for \(seconds) s")))
            }
        }
        waiting = found
    }
}
