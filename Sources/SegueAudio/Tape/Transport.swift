import EventLoop
import SegueCore

/// Carries out the tape's actions on the output, and reports their outcome.
///
/// The transport belongs to the loop's thread. It wakes when the output has to be filled, and when a position on the
/// tape is heard at which something is due. While nothing sounds, it does not wake.
final class Transport {
    /// The transport's calls to its owner.
    struct Hooks {
        /// The rate of the tape in hertz.
        var rate: () -> Int32 = { 1 }
        /// The position that is heard now if audible progress is expected; nil if nothing is to be heard.
        var expectedProgress: () -> Int64? = { nil }
        var tell: (Score.Event) -> Void = { _ in }
        var lost: (String) -> Void = { _ in }
        /// Nothing has been heard for a second or longer, although something should be.
        var stoodStill: () -> Void = {}
        var silenced: (Bool) -> Void = { _ in }
        var unplugged: (String) -> Void = { _ in }
        var returned: (String) -> Void = { _ in }
        var replaced: (any Output) -> Void = { _ in }
    }

    private let loop: EventLoop
    var hooks = Hooks()
    private(set) var output: (any Output)?
    /// The artist and title of the audible track, for the mixers of sound servers.
    var title = "Music" { didSet { output?.title = title } }
    private var wakeUp: Deadline?
    private let watch: ProgressWatch
    private var delay = HearingDelay()
    /// True if the output has received its resting position, and has not reported its rest.
    private var isResting = false
    /// The outputs that are released once they are silent.
    private var former: [ObjectIdentifier: any Output] = [:]

    init(loop: EventLoop) {
        self.loop = loop
        watch = ProgressWatch(loop)
        watch.place = { [weak self] in self?.hooks.expectedProgress() }
        watch.latency = { [weak self] in self?.latency ?? .zero }
        watch.onStandstill = { [weak self] in
            if self?.output?.reportSuspension() != true { self?.hooks.stoodStill() }
        }
    }

    /// The state of the output; nil without one.
    var reading: TapeMachine.Reading? {
        guard let output else { return nil }
        let (rate, played) = (hooks.rate(), output.heard)
        let ahead = output.ahead(rate: rate)
        return TapeMachine.Reading(
            heard: heard(behind: played, rate: rate),
            taken: played + ahead, delay: ahead + outputLatency.samples(rate: rate),
            changeable: output.changeable, depth: output.depth(rate: rate))
    }

    /// Returns the position at the ear while the output is at `played`.
    private func heard(behind played: Int64, rate: Int32) -> Int64 {
        output?.isDevice == true ? delay.place(behind: played, rate: rate) : played
    }

    /// The additional time from the output to the ear, 0 or more; zero for an output that is not a device.
    var outputLatency: MediaTime {
        get { output?.isDevice == true ? delay.latency : .zero }
        set { delay.latency = newValue }
    }

    /// The time from the player to the ear, as far as the output reports it, and the additional time.
    private var latency: MediaTime { (output?.latency ?? .zero) + outputLatency }

    // MARK: - What is to be done

    /// Carries out `go`, `write`, `rest` or `finish`. Other actions do not concern the output.
    func carryOut(_ action: TapeMachine.Action) {
        switch action {
        case .go(let place):
            watch.reset()
            isResting = false
            output?.go(from: place, rate: hooks.rate())
            delay.go(from: place)
        case .write(let samples, let place):
            guard let output else { return }
            output.write(samples, at: place)
            delay.write(upTo: place + Int64(samples.count / 2))
            // The end of the written samples may be reached before the next reading.
            _ = heard(behind: output.heard, rate: hooks.rate())
        case .rest(let place):
            isResting = true
            output?.rest(at: place)
        case .finish: hooks.tell(.finished)
        case .began, .starve, .allow, .paused, .silent: break
        }
    }

    /// Releases an output that has been lost.
    func drop() {
        isResting = false
        output?.close()
        output = nil
    }

    /// Makes `next` the output. The former output is released: once it has come to rest, if its resting position is
    /// set, otherwise at once.
    func use(_ next: any Output) {
        if let output {
            if isResting { retire(output) } else { output.close() }
        }
        isResting = false
        output = next
        next.title = title
        next.onEvent = { [weak self] in self?.handle($0) }
    }

    /// Releases an output, which has received all its samples, when they have been heard.
    private func retire(_ output: any Output) {
        former[ObjectIdentifier(output)] = output
        output.onEvent = { [weak self, weak output] event in
            guard let output else { return }
            switch event {
            case .rested, .lost:
                output.close()
                self?.former[ObjectIdentifier(output)] = nil
            case .roomy, .silenced, .unplugged, .returned, .replaced: break
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
        case .roomy: hooks.tell(.roomy)
        case .lost(let reason): hooks.lost(reason)
        case .silenced(let isSilenced): hooks.silenced(isSilenced)
        case .unplugged(let name): hooks.unplugged(name)
        case .returned(let name): hooks.returned(name)
        case .replaced: if let output { hooks.replaced(output) }
        }
    }

    // MARK: - Waking up

    private func disarm() {
        wakeUp?.cancel()
        wakeUp = nil
        watch.reset()
    }

    /// Wakes when the position `next` is heard, `distance` from now; never, with nil.
    func arm(in distance: MediaTime?) {
        wakeUp?.cancel()
        wakeUp = nil
        watch.look()
        guard let distance else { return }
        // Half a millisecond later than computed, so that the clock has surely passed the position.
        let wait = distance <= .zero ? 0 : distance.nanoseconds + 500_000
        wakeUp = loop.schedule(at: .now.advanced(byNanoseconds: wait)) { [weak self] in
            self?.wakeUp = nil
            self?.hooks.tell(.wake)
        }
    }
}
