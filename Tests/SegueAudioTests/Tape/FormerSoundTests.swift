import SegueCore
import Testing

@testable import SegueAudio

/// Audio that other audio has replaced, and that is restored.
@Suite struct FormerSoundTests {
    private func sound(_ level: Float, _ frames: Int) -> [Float] { Array(repeating: level, count: 2 * frames) }

    @Test func whatNobodyHasHeardIsUndone() throws {
        var machine = TapeMachine(rate: 1000, isOffline: false)
        machine.begin(rate: 1000)
        machine.append(sound(0.25, 100))
        let former = try #require(machine.former(nil))
        _ = machine.splice(
            at: nil, over: MediaTime(nanoseconds: 50_000_000), curve: .linear, isSame: false, nil)
        machine.append(sound(0.5, 300))
        #expect(machine.tape.frames(from: 60, to: 100).allSatisfy { $0 == 0.5 })
        let isBack = machine.restore(former, nil)
        #expect(isBack)
        #expect(machine.tape.end == 100)
        #expect(machine.tape.frames(from: 0, to: 100).allSatisfy { $0 == 0.25 })
    }

    @Test func soundThatIsOverDoesNotComeBack() throws {
        var machine = TapeMachine(rate: 1000, isOffline: false)
        #expect(machine.former(nil) == nil)
        machine.begin(rate: 1000)
        var former = try #require(machine.former(nil))
        let isEmptyBack = machine.restore(former, nil)
        #expect(!isEmptyBack)
        machine.append(sound(0.25, 100))
        former = try #require(machine.former(nil))
        former.cut(at: 0)
        let isCutBack = machine.restore(former, nil)
        #expect(!isCutBack)
    }

    @Test func aLaterPlaceIsReachedByARamp() {
        let former = FormerSound(from: 10, samples: sound(1, 10))
        #expect(former.end == 20)
        #expect(former.samples(from: 16, ramp: 2) == [0, 0, 0.5, 0.5, 1, 1, 1, 1])
    }
}
