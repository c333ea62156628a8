import EventLoop
import SegueCore

/// What the streaming threads tell the loop. One deck speaks for a load: signals of an earlier deck of the same load
/// come too late, and are dropped in one place (`AudioEngine.handle`).
enum StreamSignal: Sendable {
    /// The load's first buffer waits at the gate.
    case prerolled(Deck)
    /// The load came to its end without a sample.
    case withoutAudio(Deck)
    /// An element of the load met this error, which may or may not be the end of the load.
    case doubted(Deck, AudioPlayerError)
    /// The load's address leads to a playlist.
    case playlistRead(Deck, RemotePlaylist.Reading)
    /// Why the content at the load's address can't be played, although no element failed.
    case unplayable(Deck, AudioPlayerError)
    /// From this sample on, the tags are these.
    case tagsChanged(Deck, TrackMetadata, at: Int64)
    /// All samples of the load are through the gate, and nobody has said what follows.
    case endHeld(Deck, at: Int64)
    /// The load's last sample has left the mixer, and its pad is free.
    case left(Deck)
    /// Where the load's sound begins and ends, as far as that could be found out.
    case measured(LoadGeneration, ClosedRange<MediaTime>?)
    /// The mixer has something to be taken.
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

    /// The same transition, by places, when sample 0 of its timeline is at this place.
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

    /// To be called before anything is posted.
    func onSignal(_ receive: @escaping (StreamSignal) -> Void) {
        self.receive = receive
    }

    /// From any thread; signals arrive in order.
    func post(_ signal: StreamSignal) {
        loop.perform { self.receive(signal) }
    }
}
