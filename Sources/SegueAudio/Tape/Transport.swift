import EventLoop
import SegueCore

/// Plays the tape: carries out what `TapeMachine` decides, on the output and for everyone else concerned.
///
/// It belongs to the loop's thread. It wakes when the output has to be filled, and when something on the tape is heard
/// that somebody wants to know of (`mark`). While nothing sounds it does not wake.
final class Transport {
    typealias State = TapeMachine.State
    typealias Purpose = TapeMachine.Purpose

    /// The transport's calls to its owner.
    struct Hooks {
        /// Brings what has been mixed onto the tape.
        var collect: () -> Void = {}
        /// The mixer may go on up to this place.
        var allow: (Int64) -> Void = { _ in }
        /// The tape has run out: `collect` brings nothing before more is mixed.
        var starve: () -> Void = {}
        /// Something has been heard.
        var heard: () -> Void = {}
        /// A pause is complete.
        var paused: () -> Void = {}
        /// The sound that was to fall silent is silent.
        var silent: (Purpose) -> Void = { _ in }
        /// Sound begins, or goes on, with this place.
        var began: (Int64) -> Void = { _ in }
        var lost: (String) -> Void = { _ in }
        var silenced: (Bool) -> Void = { _ in }
        var unplugged: (String) -> Void = { _ in }
        var returned: (String) -> Void = { _ in }
    }

    private let loop: EventLoop
    var hooks = Hooks()
    private var machine: TapeMachine
    private(set) var output: (any Output)?
    /// The artist and title that are heard, for the mixers of sound servers.
    var title = "Music" { didSet { output?.title = title } }
    /// The next place at which somebody wants to know that it is heard; nil for none.
    var mark: Int64? { didSet { if mark != oldValue { arm() } } }
    private var isCollecting = false
    private var wakeUp: Deadline?
    private let watch: ProgressWatch
    /// Outputs that are let go of once they are silent.
    private var former: [ObjectIdentifier: any Output] = [:]

    init(loop: EventLoop, rate: Int32, isOffline: Bool) {
        self.loop = loop
        machine = TapeMachine(rate: rate, isOffline: isOffline)
        watch = ProgressWatch(loop)
        watch.place = { [weak self] in
            guard let self, machine.expectsProgress(reading) else { return nil }
            return heard
        }
        watch.onStandstill = { [weak self] in self?.hooks.lost("it does not play what it gets") }
    }

    // MARK: - As it stands

    private var reading: TapeMachine.Reading? {
        output.map {
            TapeMachine.Reading(heard: $0.heard, changeable: $0.changeable, depth: $0.depth(rate: machine.rate))
        }
    }

    var state: State { machine.state }
    var tape: Tape { machine.tape }
    var rate: Int32 { machine.rate }
    /// The output has got everything in front of this place.
    var sent: Int64 { machine.sent }
    /// The output has been started, and goes on.
    var isSounding: Bool { machine.isSounding }
    /// Nothing follows, and all is out: a file has it all.
    var isOut: Bool { machine.isOut }
    /// The place that is heard now, or would be heard next.
    var heard: Int64 { machine.heard(reading) }
    /// The first place that can still be changed.
    var changeable: Int64 { machine.changeable(reading) }
    /// Where the sound would stop, and go on later, if a pause were asked for now.
    var stopping: Int64 { machine.stopping(reading) }

    /// How far ahead of what is heard the mixer may go on.
    var lead: MediaTime {
        get { machine.lead }
        set { machine.lead = newValue }
    }

    /// The mixer waits at the end of what is on the tape, until it is decided what follows.
    var isHeldAtEnd: Bool {
        get { machine.isHeldAtEnd }
        set { machine.isHeldAtEnd = newValue }
    }

    /// How long it takes until this place is heard, as things stand.
    func delay(until place: Int64) -> MediaTime { Timeline.time(of: max(place - heard, 0), rate: rate) }

    // MARK: - The tape

    /// Begins anew, with nothing on the tape, at place 0.
    func begin(rate: Int32) {
        machine.begin(rate: rate)
        mark = nil
        disarm()
    }

    func append(_ samples: [Float]) { machine.append(samples) }

    /// Nothing follows what is on the tape.
    func complete() { machine.complete() }

    /// From the first place that can be changed on, or from `wanted`, other sound is heard (`TapeMachine.splice`).
    func splice(
        at wanted: Int64? = nil, over duration: MediaTime, curve: FadeCurve, isSame: Bool = false
    ) -> (start: Int64, end: Int64) {
        machine.splice(at: wanted, over: duration, curve: curve, isSame: isSame, reading)
    }

