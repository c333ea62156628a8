import SegueCore

@testable import SegueAudio

/// A tape machine, an output that it plays on, a mixer that is sometimes late, and a user who gives commands at any
/// time.
struct TapeTrial: Trial {
    private static let rate: Int32 = 400
    private static let ramp: Int64 = 8
    /// The level of all mixed samples.
    private static let level: Float = 0.25

    /// The first fault.
    private(set) var fault: String?
    private(set) var heardCount = 0
    var random: TrialChoices
    private var machine = TapeMachine(rate: TapeTrial.rate, isOffline: false)
    private var output: VirtualOutput?
    private let margin: Int64
    private var log: [String] = []
    private var now: Int64 = 0
    /// The position up to which the mixer may continue.
    private var allowance: Int64 = 0
    /// The number of each timeline on the tape, with the position at which it begins.
    private var versions: [(start: Int64, number: Int)] = []
    /// The position up to which two timelines are heard.
    private var blendEnd: Int64 = 0
    /// The range in which the timeline on the tape fades in.
    private var onset: (start: Int64, end: Int64) = (0, 0)
    /// The last sample that was heard.
    private var last: (place: Int64, left: Float)?
    /// The positions where the mixed audio begins, or ends, without a ramp.
    private var cuts: Set<Int64> = []
    /// True if the next audio may begin, or stop, without a ramp.
    private var isAbrupt = true
    /// The position that was last reported as heard.
    private var told: (place: Int64, epoch: Int)?
    /// True if the mixer waits for a file forever.
    private var isMixerDead = false
    /// The number of the current tape.
    private var epoch = 0

    init(seed: UInt64) {
        random = TrialChoices(seed: seed)
        margin = Int64.random(in: 1...16, using: &random)
        machine.lead = MediaTime(nanoseconds: 1_500_000_000)
        output = VirtualOutput(margin: margin)
    }

    private var reading: TapeMachine.Reading? {
        output.map {
            TapeMachine.Reading(heard: $0.heard(at: now), changeable: $0.changeable(at: now), depth: $0.depth)
        }
    }

    private mutating func fail(_ text: String) {
        if fault == nil { fault = "\(text); last: \(log.suffix(24).joined(separator: ", "))" }
    }

    // MARK: - Steps

    /// Performs one command, or a spontaneous event, and lets a moment pass.
    mutating func act() {
        guard output != nil else {
            if Bool.random(using: &random) { exchange() }
            return advance(by: 10)
        }
        let choice = Int.random(in: 0..<100, using: &random)
        switch choice {
        case 0..<14: press("pause") { $0.machine.pause($0.reading) }
        case 14..<32: press("resume") { $0.machine.resume($0.reading) }
        case 32..<46: changeVolume()
        case 46..<62: splice()
        case 62..<66: splice(isBehind: true)
        case 86..<92: mixAgain()
        case 66..<70: leave()
        case 70: press("take back") { $0.machine.takeBackFadeOut($0.reading) }
        case 71..<74: stop()
        case 74..<80: if machine.state == .stopped { begin() }
        case 80..<82: lose()
        case 82..<84: exchange()
        case 84..<86: machine.heldEnd = machine.heldEnd == nil ? machine.tape.end : nil
        default: break
        }
        if Bool.random(using: &random) { advance(by: Int64.random(in: 0...50, using: &random)) }
        if Int.random(in: 0..<10, using: &random) == 0 { advance(by: Int64.random(in: 0...400, using: &random)) }
    }

    /// Ends all commands, and expects the requested audio to be heard.
    mutating func settle() {
        log.append("settle")
        if output == nil { exchange() }
        machine.heldEnd = nil
        // A fade to silence ends even if no more is mixed.
        isMixerDead = Bool.random(using: &random)
        advance(by: 1200)
        isMixerDead = false
        if case .leaving = machine.state { fail("a fade to silence does not end") }
        if machine.state == .stopped { begin() }
        advance(by: 200)
        press("resume") { $0.machine.resume($0.reading) }
        let count = heardCount
        advance(by: 1000)
        if machine.state != .running { fail("it is \(machine.state) behind a resume") }
        if heardCount < count + 900 { fail("\(heardCount - count) of 1000 samples are heard") }
    }

    /// Checks that the position reported as heard never decreases.
    private mutating func tell() {
        let heard = machine.heard(reading)
        if let told, told.epoch == epoch, machine.state != .stopped, heard < told.place {
            fail("\(heard) is told to be heard behind \(told.place)")
        }
        told = (heard, epoch)
    }

