import EventLoop
import SegueCore

@testable import SegueAudio
@testable import SegueKit

/// Renders a queue as the command does: the core decides, the engine plays.
final class RenderedQueue {
    /// A transition as rendered in the output.
    struct Join {
        var plan: TransitionPlan
        /// The first sample of the incoming track.
        var start: Int
        /// The sample from which the outgoing track is silent.
        var end: Int
    }

    private(set) var joins: [Join] = []
    private(set) var isComplete = false
    /// The number of samples.
    private(set) var count = 0

    private let loop: EventLoop
    private let shell: PlayerShell

    /// Renders to the end. The tags have been read before, and the only fades are those between tracks.
    init(
        _ uris: [String], to output: String, rate: Int = 44100, _ change: (inout Configuration) -> Void = { _ in }
    ) throws {
        var configuration = Configuration()
        // The lengths of the files then determine the fades.
        configuration.transitions = .plain
        configuration.fadeInDuration = .zero
        configuration.fadeOutDuration = .zero
        change(&configuration)
        loop = try EventLoop()
        shell = PlayerShell(clock: LoopClock(loop), configuration: configuration, seed: 0)
        shell.observe { [weak self] _, new, effects in self?.follow(new, effects) }
        let target = RenderTarget(path: output, container: .wav, format: .float32)
        try shell.start(AudioEngine.Options(mode: .render(target), rate: Int32(rate)), on: loop)
        let entries = try uris.map { try PlayableTrack.examine(NewEntry(uri: $0), artwork: nil) }
        let limit = loop.schedule(at: .now.advanced(byNanoseconds: 60_000_000_000)) { [weak self] in
            self?.loop.stop()
        }
        shell.perform(.edit(.replace(entries, play: true)))
        loop.run()
        limit.cancel()
        count = Int(shell.renderedSamples)
        shell.close()
    }

    private func follow(_ snapshot: Snapshot, _ effects: [Effect]) {
        for case .report(.transitionStarted(let record)) in effects { note(record.plan) }
        if snapshot.state.isTerminal {
            isComplete = snapshot.state.kind == .finished
            shell.complete { [loop] in loop.stop() }
        }
    }

    private func note(_ plan: TransitionPlan) {
        guard let incoming = shell.span(of: plan.incoming) else { return }
        let end = shell.span(of: plan.outgoing)?.end ?? incoming.start
        joins.append(Join(plan: plan, start: Int(incoming.start), end: Int(end)))
    }
}
