import CGStreamer
import EventLoop
import SegueCore
import Synchronization

extension AudioEngine {
    /// What the output does.
    enum Flow: Hashable {
        /// The timeline is empty.
        case stopped
        case running
        /// The gate closes, or is closed and the rest of the sound is still to be heard.
        case closing(Purpose)
        /// Held; the sample with which it goes on.
        case paused(at: Int64)
    }

    /// Why the gate closes.
    enum Purpose: Hashable {
        case pause
        case stop
        case fadeOut
        /// For another output to take over.
        case exchange
    }

    struct StartRequest: Hashable {
        var generation: LoadGeneration
        var fadeIn: MediaTime
        var curve: FadeCurve
        var gain: Double
        /// Set for a transition whose outgoing load had ended before it could begin.
        var isTransition = false
    }

    // MARK: - Start

    func start(_ request: StartRequest, paused: Bool) {
        guard branches[request.generation] != nil else { return }
        cancelSchedule(incoming: request.generation)
        audible.removeAll { $0.generation == request.generation }
        milestones.removeAll { $0.concerns(request.generation) }
        pendingStart = request
        switch flow {
        case .stopped: break
        case .paused: shutDown(keepingStart: true)
        case .running, .closing: closeGate(for: .stop)
        }
        isHeld = paused
        // Perhaps a sound server has come up meanwhile.
        if output?.fallback != nil, attempt == nil { openOutput(selection, for: .improvement) }
        startIfPossible()
    }

    /// Starts what waits to be started, when there is an output, no pause, and nothing of the former sound left.
    func startIfPossible() {
        guard flow == .stopped, !isHeld, let output, let request = pendingStart.map(replaced),
            let branch = branches[request.generation]
        else { return }
        guard loaded.contains(request.generation) else { return }
        if output.isResting, !attach(output) {
            loseOutput()
            return
        }
        pendingStart = nil
        lastHeard = 0
        setRate(for: branch, on: output)
        pipeline.setState(GST_STATE_PAUSED)
        branch.setLoudness(request.gain)
        let length = max(request.fadeIn, onset(of: branch)).samples(rate: mixer.rate)
        let run = FadeRun(direction: .incoming, curve: request.curve, startSample: 0, endSample: length)
        flow = .running
        mixer.start(branch, run: length > 0 ? run : nil)
        audible = [AudibleLoad(branch)]
        pipeline.setState(GST_STATE_PLAYING)
        if request.isTransition {
            report(.transitionStarted(incoming: request.generation))
            report(.transitionFinished(incoming: request.generation))
        }
    }

    /// Nobody has heard the load that is to be started: what was to take its place at once begins instead of it.
    private func replaced(_ request: StartRequest) -> StartRequest {
        guard let armed = branches[request.generation]?.state.withLock({ $0.armed }), armed.plan.start == .now,
            armed.plan.kind != .gapless, branches[armed.plan.incoming] === armed.incoming
        else { return request }
        return StartRequest(
            generation: armed.plan.incoming, fadeIn: .zero, curve: armed.plan.curve, gain: armed.plan.incomingGain,
            isTransition: true)
    }

    /// Sound goes out at the rate of the first track, if the output takes it, and else at the nearest that it takes; what
    /// follows on the same timeline and has another rate is converted. A render has the rate that was asked for.
    private func setRate(for branch: Branch, on output: Output) {
        var rate = options.rate
        if !isOffline {
            rate = output.rate(nearestTo: branch.inputRate.map(SampleRates.mixed) ?? rate)
            output.begin(atRate: rate)
        }
        mixer.reset(rate: rate)
        reportRates()
    }

    /// How long a ramp out of silence has to be. A track is rarely silent in its middle, and not always where it begins;
    /// but a beginning may be a drum, and a file that is written begins with its first sample as it is.
    private func onset(of branch: Branch) -> MediaTime {
        guard branch.position == .zero else { return .ramp }
        return isOffline ? .zero : .onsetRamp
    }

    // MARK: - Pause

    func pause() {
        switch flow {
        case .running: closeGate(for: .pause)
        // What waits for the former sound to leave waits on.
        case .stopped, .closing(.stop): isHeld = true
        case .closing(.exchange): flow = .closing(.pause)
        case .paused: interruption?.isToResume = false
        case .closing: break
        }
    }

    func resume() {
        isHeld = false
        switch flow {
        case .stopped: startIfPossible()
        case .running, .closing(.stop), .closing(.fadeOut), .closing(.exchange): break
        case .closing(.pause) where nextOutput != nil: flow = .closing(.exchange)
        // Too late for the sound to go on without a gap: the pause is carried out, and ended at once.
        case .closing(.pause) where heardSample >= mixer.closingSample: flow = .closing(.exchange)
        case .closing(.pause):
            milestones.removeAll { $0 == .drained }
            flow = .running
            mixer.open()
            armMilestones()
        case .paused where interruption != nil: interruption?.isToResume = true
        case .paused(let sample):
            guard let output else { return }
            lastHeard = sample
            flow = .running
            if output.isResting, !attach(output) {
                loseOutput()
                return
            }
            // The sound server gets a moment to fill its buffer; then the clock is where the sound stopped.
            let margin = MediaTime(nanoseconds: 30_000_000)
            let running = Timeline.time(of: sample, rate: mixer.rate) - margin
            gst_element_set_start_time(pipeline.pointer, GstClockTime(max(0, running.nanoseconds)))
            pipeline.setState(GST_STATE_PLAYING)
            mixer.open()
        }
    }

