import EventLoop
import SegueCore

/// What the streaming threads tell the loop. Of a load it is one deck that speaks: what an earlier one of the same load
/// says comes too late, and is dropped at one door (`AudioEngine.handle`).
enum StreamSignal: Sendable {
    /// The load's first buffer waits at the gate.
    case prerolled(Deck)
    /// The load came to its end without a sample.
    case withoutAudio(Deck)
    /// An element of the load met this, which may or may not be the end of it.
    case doubted(Deck, AudioPlayerError)
    /// What the load's address turned out to be is a playlist.
    case playlistRead(Deck, RemotePlaylist.Reading)
    /// Why what is at the load's address can't be played, although no element failed.
    case unplayable(Deck, AudioPlayerError)
    /// The tags are these from this sample on.
    case tagsChanged(Deck, TrackMetadata, at: Int64)
    /// All samples are through, and nobody has said what follows.
    case endHeld(Deck, at: Int64)
    /// The load's last sample has left the mixer, and its pad is free.
    case left(Deck)
    /// Where the load's sound begins and ends, as far as that could be found out.
    case measured(LoadGeneration, ClosedRange<MediaTime>?)
    /// There is something to be taken from the mixer.
    case mixed
}

/// A transition as it lies on the mixer's timeline, or on the tape.
struct BegunTransition: Sendable, Hashable {
    var plan: TransitionPlan
    /// The incoming load's first sample.
    var startSample: Int64
    /// The outgoing load is silent from here on.
    var endSample: Int64

    var outgoing: LoadGeneration { plan.outgoing }
    var incoming: LoadGeneration { plan.incoming }

    /// The same, of a timeline whose sample 0 is at this place.
    func moved(by origin: Int64) -> BegunTransition {
        var moved = self
        moved.startSample += origin
        moved.endSample += origin
        return moved
    }
}

/// The way from the streaming threads to the loop.
final class StreamInbox: Sendable {
    private let loop: EventLoop
    // nonisolated(unsafe): set once before the first stream exists, and called on the loop's thread only.
    nonisolated(unsafe) private var receive: (StreamSignal) -> Void = { _ in }

    init(loop: EventLoop) {
        self.loop = loop
    }

    /// Before anything is posted.
    func onSignal(_ receive: @escaping (StreamSignal) -> Void) {
        self.receive = receive
    }

    /// From any thread; signals arrive in order.
    func post(_ signal: StreamSignal) {
        loop.perform { self.receive(signal) }
    }
}
