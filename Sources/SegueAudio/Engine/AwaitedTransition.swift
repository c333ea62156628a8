import EventLoop
import SegueCore

/// A transition that can't be carried out yet.
struct AwaitedTransition {
    var plan: TransitionPlan
    /// When it is carried out with the sound that there is then; nil where there is no way without its incoming load.
    var limit: Deadline?
    /// That time has come.
    var isDue = false
}