    private mutating func press(_ name: String, _ body: (inout TapeTrial) -> [TapeMachine.Action]) {
        mix()
        log.append("\(name)@\(now) \(machine.state) \(machine.changeable(reading))/\(machine.tape.end)")
        let start = machine.changeable(reading)
        let actions = body(&self)
        // If less than a ramp is left, the ramp is as short as the rest.
        if case .pausing(let place) = machine.state, place - start < Self.ramp { isAbrupt = true }
        carryOut(actions)
        tell()
    }

    private mutating func begin() {
        log.append("begin@\(now)")
        machine.begin(rate: Self.rate)
        versions = [(0, (versions.last?.number ?? 0) + 1)]
        cuts = []
        (blendEnd, onset) = (0, (0, 0))
        allowance = 400
        last = nil
        isAbrupt = true
        epoch += 1
        mix()
        carryOut(machine.fill(reading))
    }

    /// Stops the tape, but not while audio would stop without a ramp.
    private mutating func stop() {
        switch machine.state {
        case .running, .leaving: return
        case .stopped, .pausing, .paused: break
        }
        press("stop") { $0.machine.stop() }
        isAbrupt = true
    }

    private mutating func leave() {
        let duration = MediaTime(nanoseconds: Int64.random(in: 0...600, using: &random) * 1_000_000)
        let purpose: TapeMachine.Purpose = Bool.random(using: &random) ? .stop : .fadeOut
        press("leave") { $0.machine.leave(over: duration, curve: .linear, for: purpose, $0.reading) }
    }

    private mutating func changeVolume() {
        let level = Double.random(in: 0.2...1, using: &random)
        press("volume") { $0.machine.setVolume(level, $0.reading).actions }
    }

    private mutating func splice(isBehind: Bool = false) {
        guard machine.state != .stopped else { return }
        mix()
        log.append("splice@\(now) \(machine.state) \(machine.changeable(reading))/\(machine.tape.end)")
        let isLeaving = if case .leaving = machine.state { true } else { false }
        let milliseconds = Int64.random(in: isLeaving ? 20...500 : 0...500, using: &random)
        let length = isBehind ? 0 : milliseconds
        let place = isBehind ? max(machine.tape.end, machine.changeable(reading)) : nil
        let span = machine.splice(
            at: place, over: MediaTime(nanoseconds: length * 1_000_000), curve: .linear, isSame: false, reading)
        versions.removeAll { $0.start >= span.start }
        versions.append((span.start, (versions.last?.number ?? 0) + 1))
        blendEnd = max(span.end, span.start)
        onset = span
        // With little left of the old audio, the new audio begins all the sooner, and after a gap without a ramp.
        if span.end - span.start < Self.ramp { cuts.formUnion(span.start...span.end) }
        mix(surely: true)
        carryOut(machine.fill(reading))
    }

    /// Replaces audio with itself, as after a change further on.
    private mutating func mixAgain() {
        let first = max(machine.changeable(reading), blendEnd)
        guard machine.state != .stopped, first < machine.tape.end else { return }
        let place = Int64.random(in: first...machine.tape.end, using: &random)
        log.append("mix again@\(now) \(machine.state) \(place)/\(machine.tape.end)")
        let span = machine.splice(
            at: place, over: MediaTime(nanoseconds: 20_000_000), curve: .linear, isSame: true, reading)
        onset = span
        mix(surely: true)
        carryOut(machine.fill(reading))
    }

    private mutating func lose() {
        log.append("lose@\(now) \(machine.state)")
        if case .leaving = machine.state { carryOut(machine.stop()) }
        machine.lose(reading)
        output = nil
        isAbrupt = true
        // Audio that was fading to silence when another timeline replaced it continues without that fade.
        cuts.insert(onset.start)
    }

    private mutating func exchange() {
        mix()
        log.append("exchange@\(now) \(machine.state)")
        let former = machine.state
        // If little is left to be heard, the ramp is as short as the rest.
        let isShort = machine.tape.end - machine.changeable(reading) < Self.ramp
        carryOut(machine.handOver(reading))
        if isShort { cuts.formUnion(machine.changeable(reading) - Self.ramp...machine.changeable(reading)) }
        cuts.insert(onset.start)
        // The samples in the former output are heard to their end. The next output begins at once, and so may overlap:
        // here its time stops meanwhile.
        if let end = output?.restEnd { advance(by: max(0, end - now), isServed: false) }
        output = VirtualOutput(margin: margin)
        isAbrupt = true
        carryOut(machine.takeOver(reading))
        if former == .running, machine.state != .running { fail("it is \(machine.state) on another output") }
    }

    // MARK: - The mixer

