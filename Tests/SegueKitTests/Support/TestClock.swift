import EventLoop
import SegueCore

@testable import SegueKit

/// A clock that is stopped until a test moves it. Calls that are due immediately are made in the loop's next turn.
final class TestClock: PlayerClock, @unchecked Sendable {
    // @unchecked: used only on the loop's thread.
    private(set) var now = MonotonicTime(nanoseconds: 1_000_000_000_000)
    let date = WallTime(nanoseconds: 1_732_209_317_000_000_000)
    private let loop: EventLoop
    /// The calls, in the order in which they were scheduled.
    private var calls: [Call] = []

    private final class Call: Alarm {
        let time: MonotonicTime
        var action: (() -> Void)?

        init(time: MonotonicTime, action: @escaping () -> Void) {
            self.time = time
            self.action = action
        }

        func cancel() { action = nil }
    }

    init(_ loop: EventLoop) {
        self.loop = loop
    }

    @discardableResult
    func schedule(at time: MonotonicTime, _ action: @escaping () -> Void) -> any Alarm {
        let call = Call(time: time, action: action)
        calls.append(call)
        if time <= now { loop.perform { self.callDue() } }
        return call
    }

    func checkConfinement() { loop.checkConfinement() }

    /// Moves the time, and makes the calls that come due on the way, in order.
    func advance(by seconds: Double) {
        let end = now.advanced(byNanoseconds: Int64(seconds * 1e9))
        while let next = next(by: end) {
            now = max(now, next)
            callDue()
        }
        now = end
    }

    private func next(by end: MonotonicTime) -> MonotonicTime? {
        calls.removeAll { $0.action == nil }
        return calls.map(\.time).min().flatMap { $0 <= end ? $0 : nil }
    }

    /// Makes the calls that are due, including calls that are scheduled meanwhile and are due immediately too.
    private func callDue() {
        while let time = next(by: now), let call = calls.first(where: { $0.time == time }) {
            let action = call.action
            call.action = nil
            action?()
        }
    }
}
