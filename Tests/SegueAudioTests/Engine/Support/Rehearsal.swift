import EventLoop
import SegueCore

@testable import SegueAudio

/// An engine on a loop of the test's own, with a script that answers its events.
final class Rehearsal {
    let loop: EventLoop
    private(set) var events: [AudioEvent] = []
    private var made: AudioEngine?
    private var script: (AudioEvent) -> Void = { _ in }
    private(set) var isTimedOut = false

    init(_ options: AudioEngine.Options) throws {
        loop = try EventLoop()
        made = try AudioEngine(loop: loop, options: options) { [weak self] event in
            guard let self else { return }
            self.events.append(event)
            self.script(event)
        }
    }

    var engine: AudioEngine {
        guard let made else { preconditionFailure("the engine exists from init on") }
        return made
    }

    func perform(_ instruction: AudioInstruction) { engine.perform(instruction) }

    /// Calls `action` after so many seconds of the running loop.
    func after(_ seconds: Double, _ action: @escaping () -> Void) {
        loop.schedule(at: .now.advanced(byNanoseconds: Int64(seconds * 1e9)), action)
    }

    /// Performs `first`, and runs until `script` calls `finish`, at the longest `limit` seconds; then closes the engine.
    func run(limit: Double = 120, _ first: [AudioInstruction], _ script: @escaping (AudioEvent) -> Void) {
        self.script = script
        let deadline = loop.schedule(at: .now.advanced(byNanoseconds: Int64(limit * 1e9))) { [weak self] in
            self?.isTimedOut = true
            self?.loop.stop()
        }
        for instruction in first { perform(instruction) }
        loop.run()
        deadline.cancel()
        engine.close()
    }

    func finish() { loop.stop() }
}

extension LoadGeneration {
    static let first = LoadGeneration(rawValue: 1)
    static let second = LoadGeneration(rawValue: 2)
    static let third = LoadGeneration(rawValue: 3)
}

/// Renders two files with one transition.
struct RenderedPair {
    var events: [AudioEvent]
    var isTimedOut: Bool

    init(
        _ first: String, _ second: String, to output: String, rate: Int32 = 44100,
        kind: TransitionPlan.Kind = .crossfade,
        start: TransitionPlan.Start, duration: MediaTime = .zero, curve: FadeCurve = .equalPower
    ) throws {
        let target = RenderTarget(path: output, container: .wav, format: .float32)
        let rehearsal = try Rehearsal(AudioEngine.Options(mode: .render(target), rate: rate))
        let plan = TransitionPlan(
            outgoing: .first, incoming: .second, kind: kind, start: start, duration: duration, curve: curve,
            incomingGain: 1, reason: .endOfTrack)
        rehearsal.run([.load(.first, node: .a, uri: first, position: .zero)]) { [unowned rehearsal] event in
            switch event {
            case .loaded(.first, _):
                rehearsal.perform(.start(.first, fadeIn: .zero, curve: curve, gain: 1, paused: false))
                rehearsal.perform(.load(.second, node: .b, uri: second, position: .zero))
            case .loaded(.second, _): rehearsal.perform(.schedule(plan))
            case .transitionFinished: rehearsal.perform(.playOut(.second))
            case .ended, .failed, .loadFailed: rehearsal.finish()
            default: break
            }
        }
        events = rehearsal.events
        isTimedOut = rehearsal.isTimedOut
    }
}
