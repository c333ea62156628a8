import SegueCore

@testable import SegueAudio

/// A deck with a decoder that delivers at any time, and a streaming thread that waits at the gate until it decides
/// again.
// @unchecked: used in one thread.
final class VirtualDeck: @unchecked Sendable {
    /// The item that waits at the gate.
    enum Item {
        case buffer(Int64)
        case end
    }

    let id: Int
    /// The load of the deck.
    var generation: LoadGeneration?
    /// The time before which the decoder delivers nothing.
    var opensAt: Int64 = 0
    /// The current gain of the fade's element.
    var gain = 1.0
    var machine = DeckMachine<VirtualDeck>()
    /// The number of samples that the decoder has not delivered yet.
    var toCome: Int64
    /// True if nothing more arrives, not even the end.
    var isStuck = false
    /// True if the end of the stream is known to be the end of the media.
    var isComplete: Bool
    /// The number of samples that came before the load started.
    var kept: Int64 = 0
    /// The number of samples that have passed the gate and do not fill a block yet.
    var rest: Int64 = 0
    /// The length of the next block.
    var want: Int64 = 0
    var item: Item?
    /// True if the item at the gate is from before a seek.
    var isStale = false
    private var arrivals: UInt = 0
    /// True if the thread waits because of a decision, and the gate has not decided again.
    var isBlocked = false
    /// True if the gate drops everything that still comes.
    var isThrough = false
    /// The number of the deck's samples that the mixer has received.
    var given: Int64 = 0
    var hasEnded = false
    /// True if the mixer has been notified of the deck's end.
    var isFinished = false
    /// The number of samples that the gate has received, including silence after them.
    var arrivedCount: Int64 = 0
    /// True if the deck has come in while another one was audible.
    var isSuccessor = false
    /// The sample at which the deck has asked for a decision about its end; nil if it has not asked.
    var question: Int64?
    var lastGain = 1.0
    /// The sink that the deck is linked to.
    var sink: Int?

    /// The media position of the deck's first sample, in samples; the decoder continues from there.
    let first: Int64
    /// The number of samples that the decoder has from there on.
    let length: Int64

    init(_ id: Int, from first: Int64 = 0, length: Int64, isComplete: Bool) {
        self.id = id
        self.first = first
        self.length = length
        toCome = length
        self.isComplete = isComplete
    }

    /// Lets the decoder deliver samples, unless an item waits.
    func deliver(_ size: Int64, at time: Int64 = .max) {
        guard time >= opensAt, item == nil, !isStuck, !isThrough else { return }
        isBlocked = false
        guard toCome > 0 else { return item = .end }
        let part = min(size, toCome)
        toCome -= part
        arrivedCount += part
        arrivals += 1
        item = .buffer(part)
    }

    var arrival: DeckMachine<VirtualDeck>.Arrival { .init(address: arrivals % 3, stamp: arrivals) }

    func reconsider() {
        isBlocked = false
    }
}
