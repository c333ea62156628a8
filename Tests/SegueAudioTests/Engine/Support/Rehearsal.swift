import EventLoop
import SegueCore

@testable import SegueAudio

/// An engine on a separate loop, with a script that answers its events.
final class Rehearsal {
    let loop: EventLoop
    private(set) var events: [AudioEvent] = []
    private var made: AudioEngine?
    private var script: (AudioEvent) -> Void = { _ in }
    private var first: [AudioInstruction] = []
    private var isFinished = false
    private(set) var isTimedOut = false
    private var onFinish: () -> Void = {}
    /// The closures that are scheduled for later, by number.
    private var waiting: [Int: () -> Void] = [:]
    private var lastNumber = 0

    /// Creates a rehearsal. Several that share a `loop` run at the same time.
    init(
        _ options: AudioEngine.Options, on loop: EventLoop? = nil, record: OpeningRecord = OpeningRecord()
    ) throws {
        let loop = try loop ?? EventLoop()
        self.loop = loop
        made = try AudioEngine(loop: loop, options: options, record: record) { [weak self] event in
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

    /// Calls `action` after this many seconds of the running loop.
    func after(_ seconds: Double, _ action: @escaping () -> Void) {
        lastNumber += 1
        let number = lastNumber
        waiting[number] = action
        loop.schedule(at: .now.advanced(byNanoseconds: Int64(seconds * 1e9))) { [weak self] in
            self?.waiting.removeValue(forKey: number)?()
        }
    }

    /// Performs `first`, and runs until `script` calls `finish`, for at most `limit` seconds; then closes the engine.
    func run(limit: Double = 120, _ first: [AudioInstruction], _ script: @escaping (AudioEvent) -> Void) {
        prepare(first, script)
        Self.run([self], limit: limit)
    }

    /// Sets the first instructions of `run`, and the script.
    func prepare(_ first: [AudioInstruction], _ script: @escaping (AudioEvent) -> Void) {
        self.first = first
        self.script = script
    }

    /// Runs prepared rehearsals on one loop until all of them have called `finish`.
    static func run(_ rehearsals: [Rehearsal], limit: Double = 120) {
        guard let loop = rehearsals.first?.loop else { return }
        var running = rehearsals.count
        let deadline = loop.schedule(at: .now.advanced(byNanoseconds: Int64(limit * 1e9))) {
            for rehearsal in rehearsals where !rehearsal.isFinished { rehearsal.isTimedOut = true }
            loop.stop()
        }
        for rehearsal in rehearsals {
            rehearsal.onFinish = {
                running -= 1
                if running == 0 { loop.stop() }
            }
            for instruction in rehearsal.first { rehearsal.perform(instruction) }
        }
        loop.run()
        deadline.cancel()
        for rehearsal in rehearsals { rehearsal.end() }
    }

    /// Releases the script, which may retain an owner of this rehearsal: a folder that is never released stays on the
    /// disk.
    private func end() {
        engine.close()
        script = { _ in }
        onFinish = {}
        waiting = [:]
    }

    func finish() {
        guard !isFinished else { return }
        isFinished = true
        engine.complete { [weak self] in self?.onFinish() }
    }

    // MARK: - Waiting for what is heard

    /// Calls `action` when `condition` holds, which is checked every hundredth of a second.
    func when(_ condition: @escaping () -> Bool, _ action: @escaping () -> Void) {
        guard !condition() else { return action() }
        after(0.01) { [weak self] in
            guard let self, !isFinished else { return }
            when(condition, action)
        }
    }

    /// Calls `pause` so that the audio stops at `sample` of the output, or shortly after it.
    func pause(at sample: Int64, then action: @escaping () -> Void) {
        let ramp = MediaTime.ramp.samples(rate: engine.score.tape.rate)
        let isClose = { [unowned self] in engine.score.tape.changeable(engine.transport.reading) >= sample - ramp }
        when(isClose) { [unowned self] in
            perform(.pause)
            when(
                { [unowned self] in
                    if case .paused = engine.score.tape.state { true } else { false }
                }, action)
        }
    }
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
        rehearsal.run([.load(.first, uri: first, position: .zero)]) { [unowned rehearsal] event in
            switch event {
            case .loaded(.first, _):
                rehearsal.perform(.start(.first, fadeIn: .zero, curve: curve, gain: 1, paused: false))
                rehearsal.perform(.load(.second, uri: second, position: .zero))
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
