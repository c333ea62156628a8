import SegueCore
import Testing

@testable import SegueAudio

/// Audio that changes after the output has received it.
@Suite struct TapeRewriteTests {
    private static let rate: Int32 = 1000

    private static func reading(_ heard: Int64) -> TapeMachine.Reading {
        TapeMachine.Reading(heard: heard, changeable: heard + 10, depth: 600)
    }

    /// Returns a tape of 2 s whose beginning the output has received.
    private static func running() -> TapeMachine {
        var machine = TapeMachine(rate: rate, isOffline: false)
        machine.begin(rate: rate)
        machine.append([Float](repeating: 0.5, count: 4000))
        _ = machine.fill(reading(0))
        return machine
    }

    /// Returns the positions that actions write, with the samples that they write there.
    private static func written(_ actions: [TapeMachine.Action]) -> [Int64: Float] {
        var written: [Int64: Float] = [:]
        for case .write(let samples, let place) in actions {
            for frame in 0..<samples.count / 2 { written[place + Int64(frame)] = samples[2 * frame] }
        }
        return written
    }

    @Test("The last samples before a later splice are sent, although silence was sent in their place")
    func silenceIsReplaced() {
        var machine = Self.running()
        // The limiter holds the last samples back until the next ones are known. Meanwhile, silence is sent.
        _ = machine.splice(at: 300, over: .zero, curve: .linear, isSame: true, Self.reading(20))
        machine.append([Float](repeating: 0.5, count: 200))
        let held = machine.fill(Self.reading(20))
        #expect(Self.written(held)[399] == 0)
        _ = machine.splice(at: 400, over: .zero, curve: .linear, isSame: false, Self.reading(30))
        machine.append([Float](repeating: 0.5, count: 2000))
        let sent = Self.written(machine.fill(Self.reading(30)))
        for place in 395..<405 as Range<Int64> { #expect(sent[place] ?? 0 > 0.4, "at \(place)") }
    }

    @Test("Silence that is on its way to the ear stays as it is")
    func silenceOnItsWayStays() {
        var machine = Self.running()
        _ = machine.splice(at: 300, over: .zero, curve: .linear, isSame: true, Self.reading(20))
        machine.append([Float](repeating: 0.5, count: 200))
        _ = machine.fill(Self.reading(20))
        let late = Self.reading(410)
        _ = machine.splice(at: 420, over: .zero, curve: .linear, isSame: false, late)
        machine.append([Float](repeating: 0.5, count: 2000))
        #expect(Self.written(machine.fill(late)).keys.min() == 420)
    }

    @Test("Sound that comes in a pause fades the old one out, also where the output is lost")
    func soundInThePause() throws {
        var machine = Self.running()
        _ = machine.pause(Self.reading(100))
        #expect(machine.state == .pausing(at: 130))
        let span = machine.splice(
            at: nil, over: MediaTime(seconds: 0.2), curve: .linear, isSame: false, Self.reading(105))
        #expect(span == (130, 330))
        machine.append([Float](repeating: 0, count: 4000))
        machine.lose(Self.reading(115))
        #expect(machine.state == .paused(at: 115))
        let sent = Self.written(machine.resume(TapeMachine.Reading(heard: 115, changeable: 115, depth: 600)))
        // After the ramp of the resume, the old audio fades without a step.
        for place in 137..<330 as Range<Int64> {
            let (before, after) = (try #require(sent[place - 1]), try #require(sent[place]))
            #expect(abs(before - after) < 0.01, "at \(place)")
        }
    }
}
