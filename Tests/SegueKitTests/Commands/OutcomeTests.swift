import Testing

@testable import SegueKit

/// Waiting for the outcome of a callback.
@Suite struct OutcomeTests {
    @Test func whatCameBeforeIsThere() async {
        let outcome = Outcome<Int>()
        outcome.settle(1)
        outcome.settle(2)
        #expect(await outcome.value() == 1)
    }

    @Test func whatComesLaterIsWaitedFor() async {
        let outcome = Outcome<Int>()
        let waiting = Task { await outcome.value() }
        outcome.settle(3)
        #expect(await waiting.value == 3)
    }

    @Test func whatWillNotComeIsNothing() async {
        let outcome = Outcome<Int>()
        outcome.settle(nil)
        #expect(await outcome.value() == nil)
    }

    @Test func aCancelledTaskWaitsForNothing() async {
        let outcome = Outcome<Int>()
        let waiting = Task { await outcome.value() }
        waiting.cancel()
        #expect(await waiting.value == nil)
        outcome.settle(4)
    }
}
