import EventLoop
import SegueCore

/// Carries out what the tape wants of the output, and tells what becomes of it.
///
/// It belongs to the loop's thread. It wakes when the output has to be filled, and when something on the tape is heard
/// that somebody wants to know of. While nothing sounds it does not wake.
final class Transport {
    /// The transport's calls to its owner.
    struct Hooks {
        /// Hertz of the tape.
        var rate: () -> Int32 = { 1 }
        /// The place that is heard now if the output is to let something be heard; nil if nothing is to be heard.
        var expectedProgress: () -> Int64? = { nil }
        var tell: (Score.Event) -> Void = { _ in }
        var lost: (String) -> Void = { _ in }
        var silenced: (Bool) -> Void = { _ in }
        var unplugged: (String) -> Void = { _ in }
        var returned: (String) -> Void = { _ in }
    }

    private let loop: EventLoop
    var hooks = Hooks()
    private(set) var output: (any Output)?
    /// The artist and title that are heard, for the mixers of sound servers.
    var title = "Music" { didSet { output?.title = title } }
    private var wakeUp: Deadline?
    private let watch: ProgressWatch
    /// The output has been told where it comes to rest, and has not told that it has.
    private var isResting = false
    /// Outputs that are let go of once they are silent.
    private var former: [ObjectIdentifier: any Output] = [:]

    init(loop: EventLoop) {
        self.loop = loop
        watch = ProgressWatch(loop)
        watch.place = { [weak self] in self?.hooks.expectedProgress() }
        watch.onStandstill = { [weak self] in self?.hooks.lost("it does not play what it gets") }
    }

    /// Where the output is; nil without one.
    var reading: TapeMachine.Reading? {
        output.map {
            TapeMachine.Reading(heard: $0.heard, changeable: $0.changeable, depth: $0.depth(rate: hooks.rate()))
        }
    }

    // MARK: - What is to be done

    /// `go`, `write`, `rest` or `finish`. The others are none of the output's business.
    func carryOut(_ action: TapeMachine.Action) {
        switch action {
        case .go(let place):
            watch.reset()
            isResting = false
            output?.go(from: place, rate: hooks.rate())
        case .write(let samples, let place): output?.write(samples, at: place)
        case .rest(let place):
            isResting = true
            output?.rest(at: place)
        case .finish: if output?.finish() == false { hooks.tell(.finished) }
        case .began, .starve, .allow, .paused, .silent: break
        }
    }

    /// Lets go of an output that is gone.
    func drop() {
        isResting = false
        output?.close()
        output = nil
    }

    /// From now on sound goes out on `next`. The former output is let go of: once it has come to rest, if it has been
    /// told where, otherwise at once.
    func use(_ next: any Output) {
        if let output {
            if isResting { retire(output) } else { output.close() }
        }
        isResting = false
        output = next
        next.title = title
        next.onEvent = { [weak self] in self?.handle($0) }
    }

    /// This output has got all that it will get, and is let go of when that has been heard.
    private func retire(_ output: any Output) {
        former[ObjectIdentifier(output)] = output
        output.onEvent = { [weak self, weak output] event in
            guard let output else { return }
            switch event {
            case .rested, .lost, .finished:
                output.close()
                self?.former[ObjectIdentifier(output)] = nil
            case .roomy, .silenced, .unplugged, .returned: break
            }
        }
    }

    func close() {
        for output in former.values { output.close() }
        former = [:]
        drop()
        disarm()
    }

    private func handle(_ event: OutputEvent) {
        switch event {
        case .rested:
            isResting = false
            disarm()
            hooks.tell(.rested)
        case .finished: hooks.tell(.finished)
        case .roomy: hooks.tell(.roomy)
        case .lost(let reason): hooks.lost(reason)
        case .silenced(let isSilenced): hooks.silenced(isSilenced)
        case .unplugged(let name): hooks.unplugged(name)
        case .returned(let name): hooks.returned(name)
        }
    }

    // MARK: - Waking up

    private func disarm() {
        wakeUp?.cancel()
        wakeUp = nil
        watch.reset()
    }

    /// Wakes when the place `next` is heard, `distance` from now; never, with nil.
    func arm(in distance: MediaTime?) {
        wakeUp?.cancel()
        wakeUp = nil
        watch.look()
        guard let distance else { return }
        // Half a millisecond later than computed, so that the clock has surely passed the place.
        let wait = distance <= .zero ? 0 : distance.nanoseconds + 500_000
        wakeUp = loop.schedule(at: .now.advanced(byNanoseconds: wait)) { [weak self] in
            self?.wakeUp = nil
            self?.hooks.tell(.wake)
        }
    }
}
