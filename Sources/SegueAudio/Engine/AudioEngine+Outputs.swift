import CGStreamer
import EventLoop
import SegueCore

extension AudioEngine {
    /// Returns the one of these devices that the audio is played on; nil if the audio is played elsewhere.
    public func currentDevice(among devices: [OutputDevice]) -> OutputDevice? {
        transport.output?.current(among: devices)
    }

    /// Opens this output, instead of an earlier attempt.
    func openOutput(_ wanted: OutputSelection, for purpose: OutputAttempt.Purpose) {
        guard !isOffline, !isClosed else { return }
        lastAttempt += 1
        let attempt = OutputAttempt(
            number: lastAttempt, selection: wanted, purpose: purpose, isServed: purpose == .returning && isServed)
        self.attempt = attempt
        opener.open(attempt) { [weak self] outcome in
            guard let self, attempt == self.attempt, !isClosed else {
                if case .opened(let output) = outcome { output.close() }
                return
            }
            self.attempt = nil
            switch outcome {
            case .opened(let output): opened(output, in: attempt)
            case .refused(let error): refused(error, in: attempt)
            case .awaited(let name, let reason):
                isServed = true
                report(.outputLost(name: name, reason: reason))
            }
        }
    }

    private func opened(_ output: any Output, in attempt: OutputAttempt) {
        selection = attempt.selection
        isServed = output.server != nil
        send(.outputGoing)
        transport.use(output)
        report(.outputReady(name: output.name, fallback: output.fallback))
        // A tape keeps its rate, whatever the next output accepts: every position on it is counted in samples of that
        // rate.
        if score.tape.state != .stopped { reportRates() }
        send(.outputBack)
    }

    private func refused(_ error: AudioPlayerError, in attempt: OutputAttempt) {
        guard attempt.purpose != .improvement else { return }
        let reason = if case .outputError(_, let reason) = error { reason } else { error.description }
        report(.outputRefused(name: attempt.selection.text, reason: reason))
    }

    /// Reports the rates at which audio is mixed and output, if one of them has changed.
    func reportRates() {
        guard let output = transport.output else { return }
        let rate = score.tape.rate
        let rates = OutputRates(mixed: rate, output: output.rate(nearestTo: rate))
        guard rates != reportedRates else { return }
        reportedRates = rates
        report(.outputRates(rates))
    }

    /// Handles the failure of the output. Everything stays at the last heard position, as in a pause, and waits for an
    /// output and a resume.
    func loseOutput(reason: String) {
        guard let lost = transport.output, !isClosed else { return }
        send(.outputGone)
        guard transport.output === lost else { return }
        // A render has no other output to wait for.
        if !isOffline { transport.drop() }
        report(.outputLost(name: lost.name, reason: reason))
    }
}
