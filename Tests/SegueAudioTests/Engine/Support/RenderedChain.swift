import SegueCore

@testable import SegueAudio

/// Renders any number of files, each joined to the next in the same way.
struct RenderedChain {
    private(set) var events: [AudioEvent] = []
    private(set) var isComplete = false

    /// Renders the files; `position` is the position in the first file at which the render begins.
    init(
        _ uris: [String], to output: String, rate: Int, format: SampleFormat = .float32,
        kind: TransitionPlan.Kind = .gapless, start: TransitionPlan.Start = .now, duration: MediaTime = .zero,
        curve: FadeCurve = .equalPower, position: MediaTime = .zero
    ) throws {
        let target = RenderTarget(path: output, container: .wav, format: format)
        let rehearsal = try Rehearsal(AudioEngine.Options(mode: .render(target), rate: Int32(rate)))
        func generation(_ index: Int) -> LoadGeneration { LoadGeneration(rawValue: UInt64(index + 1)) }
        func load(_ index: Int, at position: MediaTime = .zero) -> AudioInstruction {
            .load(generation(index), uri: uris[index], position: position)
        }
        var last = 0
        rehearsal.run([load(0, at: position)]) { [unowned rehearsal] event in
            func prepareNext() {
                rehearsal.perform(last + 1 < uris.count ? load(last + 1) : .playOut(generation(last)))
            }
            switch event {
            case .loaded(generation(0), _):
                rehearsal.perform(.start(generation(0), fadeIn: .zero, curve: curve, gain: 1, paused: false))
                prepareNext()
            case .loaded(let incoming, _):
                rehearsal.perform(
                    .schedule(
                        TransitionPlan(
                            outgoing: generation(last), incoming: incoming, kind: kind, start: start,
                            duration: duration, curve: curve, incomingGain: 1, reason: .endOfTrack)))
            case .transitionFinished:
                last += 1
                prepareNext()
            case .ended, .failed, .loadFailed: rehearsal.finish()
            default: break
            }
        }
        events = rehearsal.events
        isComplete = !rehearsal.isTimedOut && events.last == .ended(generation(uris.count - 1))
    }
}
