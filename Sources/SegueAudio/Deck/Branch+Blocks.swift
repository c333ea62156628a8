import CGStreamer
import SegueCore
import Synchronization

extension Branch {
    // MARK: - From the gate into the mixer, in the streaming thread

    func passBlocks() -> Pad.Verdict {
        while reblocker.hasBlock {
            guard mayPass else { return .block }
            guard let block = reblocker.take(), deliver(block) else { break }
        }
        return .drop
    }

    /// Whether the next block is to go out now. A render waits for the decision what follows, so that none comes too late; each waits
    /// for the pad that what follows in this block is to have, and for that itself, where it is being opened again.
    var mayPass: Bool {
        let (start, isHeld, armed, due) = state.withLock { state in
            (state.frontier, state.isHeld, state.armed, state.armed?.sample(on: state.timeline))
        }
        if let armed, let due, due < start + reblocker.nextLength, !mixer.hasFreePad || armed.incoming.isLoading {
            return false
        }
        return !isHeld
    }

    /// Sends one block through loudness and fade into the mixer. False when nothing more is to be sent.
    func deliver(_ block: UnsafeMutablePointer<GstBuffer>) -> Bool {
        let frames = Int64(gst_buffer_get_size(block)) / Mixer.bytesPerFrame
        // What is planned at the last moment may have to wait for a pad, and then begins late.
        let hasPad = mixer.hasFreePad
        let step: Step = state.withLock { state in
            guard state.phase == .sounding else { return .verdict(.drop) }
            let start = state.frontier
            if let end = state.endSample, start >= end { return .end }
            if hasPad, let armed = state.armed, let due = armed.sample(on: state.timeline), due < start + frames {
                return .begin(armed, at: max(due, start))
            }
            advance(over: block, in: &state)
            return .verdict(.pass)
        }
        switch step {
        case .verdict(.pass): break
        case .begin(let armed, let sample):
            mixer.begin(armed, from: self, at: sample)
            state.withLock { advance(over: block, in: &$0) }
        case .end:
            segue_buffer_unref(block)
            finish()
            return false
        case .verdict, .post, .open, .fill, .again:
            segue_buffer_unref(block)
            return false
        }
        guard gst_pad_chain(gainInput.pointer, block) == GST_FLOW_OK else {
            // The mixer flushes or is gone: nothing more is wanted from this stream.
            state.withLock { $0.phase = .dead }
            return false
        }
        guard state.withLock({ state in state.endSample.map { state.frontier >= $0 } ?? false }) else { return true }
        finish()
        return false
    }

    /// Begins with what has arrived, now that the load is on the timeline.
    func open(_ opening: Opening, on timeline: Timeline) {
        // The decoder's own events stay behind the gate: the rate may be another one here, and time counts from the first
        // sample that is heard.
        gainInput.send(gst_event_new_stream_start("load-\(generation.rawValue)"))
        gainInput.send(Mixer.formatEvent(rate: rate))
        var segment = GstSegment()
        gst_segment_init(&segment, GST_FORMAT_TIME)
        gainInput.send(gst_event_new_segment(&segment))
        reblocker.start(at: timeline.startSample, opening, rate: rate, blockLength: mixer.blockLength)
    }

    /// Sets the gains of the next block, which then counts as passed.
    private func advance(over block: UnsafeMutablePointer<GstBuffer>, in state: inout StreamState) {
        let block = GainElement.Block(block, start: state.frontier, rate: rate)
        fade.play(&state.envelope, isPlaying: &state.isEnvelopePlaying, block)
        state.passed += block.count
    }

    /// Sends the end of the stream to the mixer in place of what is left, which is silent.
    func finish() {
        state.withLock { $0.phase = .dead }
        sendEnd()
    }

    /// Tells the mixer that nothing more comes, and only then that the pad may be freed: freed before, it would wait for
    /// ever for an end that can't reach it any more.
    func sendEnd() {
        // Not through the gate pad: its own probe would hold it.
        gainInput.send(gst_event_new_eos())
        state.withLock { $0.finalSample = $0.frontier }
        mixer.freePads()
    }

    // MARK: - From whichever thread knows that the mixer can't overtake it

    /// Puts the waiting stream on the mixer's timeline: its first sample is heard at `sample`. A render comes to the end of
    /// `transition` before it has to know what follows.
    func enter(_ pad: Pad, at sample: Int64, run: FadeRun? = nil, transition: BegunTransition?) {
        output.setOffset(Timeline.time(of: sample, rate: rate).nanoseconds)
        output.link(to: pad)
        let number = mixer.number
        state.withLock { state in
            state.timelineNumber = number
            // Not before the link: the gate may be asked at any time, and what it let pass would not arrive.
            state.phase = .sounding
            let end = transition.map { max($0.endSample, sample + 1) } ?? sample
            // The mixer makes nothing of a part of a block.
            state.holdSample = mixer.isOffline ? mixer.blockEnd(notBefore: end) : nil
            state.passed = 0
            state.latest = nil
            state.timeline.startSample = sample
            state.timeline.rate = rate
            // A fade may be taken up in its middle.
            state.envelope = FadeEnvelope(constant: run.map { $0.gain(atProgress: $0.startProgress) } ?? 1)
            state.run = run
            if transition != nil { state.isSuccessor = true }
            if let run {
                run.write(into: &state.envelope)
                state.isEnvelopePlaying = true
            }
        }
        // Before the first news from the stream itself.
        if let transition { mixer.note(transition, to: self) }
        reconsider()
    }

    /// The gain goes to 0 at `end`, from the first sample where that is still possible. Returns its end.
    func fadeOut(along curve: FadeCurve, from start: Int64, to end: Int64) -> Int64 {
        state.withLock { state in
            guard state.phase == .sounding else { return end }
            let first = max(start, state.frontier)
            let last = max(end, first + MediaTime.ramp.samples(rate: rate))
            let run = FadeRun(
                direction: .outgoing, curve: curve, startSample: first, endSample: last,
                scale: state.envelope.gain(at: first))
            run.write(into: &state.envelope)
            state.run = run
            state.endSample = last
            state.isEnvelopePlaying = true
            return last
        }
    }
}
