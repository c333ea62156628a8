import SegueCore

@testable import SegueAudio

/// A deck with a decoder that delivers when it likes, and a streaming thread that waits at the gate until it is asked
/// again.
// @unchecked: used in one thread.
final class VirtualDeck: @unchecked Sendable {
    /// What waits at the gate.
    enum Item {
        case buffer(Int64)
        case end
    }

    let id: Int
    let node: PlayerNode
    var machine = DeckMachine<VirtualDeck>()
    /// What the decoder has not delivered.
    var toCome: Int64
    /// Nothing arrives any more, and no end either.
    var isStuck = false
    /// It is known that the end of the stream is that of the media.
    var isComplete: Bool
    /// What has come in front of its start.
    var kept: Int64 = 0
    /// What has passed the gate, and does not fill a block yet.
    var rest: Int64 = 0
    /// The length of the next block.
    var want: Int64 = 0
    var item: Item?
    private var arrivals: UInt = 0
    /// The thread has an answer to wait with, and nobody has asked again.
    var isBlocked = false
    /// The gate drops what still comes.
    var isThrough = false
    /// So much of it the mixer has got.
    var given: Int64 = 0
    var hasEnded = false
    /// The mixer has been told of its end.
    var isFinished = false
    /// What the gate has been given, and silence behind it.
    var arrivedCount: Int64 = 0
    /// It has come in while another one was heard.
    var isSuccessor = false
    /// The loop has been asked what becomes of its end.
    var question: Int64?
    var lastGain = 1.0
    /// What it is linked to.
    var sink: Int?

    init(_ id: Int, _ node: PlayerNode, length: Int64, isComplete: Bool) {
        self.id = id
        self.node = node
        toCome = length
        self.isComplete = isComplete
    }

    /// The decoder delivers something, where nothing waits.
    func deliver(_ size: Int64) {
        guard item == nil, !isStuck, !isThrough else { return }
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