    // MARK: - What a person does

    /// Does nothing unless the sound plays, or fades to silence. The caller takes what has been mixed before.
    func pause() {
        carryOut(machine.pause(reading))
    }

    /// The sound goes on where it stands still, or as soon as it does.
    func resume() {
        collect()
        carryOut(machine.resume(reading))
    }

    /// Fades everything to silence; `silent` tells when the silence is heard. At once where nothing sounds.
    func leave(over duration: MediaTime, curve: FadeCurve, for purpose: Purpose) {
        collect()
        carryOut(machine.leave(over: duration, curve: curve, for: purpose, reading))
    }

    /// Empties the tape; what the output has got is heard to its end.
    func stop() {
        carryOut(machine.stop())
        mark = nil
    }

    /// The volume, linear, over this time or a ramp; returns where it has been reached, if anything sounds.
    @discardableResult
    func setVolume(_ level: Double, over duration: MediaTime = .zero) -> Int64? {
        collect()
        let (place, actions) = machine.setVolume(level, over: duration, reading)
        carryOut(actions)
        return place
    }

    // MARK: - The output

    /// From now on sound goes out on `next`, and the former output is let go of. In the middle of playing, the sound
    /// goes on there behind a ramp.
    func use(_ next: (any Output)?) {
        guard let next else {
            machine.lose(reading)
            output?.close()
            output = nil
            return arm()
        }
        collect()
        let actions = machine.handOver(reading)
        carryOut(actions)
        if let output {
            let isOnItsWay = actions.contains { if case .rest = $0 { true } else { false } }
            if isOnItsWay { retire(output) } else { output.close() }
        }
        output = next
        next.title = title
        next.onEvent = { [weak self] in self?.handle($0) }
        carryOut(machine.takeOver(reading))
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
        output?.close()
        output = nil
        _ = machine.stop()
        disarm()
    }

    private func handle(_ event: OutputEvent) {
        switch event {
        case .rested:
            guard machine.rested() else { return }
            disarm()
            hooks.heard()
            guard case .paused = state else { return }
            if machine.isToResume { resume() } else { hooks.paused() }
        case .finished:
            machine.finished()
            hooks.heard()
        case .roomy: fill()
        case .lost(let reason): hooks.lost(reason)
        case .silenced(let isSilenced): hooks.silenced(isSilenced)
        case .unplugged(let name): hooks.unplugged(name)
        case .returned(let name): hooks.returned(name)
        }
    }

    // MARK: - What is to be done

    /// Takes what has been mixed. If something has to be sent because of that, the caller sends it.
    private func collect() {
        guard !isCollecting else { return }
        isCollecting = true
        hooks.collect()
        isCollecting = false
    }

    /// Gives the output what it wants, and the mixer room; then arranges for the next time.
    func fill() {
        guard output != nil, !isCollecting else { return }
        collect()
        carryOut(machine.fill(reading))
    }

    private func carryOut(_ actions: [TapeMachine.Action]) {
        for action in actions {
            switch action {
            case .began(let place): hooks.began(place)
            case .go(let place):
                watch.reset()
                output?.go(from: place, rate: rate)
            case .write(let samples, let place): output?.write(samples, at: place)
            case .rest(let place): output?.rest(at: place)
            case .finish: if output?.finish() == false { machine.finished() }
            case .starve: hooks.starve()
            case .allow(let place): hooks.allow(place)
            case .paused: hooks.paused()
            case .silent(let purpose):
                mark = nil
                hooks.silent(purpose)
            }
        }
        arm()
    }

    // MARK: - Waking up

    private func disarm() {
        wakeUp?.cancel()
        wakeUp = nil
        watch.reset()
    }

    private func arm() {
        wakeUp?.cancel()
        wakeUp = nil
        watch.look()
        guard let next = machine.nextPlace(mark: mark, reading) else { return }
        let distance = Timeline.time(of: max(0, next - heard), rate: rate).nanoseconds
        // Half a millisecond later than computed, so that the clock has surely passed the place.
        let wait = distance == 0 ? 0 : distance + 500_000
        wakeUp = loop.schedule(at: .now.advanced(byNanoseconds: wait)) { [weak self] in self?.wake() }
    }

    private func wake() {
        wakeUp = nil
        if let actions = machine.leftBehind(reading) { return carryOut(actions) }
        hooks.heard()
        fill()
    }
}
