/// A crossfade that is heard, or paused.
struct Fade: Sendable, Equatable {
    /// One of the two tracks of a fade.
    enum Side: Sendable {
        case outgoing, incoming
    }

    var record: TransitionRecord
    /// The track on its way out, which may have ended before the fade.
    var from: QueueEntry
    /// Where in the outgoing track the incoming one began.
    var outgoingStart: MediaTime
    var span: FadeSpan
    var startedAt: MediaTime
    /// The progress that was announced last, 0…1. It never decreases.
    var announced = 0.0
    /// The sound at the moment when the fade was paused; nil while it is heard.
    var pause: CrossfadePauseSnapshot?

    /// How long a whole fade with the present slope would take.
    var duration: MediaTime { MediaTime(seconds: span.duration.seconds / max(1 - span.progress, 0.000_001)) }

    /// The state in which this fade leads to `track`.
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
