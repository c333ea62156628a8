import SegueCore
import Synchronization

extension Mixer {
    /// Closes the gate behind the next block, over a ramp at its end; then posts `gateClosed`.
    func close(ramp: MediaTime) {
        state.withLock { state in
            guard state.closedSample == nil else { return }
            state.closing = Closing(earliest: 0, ramp: ramp.samples(rate: rate))
        }
    }

    /// Closes the gate where it is, because no block comes; then posts `gateClosed`. Does nothing when it has closed.
    func closeWithoutRamp() {
        let sample: Int64? = state.withLock { state in
            guard state.closing != nil else { return nil }
            state.closing = nil
            state.closedSample = state.frontier
            return state.frontier
        }
        if let sample { inbox.post(.gateClosed(at: sample)) }
    }

    /// Opens the gate again, over a ramp; if it has not closed yet, it doesn't.
    func open() {
        let decks: [Branch] = state.withLock { state in
            state.closing = nil
            guard let closed = state.closedSample else { return [] }
            state.closedSample = nil
            state.gateEnvelope = FadeEnvelope(constant: 0)
            state.gateEnvelope.hold(from: closed)
            state.gateEnvelope.line(to: 1, at: closed + MediaTime.ramp.samples(rate: rate))
            state.isGatePlaying = true
            return state.slots.compactMap { $0 }
        }
        for deck in decks { deck.reconsider() }
        reconsider()
    }

    /// From the next block on, everything fades to silence; then the gate is closed, and posts `gateClosed`.
    func fadeOut(over duration: MediaTime, curve: FadeCurve) {
        state.withLock { state in
            guard state.closedSample == nil else { return }
            let start = state.frontier
            let end = start + max(duration, .ramp).samples(rate: rate)
            let level = state.gateEnvelope.gain(at: start)
            state.gateEnvelope.follow(from: start, to: end, isJoining: true) {
                level * curve.outgoingGain(at: $0)
            }
            state.isGatePlaying = true
            state.closing = Closing(earliest: end, ramp: 0)
        }
    }

    /// Posts `quiet` as soon as no block is on its way into the output.
    func reportQuiet(behind sample: Int64) {
        volume.element.pad("src").whenIdle { [inbox] in inbox.post(.quiet(behind: sample)) }
    }

    /// Whether the gate is closed, and was closed behind this sample.
    func isClosed(at sample: Int64) -> Bool {
        state.withLock { $0.closedSample == sample }
    }

    /// The sample behind which it closes, or would close if it were asked to now.
    var closingSample: Int64 {
        state.withLock { $0.closedSample ?? $0.frontier + blockLength }
    }

    /// The person's volume, over a ramp when there is sound that would jump.
    func setVolume(_ level: Double) {
        state.withLock { state in
            state.level = level
            guard state.isOpen, state.closedSample == nil else {
                state.volumeEnvelope = FadeEnvelope(constant: level)
                // A block that has passed the gate may still be on its way through the volume.
                if state.isOpen { state.isVolumePlaying = true } else { volume.settle(at: level) }
                return
            }
            state.isVolumePlaying = true
            state.volumeEnvelope.hold(from: state.frontier)
            state.volumeEnvelope.line(to: level, at: state.frontier + MediaTime.ramp.samples(rate: rate))
        }
    }
}
