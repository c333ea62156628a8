import Testing

@testable import SegueCore

/// The recorded steps of the machine (design.md, Late events).
@Suite struct TransitionHistoryTests {
    private static let track = QueueEntry(id: EntryID(rawValue: 1), uri: "file:///one")
    private static let date = WallTime(nanoseconds: 0)
    private static let known = Transition(
        from: .idle, to: .preparing(track: track), input: "play", time: .zero, date: date)

    private static func unknown(_ input: String) -> Transition {
        Transition(from: .idle, to: .finished, input: input, time: .zero, date: date)
    }

    @Test func stepsOfTheTableAreKnown() {
        var history = TransitionHistory()
        history.record(Self.known)
        #expect(history.unknown == nil)
        #expect(Array(history.steps) == [Self.known])
    }

    @Test func theFirstUnknownStepIsKept() {
        var history = TransitionHistory()
        history.record(Self.known)
        history.record(Self.unknown("first"))
        history.record(Self.known)
        history.record(Self.unknown("second"))
        #expect(history.unknown == Self.unknown("first"))
        #expect(history.steps.map(\.input) == ["play", "first", "play", "second"])
    }

    @Test func theFirstUnknownStepOutlivesTheOthers() {
        var history = TransitionHistory()
        history.record(Self.unknown("first"))
        for _ in 0..<TransitionHistory.limit { history.record(Self.known) }
        #expect(history.steps.count == TransitionHistory.limit)
        #expect(!history.steps.contains(Self.unknown("first")))
        #expect(history.unknown == Self.unknown("first"))
    }
}
