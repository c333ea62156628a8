import EventLoop
import SegueCore
import Synchronization

/// What the streaming threads tell the loop.
enum StreamSignal: Sendable {
    /// The load's first buffer waits at the gate.
    case prerolled(LoadGeneration)
    /// The load came to its end without a sample.
    case withoutAudio(LoadGeneration)
    /// An element of the load met this, which may or may not be the end of it.
    case doubted(LoadGeneration, AudioPlayerError)
    /// What the load's address turned out to be is a playlist.
    case playlistRead(LoadGeneration, RemotePlaylist.Reading)
    /// Why what is at this address can't be played, although no element failed.
    case unplayable(LoadGeneration, address: String, AudioPlayerError)
    /// Where the load's sound begins and ends, as far as that could be found out.
    case measured(LoadGeneration, ClosedRange<MediaTime>?)
    /// New tags passed.
    case tagsChanged(LoadGeneration)
    /// A transition is on the mixer's timeline.
    case begun(BegunTransition)
    /// All samples are through, and nobody has said what follows.
    case endHeld(LoadGeneration, at: Int64)
    /// The load's last sample has left the mixer, and its pad is free.
    case left(LoadGeneration)
    /// The output is silent from this sample on, and held.
    case gateClosed(at: Int64)
    /// The gate closed at this sample, and nothing is on its way from the mixer into the output.
    case quiet(behind: Int64)
    /// Among which devices an output that was asked for is.
    case devicesListed(OutputAttempt, [OutputDevice])
    /// An output that was asked for is open.
    case outputOpened(OutputAttempt, Output)
    case outputRefused(OutputAttempt, AudioPlayerError)
    /// A sample that was asked for has left the mixer.
    case passed(Int64)
}

/// A transition as it lies on the mixer's timeline.
struct BegunTransition: Sendable, Hashable {
    var plan: TransitionPlan
    /// The incoming load's first sample.
    var startSample: Int64
    /// The outgoing load is silent from here on.
    var endSample: Int64

    var outgoing: LoadGeneration { plan.outgoing }
    var incoming: LoadGeneration { plan.incoming }
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
