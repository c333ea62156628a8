/// A crossfade that is heard, or paused.
struct Fade: Sendable, Equatable {
    /// One of the two tracks of a fade.
    enum Side: Sendable {
        case outgoing, incoming
    }

    var record: TransitionRecord
    /// The outgoing track, which may have ended before the fade.
    var from: QueueEntry
    /// The position of the outgoing track at which the incoming one began.
    var outgoingStart: MediaTime
    var span: FadeSpan
    var startedAt: MediaTime
    /// The last announced progress, 0…1. It never decreases.
    var announced = 0.0
    /// The gains and positions at the moment when the fade was paused; nil while it is heard.
    var pause: CrossfadePauseSnapshot?

    /// The duration of a whole fade with the present slope.
    var duration: MediaTime { MediaTime(seconds: span.duration.seconds / max(1 - span.progress, 0.000_001)) }

    /// Returns the state in which this fade leads to `track`.
    func state(to track: QueueEntry) -> PlayerState {
        guard let pause else {
            return .crossfading(
                fromTrack: from, toTrack: track, progress: announced,
                canQuickFinish: ResumeStrategy.canQuickFinish(at: announced))
        }
        return .crossfadePaused(
            fromTrack: from, toTrack: track, progress: announced, resumeStrategy: ResumeStrategy(progress: announced),
            savedState: pause)
    }

    func progress(incomingAt position: MediaTime) -> Double {
        guard span.duration > .zero else { return 1 }
        let share = (position - span.position).seconds / span.duration.seconds
        return min(1, span.progress + (1 - span.progress) * min(max(share, 0), 1))
    }
}
