import EventLoop
import SegueCore

/// Signals from the streaming threads to the loop. Each load has one current deck: signals of an earlier deck of the
/// same load come too late, and are dropped in one place (`AudioEngine.handle`).
enum StreamSignal: Sendable {
    /// The load's first buffer waits at the gate.
    case prerolled(Deck)
    /// The load came to its end without a sample.
    case withoutAudio(Deck)
    /// An element of the load has reported this error, which may or may not end the load.
    case doubted(Deck, AudioPlayerError)
    /// The load's address leads to a playlist.
    case playlistRead(Deck, RemotePlaylist.Reading)
    /// The content at the load's address can't be played for this reason, although no element failed.
    case unplayable(Deck, AudioPlayerError)
    /// From this sample on, the tags are these.
    case tagsChanged(Deck, TrackMetadata, at: Int64)
    /// All samples of the load have passed the gate, and it is undecided what follows.
    case endHeld(Deck, at: Int64)
    /// The load's last sample has left the mixer, and its pad is free.
    case left(Deck)
    /// The range of the load's non-silent audio, as far as it could be found.
    case measured(LoadGeneration, ClosedRange<MediaTime>?)
    /// The mixer has samples to be taken.
    case mixed
}

/// A transition on the mixer's timeline, or on the tape.
struct BegunTransition: Sendable, Hashable {
    var plan: TransitionPlan
    /// The incoming load's first sample.
    var startSample: Int64
    /// The sample from which the outgoing load is silent.
    var endSample: Int64

    var outgoing: LoadGeneration { plan.outgoing }
    var incoming: LoadGeneration { plan.incoming }

    /// Returns the same transition by tape positions, for a timeline whose sample 0 is at `origin`.
    func moved(by origin: Int64) -> BegunTransition {
        var moved = self
        moved.startSample += origin
        moved.endSample += origin
        return moved
    }
}

/// The queue of signals from the streaming threads to the loop.
final class StreamInbox: Sendable {
    private let loop: EventLoop
    // nonisolated(unsafe): set once before the first stream exists, and called on the loop's thread only.
    nonisolated(unsafe) private var receive: (StreamSignal) -> Void = { _ in }

    init(loop: EventLoop) {
        self.loop = loop
    }

    /// Sets the receiver. Call before anything is posted.
    func onSignal(_ receive: @escaping (StreamSignal) -> Void) {
        self.receive = receive
    }

    /// Posts a signal from any thread; signals arrive in order.
    func post(_ signal: StreamSignal) {
        loop.perform { self.receive(signal) }
    }
}
