import EventLoop
import SegueCore

/// Finds files that deliver nothing more and don't end: a decoder that searches gigabytes of zeros for audio, a disk
/// that does not answer. The mixer waits for such a file, and everything is silent. A stream that lags is noticed by
/// its reserve; a file has none.
///
/// While audio is output, the watch regularly checks whether each load has delivered anything since the last check.
final class StallWatch {
    private let loop: EventLoop
    private let limit: MediaTime
    /// The next check; nil while no audio is output.
    private var next: Deadline?
    /// For each deck that delivered nothing at the last check, the sample that it was asked for.
    private var waiting: [ObjectIdentifier: Int64] = [:]
    /// The decks that the mixer may wait for.
    var decks: () -> [Deck] = { [] }
    /// Called for a deck that has delivered nothing for `limit`, or up to twice as long.
    var onStall: (Deck) -> Void = { _ in }

    init(_ loop: EventLoop, limit: MediaTime) {
        self.loop = loop
        self.limit = limit
    }

    /// Checks regularly as long as audio is output. Does nothing if the state has not changed.
    func watch(_ isGoingOut: Bool) {
        guard isGoingOut else {
            next?.cancel()
            next = nil
            waiting = [:]
            return
        }
        guard next == nil else { return }
        next = loop.schedule(at: .now.advanced(byNanoseconds: limit.nanoseconds)) { [weak self] in
            guard let self else { return }
            next = nil
            look()
            watch(true)
        }
    }

    private func look() {
        var found: [ObjectIdentifier: Int64] = [:]
        for deck in decks() where !deck.isRemote {
            guard let sample = deck.wantedSample else { continue }
            guard waiting[ObjectIdentifier(deck)] == sample else {
                found[ObjectIdentifier(deck)] = sample
                continue
            }
            onStall(deck)
        }
        waiting = found
    }
}