    // MARK: - The gate

    func closeGate(for purpose: Purpose) {
        flow = .closing(purpose)
        mixer.close(ramp: .ramp)
        // When the mixer starves, no block comes that could be ramped; then what was heard last was the end.
        milestones.add(.starved, at: mixer.frontier)
        armMilestones()
    }

    func gateClosed(at sample: Int64) {
        guard case .closing = flow else { return }
        milestones.removeAll { $0 == .starved }
        milestones.add(.drained, at: sample)
        armMilestones()
    }

    /// All that passed the gate has been heard by the clock. A sink that runs late may still be taking the last of it, and would never come back from
    /// that if it were paused and taken away meanwhile.
    func drained(at sample: Int64) {
        guard case .closing(let purpose) = flow else { return }
        guard purpose != .fadeOut, output?.isDevice == true else {
            mixer.reportQuiet(behind: sample)
            return
        }
        // A sound server that gets too little of the processor plays later than its clock says, and would never play what it had not come to.
        loop.schedule(at: .now.advanced(byNanoseconds: 100_000_000)) { [weak self] in
            guard let self, !isClosed else { return }
            mixer.reportQuiet(behind: sample)
        }
    }

    /// Nothing flows behind the closed gate any more.
    func quiet(behind sample: Int64) {
        // Of a gate that was opened again meanwhile, this says nothing.
        guard case .closing(let purpose) = flow, mixer.isClosed(at: sample) else { return }
        switch purpose {
        case .pause:
            flow = .paused(at: sample)
            pipeline.setState(GST_STATE_PAUSED)
            restOutput()
            exchangeOutput()
        case .exchange:
            flow = .paused(at: sample)
            pipeline.setState(GST_STATE_PAUSED)
            exchangeOutput()
            resume()
        case .stop:
            shutDown(keepingStart: true)
            exchangeOutput()
            startIfPossible()
        case .fadeOut:
            shutDown(keepingStart: true)
            exchangeOutput()
            report(.fadeOutCompleted)
            startIfPossible()
        }
    }

    // MARK: - Stop

    func stop() {
        pendingStart = nil
        isHeld = false
        giveUpSilentLoads()
        switch flow {
        case .stopped: break
        case .paused: shutDown()
        case .running, .closing: closeGate(for: .stop)
        }
        for branch in branches.values { leaving[branch.generation] = branch }
        branches = [:]
        audible = []
        for generation in Set(scans.keys).union(loaded).union(measured.keys) { forget(generation) }
        reported = [:]
    }

    private func giveUpSilentLoads() {
        for (generation, branch) in branches where branch.abandon() {
            branch.dispose()
            branches[generation] = nil
        }
    }

    /// Ends the timeline: whatever lies on it is given up at once. What is only loaded stays.
    func shutDown(keepingStart: Bool = false) {
        flow = .stopped
        interruption = nil
        let begun = pendingStart.flatMap { milestones.pendingTransition(of: $0.generation) }
        milestones.removeAll { _ in true }
        audible = []
        if !keepingStart { pendingStart = nil }
        let waiting = mixer.takeWaiting()
        mixer.seal()
        pipeline.setState(GST_STATE_READY)
        lastLength = mixer.frontier
        mixer.reset(rate: mixer.rate)
        let next = waiting ?? begun.flatMap(again)
        for (generation, branch) in branches where branch.isInMixer {
            guard !keepStart(of: branch, next) else { continue }
            branch.dispose()
            branches[generation] = nil
            forget(generation)
        }
        for branch in leaving.values { branch.dispose() }
        leaving = [:]
    }

    /// What had begun to take the place of the load that is to be started, and was not heard either: opened anew, to do so again.
    private func again(_ begun: BegunTransition) -> Mixer.Waiting? {
        guard begun.outgoing == pendingStart?.generation, let outgoing = branches[begun.outgoing],
            let incoming = branches[begun.incoming].flatMap({ reopen($0, at: $0.position) })
        else { return nil }
        return Mixer.Waiting(armed: ArmedTransition(plan: begun.plan, incoming: incoming), outgoing: outgoing)
    }

    /// A transition to the load that is to be started had begun, and nobody has heard of it: it is opened anew, with what was planned
    /// behind it. False for other loads.
    private func keepStart(of branch: Branch, _ waiting: Mixer.Waiting?) -> Bool {
        guard branch.generation == pendingStart?.generation, let again = reopen(branch, at: branch.position) else {
            return false
        }
        if let waiting, waiting.outgoing === branch { again.state.withLock { $0.armed = waiting.armed } }
        return true
    }

    // MARK: - Levels

    func fadeOut(duration: MediaTime, curve: FadeCurve) {
        switch flow {
        case .running:
            flow = .closing(.fadeOut)
            mixer.fadeOut(over: duration, curve: curve)
        case .closing(.pause), .closing(.exchange):
            flow = .closing(.fadeOut)
        case .paused, .stopped:
            shutDown()
            report(.fadeOutCompleted)
        case .closing(.stop):
            // What waits for the former sound to leave is not heard any more.
            pendingStart = nil
            report(.fadeOutCompleted)
        case .closing(.fadeOut): break
        }
    }

    func setVolume(_ level: Double) {
        mixer.setVolume(level.isNaN ? 0 : min(max(level, 0), 1))
    }
}
