import CGStreamer
import EventLoop
import SegueCore
import Synchronization

extension AudioEngine {
    /// What sound goes out on, for people: `PulseAudio (pulsesink, 44100 Hz)`; nil while there is none.
    public var outputDescription: String? {
        guard let output else { return nil }
        return "\(output.name) (\(output.sink.factoryName), \(options.rate) Hz)"
    }

    /// Opens what is selected, in the background.
    func openOutput() {
        retry?.cancel()
        let selection = selection
        let rate = options.rate
        let buffering = OutputOpener.Buffering(buffer: options.deviceBuffer, portion: options.devicePortion)
        let mustBeDevice = isOutputLost || output?.fallback != nil
        let inbox = inbox
        pipeline.performInBackground {
            do throws(AudioPlayerError) {
                let output = try OutputOpener.open(
                    selection, rate: rate, buffering: buffering, mustBeDevice: mustBeDevice)
                inbox.post(.outputOpened(selection, output))
            } catch {
                inbox.post(.outputRefused(selection, error))
            }
        }
    }

    func selectOutput(_ name: String) {
        guard !isOffline else { return }
        selection = OutputSelection(name)
        openOutput()
    }

    func outputOpened(_ output: Output, for selection: OutputSelection) {
        guard selection == self.selection, !isClosed else {
            output.close()
            return
        }
        nextOutput?.close()
        nextOutput = output
        switch flow {
        case .stopped: exchangeOutput()
        case .paused(let sample):
            exchangeOutput()
            flow = .paused(at: sample)
        // The pause that is under way ends in an exchange; so does one that is made for it.
        case .running: closeGate(for: .exchange)
        case .closing: break
        }
    }

    func outputRefused(_ error: AudioPlayerError, for selection: OutputSelection) {
        guard selection == self.selection, !isClosed else { return }
        if isOutputLost {
            retryLater()
        } else if output?.fallback != nil, selection == .automatic {
            return
        } else if let output {
            report(.outputRefused(name: selection.text, reason: error.description))
            self.selection = OutputSelection(output.name)
        } else {
            // Nothing was there before, so something that is clocked must be.
            report(.outputRefused(name: selection.text, reason: error.description))
            self.selection = .null
            openOutput()
        }
    }

    /// Puts the output that has been opened in the place of the one before. The gate is closed, or nothing flows.
    func exchangeOutput() {
        guard let next = nextOutput else { return }
        nextOutput = nil
        detach()
        guard attach(next) else {
            loseOutput(reason: "it does not take the player's sound")
            return
        }
        isOutputLost = false
        report(.outputReady(name: next.name, fallback: next.fallback))
        startIfPossible()
    }

    /// Puts an output behind the mixer. False when it does not work any more, or not with this mixer.
    func attach(_ output: Output) -> Bool {
        self.output = output
        output.isResting = false
        for element in output.elements { pipeline.add(element) }
        do throws(AudioPlayerError) {
            try Element.link([mixer.volume.element] + output.elements)
        } catch {
            return false
        }
        // On an empty timeline they start together with the rest.
        guard flow != .stopped else { return true }
        return output.elements.reversed().allSatisfy { gst_element_sync_state_with_parent($0.pointer) != 0 }
    }

    /// In a pause, closes the device, for others to use, and so that nothing wakes up; it stays connected to its server.
    func restOutput() {
        guard let output, output.isDevice else { return }
        takeOut(output)
        output.setState(GST_STATE_READY)
        output.isResting = true
    }

    /// Takes the output away from the mixer and closes it.
    private func detach() {
        guard let output else { return }
        self.output = nil
        takeOut(output)
        // Closing may wait for the sound server.
        pipeline.performInBackground { output.close() }
    }

    private func takeOut(_ output: Output) {
        guard !output.isResting else { return }
        gst_element_unlink(mixer.volume.element.pointer, output.elements[0].pointer)
        for element in output.elements { pipeline.remove(element) }
    }

    // MARK: - Loss

    /// The output failed: everything stays where it was heard last, and waits for an output and a resume.
    func loseOutput(reason: String) {
        guard let lost = output, !isOffline, !isClosed else { return }
        // One that fails as soon as it plays must not be tried in a hurry for ever.
        let now = MonotonicTime.now
        if now.nanoseconds(since: lastLoss) > 10_000_000_000 { retryCount = 0 }
        lastLoss = now
        let resumption = interruptedStart()
        isOutputLost = true
        shutDown(keepingStart: true)
        detach()
        if let resumption { pendingStart = resumption }
        isHeld = true
        report(.outputLost(name: lost.name, reason: reason))
        retryLater()
    }

    /// Opens again what sounded, at the position that was heard; it keeps its name tag and what was planned behind it.
    private func interruptedStart() -> StartRequest? {
        guard flow != .stopped else { return nil }
        let heard = heardSample
        // A transition that nobody has heard yet is a plan again.
        if let transition = milestones.unheardTransition, let outgoing = reopen(transition.outgoing, heardAt: heard),
            let incoming = reopen(transition.incoming, heardAt: heard)
        {
            outgoing.state.withLock { $0.armed = ArmedTransition(plan: transition.plan, incoming: incoming) }
            return StartRequest(
                generation: outgoing.generation, fadeIn: .ramp, curve: .linear, gain: outgoing.loudnessGain)
        }
        guard let load = audible.last, let branch = reopen(load.generation, heardAt: heard) else { return nil }
        return StartRequest(
            generation: load.generation, fadeIn: .ramp, curve: .linear, gain: branch.loudnessGain,
            isTransition: milestones.pendingTransition(to: load.generation) != nil)
    }

    /// Opens a load that is on the timeline anew, where it was heard last; the former branch leaves with the timeline.
    private func reopen(_ generation: LoadGeneration, heardAt sample: Int64) -> Branch? {
        guard let load = audible.first(where: { $0.generation == generation }), let former = branches[generation],
            let branch = try? Branch(
                generation: generation, node: former.node, uri: former.uri,
                position: load.timeline.media(at: max(sample, load.timeline.startSample)), rate: options.rate,
                mixer: mixer, inbox: inbox, isContinuation: true)
        else { return nil }
        branch.takeOver(from: former)
        leaving[generation] = former
        branches[generation] = branch
        forget(generation)
        branch.open(for: pipeline)
        return branch
    }

    /// Tries again, first soon and then less and less often, up to once in five seconds.
    private func retryLater() {
        let delays: [Int64] = [250, 500, 1000, 2000, 5000]
        let delay = delays[min(retryCount, delays.count - 1)]
        retryCount += 1
        retry?.cancel()
        retry = loop.schedule(at: .now.advanced(byNanoseconds: delay * 1_000_000)) { [weak self] in
            self?.openOutput()
        }
    }
}
