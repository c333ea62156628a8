import CGStreamer
import EventLoop
import SegueCore
import Synchronization

extension AudioEngine {
    /// What sound goes out on, for people: `PulseAudio (pulsesink, 44100 Hz)`; nil while there is none.
    public var outputDescription: String? {
        guard let output else { return nil }
        return "\(output.name) (\(output.sink.factoryName), \(mixer.rate) Hz)"
    }

    /// Which of these devices sound goes out on; nil when it goes elsewhere.
    public func currentDevice(among devices: [OutputDevice]) -> OutputDevice? {
        guard let output, output.isDevice else { return nil }
        let sink = output.sink
        for property in ["current-device", "device"] where sink.has(property) {
            if let name = sink.text(property), !name.isEmpty { return devices.first { $0.name == name } }
        }
        // It is silent, and so on no device as yet.
        return devices.first { $0.isDefault && $0.element == sink.factoryName }
    }

    /// Opens this output, in the background. Takes the place of an earlier attempt.
    func openOutput(_ wanted: OutputSelection, for purpose: OutputAttempt.Purpose) {
        guard !isOffline, !isClosed else { return }
        lastAttempt += 1
        let attempt = OutputAttempt(number: lastAttempt, selection: wanted, purpose: purpose)
        self.attempt = attempt
        dropNextOutput()
        guard case .device = wanted else { return open(attempt, among: []) }
        OutputDevices.list(on: loop) { [inbox] in inbox.post(.devicesListed(attempt, $0)) }
    }

    func open(_ attempt: OutputAttempt, among devices: [OutputDevice]) {
        guard attempt == self.attempt, !isClosed else { return }
        let rate = options.rate
        let buffering = OutputOpener.Buffering(buffer: options.deviceBuffer, portion: options.devicePortion)
        let inbox = inbox
        pipeline.performInBackground {
            do throws(AudioPlayerError) {
                let output = try OutputOpener.open(attempt, among: devices, rate: rate, buffering: buffering)
                inbox.post(.outputOpened(attempt, output))
            } catch {
                inbox.post(.outputRefused(attempt, error))
            }
        }
    }

    func outputOpened(_ output: Output, in attempt: OutputAttempt) {
        guard attempt == self.attempt, !isClosed else {
            pipeline.performInBackground { output.close() }
            return
        }
        nextOutput = output
        switch flow {
        case .stopped, .paused: exchangeOutput()
        // The pause that is under way ends in an exchange; so does one that is made for it.
        case .running: closeGate(for: .exchange)
        case .closing: break
        }
    }

    func outputRefused(_ error: AudioPlayerError, in attempt: OutputAttempt) {
        guard attempt == self.attempt, !isClosed else { return }
        self.attempt = nil
        guard attempt.purpose != .improvement else { return }
        let reason = if case .outputError(_, let reason) = error { reason } else { error.description }
        report(.outputRefused(name: attempt.selection.text, reason: reason))
    }

    /// Puts the output that has been opened in the place of the one before. The gate is closed, or nothing flows.
    func exchangeOutput() {
        guard let next = nextOutput, let attempt else { return }
        nextOutput = nil
        self.attempt = nil
        let former = output
        if let former { takeOut(former) }
        guard place(next) else {
            pipeline.performInBackground { next.close() }
            output = former
            if let former, !place(former) {
                loseOutput()
            }
            report(.outputRefused(name: attempt.selection.text, reason: "it does not take the player's sound"))
            return
        }
        // Closing may wait for the sound server.
        if let former { pipeline.performInBackground { former.close() } }
        selection = attempt.selection
        report(.outputReady(name: next.name, fallback: next.fallback))
        // A timeline keeps its rate, whatever the next output takes: every count on it is in samples of that.
        if flow != .stopped { reportRates() }
        startIfPossible()
    }

    /// Makes it the output; in a pause a device rests until the resume. False when it does not work.
    private func place(_ output: Output) -> Bool {
        self.output = output
        if case .paused = flow, output.isDevice {
            output.isResting = true
            return true
        }
        return attach(output)
    }

    private func dropNextOutput() {
        guard let dropped = nextOutput else { return }
        nextOutput = nil
        pipeline.performInBackground { dropped.close() }
    }

    /// Puts an output behind the mixer. False when it does not work any more, or not with this mixer.
    func attach(_ output: Output) -> Bool {
        self.output = output
        output.isResting = false
        output.begin(atRate: mixer.rate)
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

    /// Tells at which rates sound is mixed and goes out, where that is news.
    func reportRates() {
        guard let output else { return }
        let rates = OutputRates(mixed: mixer.rate, output: output.rate(nearestTo: mixer.rate))
        guard rates != reportedRates else { return }
        reportedRates = rates
        report(.outputRates(rates))
    }

    /// In a pause, closes the device, for others to use, and so that nothing wakes up; it stays connected to its server.
    func restOutput() {
        guard let output, output.isDevice else { return }
        takeOut(output)
        output.setState(GST_STATE_READY)
        output.isResting = true
    }

    private func takeOut(_ output: Output) {
        guard !output.isResting else { return }
        gst_element_unlink(mixer.volume.element.pointer, output.elements[0].pointer)
        for element in output.elements { pipeline.remove(element) }
    }

    /// The output failed: everything stays where it was heard last, as in a pause, and waits for an output and a resume.
    func loseOutput(reason: String = "it does not take any more sound") {
        guard let lost = output, !isOffline, !isClosed else { return }
        passMilestones(upTo: heardSample)
        guard output === lost else { return }
        interrupt()
        output = nil
        takeOut(lost)
        pipeline.performInBackground { lost.close() }
        report(.outputLost(name: lost.name, reason: reason))
        exchangeOutput()
    }
}
