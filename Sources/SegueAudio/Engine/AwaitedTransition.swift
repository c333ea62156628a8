import EventLoop
import SegueCore

/// A transition that can't be carried out yet.
struct AwaitedTransition {
    var plan: TransitionPlan
    /// When the transition is carried out with the sound that there is by then; nil where it can't be without its
    /// incoming load.
    var limit: Deadline?
    /// The limit has been reached.
    var isDue = false
}
