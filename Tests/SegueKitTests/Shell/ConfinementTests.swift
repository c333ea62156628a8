import EventLoop
import SegueCore
import Testing

@testable import SegueKit

/// Objects that belong to the loop's thread trap when they are used on another.
@Suite struct ConfinementTests {
    @Test func aShellIsDrivenOnItsLoopAlone() async {
        await #expect(processExitsWith: .failure) {
            let loop = try EventLoop.startThread(name: "other")
            let shell = PlayerShell(clock: LoopClock(loop), configuration: Configuration(), seed: 0)
            shell.perform(.pause)
        }
    }

    @Test func beforeItsLoopRunsItMayBeSetUp() throws {
        let loop = try EventLoop()
        let shell = PlayerShell(clock: LoopClock(loop), configuration: Configuration(), seed: 0)
        shell.perform(.pause)
        #expect(shell.snapshot.state == .idle)
    }
}
