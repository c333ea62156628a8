import EventLoop
import SegueCore

@testable import SegueAudio

/// Renders a queue as the command does: the core decides, the engine plays.
final class RenderedQueue {
    /// A transition as it lies in the output.
    struct Join {
        var plan: TransitionPlan
        /// The first sample of the incoming track.
        var start: Int
        /// The outgoing track is silent from here on.
        var end: Int
    }

    private(set) var joins: [Join] = []
    private(set) var isComplete = false
    /// Behind the last sample.
    private(set) var count = 0

    private let loop: EventLoop
    private var player: Player
    private var engine: AudioEngine?
    private var deadlines: [PlayerTimer: Deadline] = [:]
    private var inputs: [Input] = []
    private var isStepping = false

    /// Renders to the end. The tags have been read before, and no track fades in or out but into the next one.
    init(
        _ uris: [String], to output: String, rate: Int = 44100, _ change: (inout Configuration) -> Void = { _ in }
    ) throws {
        var configuration = Configuration()
        configuration.fadeInDuration = .zero
        configuration.fadeOutDuration = .zero
        change(&configuration)
        loop = try EventLoop()
        player = Player(configuration: configuration, seed: 0)
        let target = RenderTarget(path: output, container: .wav, format: .float32)
        engine = try AudioEngine(loop: loop, options: AudioEngine.Options(mode: .render(target), rate: Int32(rate))) {
            [weak self] event in self?.receive(.audio(event))
        }
        let entries = try uris.map { try PlayableTrack.examine(NewEntry(uri: $0), artwork: nil) }
        let limit = loop.schedule(at: .now.advanced(byNanoseconds: 60_000_000_000)) { [weak self] in
            self?.loop.stop()
        }
        receive(.command(.edit(.replace(entries, play: true)), ticket: nil))
        loop.run()
        limit.cancel()
        for deadline in deadlines.values { deadline.cancel() }
        count = Int(engine?.mixedSamples ?? 0)
        engine?.close()
    }

    private func receive(_ input: Input) {
        inputs.append(input)
        guard !isStepping else { return }
        isStepping = true
        while !inputs.isEmpty { step(inputs.removeFirst()) }
        isStepping = false
    }

    private func step(_ input: Input) {
        let moment = Moment(
            now: MediaTime(nanoseconds: MonotonicTime.now.nanoseconds), positions: engine?.positions() ?? [])
        for effect in player.handle(input, at: moment).effects {
            switch effect {
            case .audio(let instruction): engine?.perform(instruction)
            case .arm(let timer, let time):
                deadlines[timer]?.cancel()
                deadlines[timer] = loop.schedule(at: MonotonicTime(nanoseconds: time.nanoseconds)) { [weak self] in
                    self?.receive(.timer(timer))
                }
            case .disarm(let timer): deadlines.removeValue(forKey: timer)?.cancel()
            case .report(.transitionStarted(let record)): note(record.plan)
            case .report, .readMetadata, .complete, .queueChanged, .seeked: break
            }
        }
        if player.state.isTerminal {
            isComplete = player.state.kind == .finished
            loop.stop()
        }
    }

    private func note(_ plan: TransitionPlan) {
        guard let incoming = engine?.span(of: plan.incoming) else { return }
        let end = engine?.span(of: plan.outgoing)?.end ?? incoming.start
        joins.append(Join(plan: plan, start: Int(incoming.start), end: Int(end)))
    }
}
