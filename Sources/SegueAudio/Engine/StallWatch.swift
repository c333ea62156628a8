import EventLoop
import SegueCore

/// Files that give nothing more and don't end either: a decoder that looks for sound in gigabytes of zeros, a disk that
/// does not answer. The mixer waits for such a file, and everything is silent. A stream that lags behind says so by its
/// reserve; a file has none.
///
/// While sound goes out, the watch looks every now and then at what each load has given since the last look.
final class StallWatch {
    private let loop: EventLoop
    private let limit: MediaTime
    /// The next look; nil while no sound goes out.
    private var next: Deadline?
    /// For each deck that gave nothing at the last look, the sample that it was asked for.
    private var waiting: [ObjectIdentifier: Int64] = [:]
    /// The decks that the mixer may wait for.
    var decks: () -> [Deck] = { [] }
    /// A deck has given nothing for `limit`, or up to twice as long.
    var onStall: (Deck) -> Void = { _ in }

    init(_ loop: EventLoop, limit: MediaTime) {
        self.loop = loop
        self.limit = limit
    }

    /// Looks from time to time as long as the sound goes out. Does nothing if that is as before.
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
