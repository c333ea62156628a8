import EventLoop
import SegueCore

/// The clock of a player, which also makes calls at given times. Belongs to the loop's thread.
protocol PlayerClock: AnyObject, Sendable {
    var now: MonotonicTime { get }

    /// The wall-clock time.
    var date: WallTime { get }

    /// Calls `action` once at `time`, or soon if that has passed; never before this method has returned.
    @discardableResult
    func schedule(at time: MonotonicTime, _ action: @escaping () -> Void) -> any Alarm

    /// Traps on any thread other than the loop's (see `EventLoop.checkConfinement`).
    func checkConfinement()
}

/// A scheduled call of a clock. Releasing the alarm does not cancel the call.
protocol Alarm: AnyObject {
    /// Cancels the call. Does nothing once the call has been made or cancelled.
    func cancel()
}

extension Deadline: Alarm {}

extension PlayerClock {
    /// Schedules a call like `schedule(at:)`, `nanoseconds` from now.
    func schedule(inNanoseconds nanoseconds: Int64, _ action: @escaping () -> Void) -> any Alarm {
        schedule(at: now.advanced(byNanoseconds: nanoseconds), action)
    }

    /// The value of `now` in the form that the core takes.
    var time: MediaTime { MediaTime(nanoseconds: now.nanoseconds) }
}

/// The clock made of the system's clocks and the deadlines of a loop.
final class LoopClock: PlayerClock {
    private let loop: EventLoop

    init(_ loop: EventLoop) {
        self.loop = loop
    }

    var now: MonotonicTime { .now }
    var date: WallTime { .now }

    func schedule(at time: MonotonicTime, _ action: @escaping () -> Void) -> any Alarm {
        loop.schedule(at: time, action)
    }

    func checkConfinement() { loop.checkConfinement() }
}