    /// Mixes up to the allowance, or slightly less.
    private mutating func mix(surely: Bool = false) {
        guard machine.state != .stopped, !machine.tape.isComplete, !isMixerDead else { return }
        let room = allowance - machine.tape.end
        guard room > 0, surely || Int.random(in: 0..<8, using: &random) > 0 else { return }
        let isPartly = !surely && Int.random(in: 0..<4, using: &random) == 0
        let count = isPartly ? Int64.random(in: 0...room, using: &random) : room
        let start = machine.tape.end
        machine.append(
            (start..<start + count).flatMap { place -> [Float] in
                let share =
                    place < onset.end && onset.end > onset.start
                    ? Float(place - onset.start) / Float(onset.end - onset.start) : 1
                return [Self.level * share, Self.level * share * Self.code(place, versions.last?.number ?? 0)]
            })
    }

    /// Returns a code for a sample, the ratio of its channels, which is independent of its gain.
    private static func code(_ place: Int64, _ version: Int) -> Float {
        Float((UInt64(bitPattern: place) &* 2_654_435_761 &+ UInt64(version) &* 40_503) % 509 + 1) / 512
    }

    // MARK: - The output

    private mutating func carryOut(_ actions: [TapeMachine.Action]) {
        for action in actions {
            switch action {
            case .write(let samples, let place): log.append("write \(place)..<\(place + Int64(samples.count / 2))")
            case .rest(let place): log.append("rest \(place)")
            case .go(let place): log.append("go \(place)")
            default: break
            }
            switch action {
            case .began:
                isAbrupt = isAbrupt || last == nil
                // A query may follow the report.
                _ = machine.heard(reading)
            case .go(let place):
                if output?.isUnderWay == true { isAbrupt = true }
                output?.go(from: place, at: now, epoch: epoch)
            case .write(let samples, let place):
                if let problem = output?.write(samples, place: place, at: now) { fail(problem) }
            case .rest(let place): output?.rest(at: place)
            case .allow(let place): allowance = max(allowance, place)
            case .starve, .finish, .paused, .silent: break
            }
        }
    }

    /// Lets time pass; the output is filled when the machine requests it.
    private mutating func advance(by count: Int64, isServed: Bool = true) {
        let end = now + count
        while now < end {
            if isServed { serve() }
            listen()
            now += 1
            if output?.hasRested(at: now) == true {
                let isAwaited = machine.rested()
                if isAwaited, machine.isToResume { press("goes on") { $0.machine.resume($0.reading) } }
            }
        }
    }

    private mutating func serve() {
        let former = machine.state
        if let actions = machine.leftBehind(reading) {
            log.append("silent@\(now)")
            isAbrupt = true
            for case .rest(let place) in actions {
                if case .leaving(let silence, _) = former, place > silence {
                    fail("it rests at \(place), and is silent from \(silence) on")
                }
            }
            return carryOut(actions)
        }
        guard let next = machine.nextPlace(mark: nil, reading) ?? (machine.state == .running ? .min : nil),
            next <= machine.heard(reading)
        else {
            // The tape waits for the mixer, which now and then has more.
            if now % 16 == 0, machine.nextPlace(mark: nil, reading) == nil {
                mix()
                carryOut(machine.fill(reading))
            }
            return
        }
        mix()
        carryOut(machine.fill(reading))
    }

    /// Listens to the sample of this moment.
    private mutating func listen() {
        let heard = output?.sound(at: now)
        // Audio left over from an earlier tape.
        if let heard, heard.epoch != epoch { return }
        guard let heard else {
            if let last, last.left > Self.level / Float(Self.ramp) * 2.2, !isAbrupt, machine.state != .stopped,
                !cuts.contains(last.place), output?.isDry(at: now) != true
            {
                fail("silence behind \(last)")
            }
            if last != nil { last?.left = 0 }
            if output?.isDry(at: now) == true { isAbrupt = true }
            return
        }
        heardCount += 1
        defer {
            last = (heard.place, heard.left)
            isAbrupt = false
        }
        if let last, heard.place != last.place + 1 { fail("\(heard.place) is heard behind \(last.place)") }
        if let last, !isAbrupt, !cuts.contains(heard.place),
            abs(heard.left - last.left) > Self.level / Float(Self.ramp) * 2.2
        {
            fail("a step at \(heard.place) from \(last.left) to \(heard.left)")
        }
        guard heard.place >= blendEnd, heard.left > 0.001 else { return }
        let version = versions.last { $0.start <= heard.place }?.number ?? 0
        if abs(heard.right / heard.left - Self.code(heard.place, version)) > 0.001 {
            fail("another sample is heard at \(heard.place)")
        }
    }
}
