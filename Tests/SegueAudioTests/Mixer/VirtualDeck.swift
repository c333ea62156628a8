import SegueCore

@testable import SegueAudio

/// A deck with a decoder that delivers at any time, and a streaming thread that waits at the gate until the gate is
/// asked again.
// @unchecked: used in one thread.
final class VirtualDeck: @unchecked Sendable {
    /// The item that waits at the gate.
    enum Item {
        case buffer(Int64)
        case end
    }

    let id: Int
    /// The load that the deck speaks for.
    var generation: LoadGeneration?
    /// The decoder delivers nothing before this time.
    var opensAt: Int64 = 0
    /// The gain that the fade's element has now.
    var gain = 1.0
    var machine = DeckMachine<VirtualDeck>()
    /// How much the decoder has not delivered yet.
    var toCome: Int64
    /// Nothing more arrives, not even the end.
    var isStuck = false
    /// The end of the stream is known to be the end of the media.
    var isComplete: Bool
    /// How much has come before the load started.
    var kept: Int64 = 0
    /// How much has passed the gate and does not fill a block yet.
    var rest: Int64 = 0
    /// The length of the next block.
    var want: Int64 = 0
    var item: Item?
    /// What waits at the gate is from before a seek.
    var isStale = false
    private var arrivals: UInt = 0
    /// The thread waits because of an answer, and nobody has asked again.
    var isBlocked = false
    /// The gate drops whatever still comes.
    var isThrough = false
    /// How much of the deck the mixer has got.
    var given: Int64 = 0
    var hasEnded = false
    /// The mixer has been told of the deck's end.
    var isFinished = false
    /// How much the gate has been given, including silence behind it.
    var arrivedCount: Int64 = 0
    /// The deck has come in while another one was heard.
    var isSuccessor = false
    /// The loop has been asked what becomes of the deck's end.
    var question: Int64?
    var lastGain = 1.0
    /// The sink that the deck is linked to.
    var sink: Int?

    /// The media of the deck's first sample, in samples; what the decoder delivers goes on from there.
    let first: Int64
    /// How much sound the decoder has, from there on.
    let length: Int64

    init(_ id: Int, from first: Int64 = 0, length: Int64, isComplete: Bool) {
        self.id = id
        self.first = first
        self.length = length
        toCome = length
        self.isComplete = isComplete
    }

    /// The decoder delivers something, unless something waits.
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
