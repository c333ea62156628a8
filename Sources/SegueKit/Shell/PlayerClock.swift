import EventLoop
import SegueCore

/// The time that a player goes by, and what is to happen at a certain time. Belongs to the loop's thread.
protocol PlayerClock: AnyObject, Sendable {
    var now: MonotonicTime { get }

    /// The time of the calendar.
    var date: WallTime { get }

    /// Calls `action` once at `time`, or soon when that has passed; never before this method has returned.
    @discardableResult
    func schedule(at time: MonotonicTime, _ action: @escaping () -> Void) -> any Alarm

    /// Traps on a thread that is not the loop's (see `EventLoop.checkConfinement`).
    func checkConfinement()
}

/// A call that a clock has been asked to make. Letting go of it does not take it back.
protocol Alarm: AnyObject {
    /// Does nothing once the call has been made or taken back.
    func cancel()
}

extension Deadline: Alarm {}

extension PlayerClock {
    /// As `schedule(at:)`, `nanoseconds` from now.
    func schedule(inNanoseconds nanoseconds: Int64, _ action: @escaping () -> Void) -> any Alarm {
        schedule(at: now.advanced(byNanoseconds: nanoseconds), action)
    }

    /// `now` as the core takes it.
    var time: MediaTime { MediaTime(nanoseconds: now.nanoseconds) }
}

/// The clocks of the system, and the deadlines of a loop.
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
