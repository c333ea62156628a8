import EventLoop
import Logging
import SegueCore
import Testing

@testable import SegueKit

/// A step that is missing in the table is logged, once (design.md, Late events). In debug builds the player traps
/// before that, so the step is passed to the shell directly.
@Suite struct UnknownStepTests {
    private static let track = QueueEntry(id: EntryID(rawValue: 1), uri: "file:///one")
    private static let step = Transition(
        from: .playing(track: track), to: .idle, input: "stop", time: .zero, date: WallTime(nanoseconds: 0))

    @Test func theFirstIsLoggedWithBothStates() throws {
        let log = LogRecord()
        let shell = PlayerShell(
            clock: LoopClock(try EventLoop()), configuration: Configuration(), seed: 0, logger: log.logger)
        shell.log(unknown: nil, after: nil)
        #expect(log.lines.isEmpty)
        shell.log(unknown: Self.step, after: nil)
        #expect(
            log.texts(.error) == [
                "The step from playing (Playing: one) to idle (Ready) by “stop” is not in the table of states. "
                    + "Please report this fault."
            ])
    }

    @Test func laterStepsDoNotRepeatIt() throws {
        let log = LogRecord()
        let shell = PlayerShell(
            clock: LoopClock(try EventLoop()), configuration: Configuration(), seed: 0, logger: log.logger)
        shell.log(unknown: Self.step, after: nil)
        shell.log(unknown: Self.step, after: Self.step)
        shell.perform(.pause)
        #expect(log.lines.count == 1)
    }
}
