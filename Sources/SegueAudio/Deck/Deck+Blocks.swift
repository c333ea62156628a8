import CGStreamer
import EventLoop
import SegueCore

extension Deck {
    // MARK: - From the gate into the mixer, in the streaming thread

    func passBlocks() -> Pad.Verdict {
        while reblocker.hasBlock {
            guard mayPass else { return .block }
            guard let block = reblocker.take(), deliver(block) else { break }
        }
        return .drop
    }

    /// True if the next block may go out now.
    var mayPass: Bool {
        let (room, opening, length) = (roomForFollower, openingFollower, reblocker.nextLength)
        return shared.withLock { $0.machine.mayPass(length, room, opening: opening) }
    }

    /// The state of the pad for the following load, if that load begins in the next block.
    private var roomForFollower: MixerMachine<Deck>.Room {
        let (follower, start) = shared.withLock { ($0.machine.follower, $0.machine.frontier) }
        return follower == nil ? .none : mixer.room(beside: self, at: start)
    }

    /// The following load, if it is being reopened.
    var openingFollower: Deck? { shared.withLock { $0.machine.follower }.flatMap { $0.isLoading ? $0 : nil } }

    /// Sends one block through loudness and fade into the mixer. Returns false if nothing more is to be sent.
    func deliver(_ block: UnsafeMutablePointer<GstBuffer>) -> Bool {
        let frames = Int64(gst_buffer_get_size(block)) / Mixer.bytesPerFrame
        let start = frontier
        let room = roomForFollower
        let step = shared.withLock { $0.machine.handOn(frames, room) }
        switch step {
        case .pass(let gain): fade.play(gain, over: block, from: start, rate: rate)
        case .begin(let armed, let sample):
            mixer.begin(armed, from: self, at: sample)
            let gain = shared.withLock { $0.machine.pass(frames) }
            fade.play(gain, over: block, from: start, rate: rate)
        case .end:
            segue_buffer_unref(block)
            finish()
            return false
        case .drop:
            segue_buffer_unref(block)
            return false
        }
        guard gst_pad_chain(gainInput.pointer, block) == GST_FLOW_OK else {
            // The mixer flushes or has been removed: it accepts nothing more from this stream.
            shared.withLock { $0.machine.flushed() }
            return false
        }
        guard shared.withLock({ $0.machine.isSilenced }) else { return true }
        finish()
        return false
    }

    /// Waits until nothing is on its way from this deck to the mixer's pad. Call it once the pad accepts nothing more,
    /// so that the wait takes no longer than one block. Not in the streaming thread.
    func awaitDelivery() {
        // Everything for the mixer passes this pad, which is locked meanwhile (gst_pad_chain).
        gainInput.settle()
    }

    /// Begins with the samples that have arrived, once the load is on the timeline.
    func begin(with head: Head, on timeline: Timeline) {
        // The decoder's own events do not pass the gate: the rate may be different here, and time counts from the first
        // audible sample.
        gainInput.send(gst_event_new_stream_start("load-\(generation.rawValue)"))
        gainInput.send(Mixer.formatEvent(rate: rate))
        var segment = GstSegment()
        gst_segment_init(&segment, GST_FORMAT_TIME)
        gainInput.send(gst_event_new_segment(&segment))
        reblocker.start(at: timeline.startSample, head, rate: rate, blockLength: mixer.blockLength)
    }

    /// Sends the end of the stream to the mixer instead of the rest, which is silent. Does nothing for a load that has
    /// ended.
    func finish() {
        guard shared.withLock({ $0.machine.beginEnding() }) else { return }
        // Not through the gate pad, whose own probe would hold the event.
        gainInput.send(gst_event_new_eos())
        // The pad may be freed only now. If it were freed earlier, the mixer would wait forever for an end that can no
        // longer reach it.
        if let end = shared.withLock({ $0.machine.ended() }) { mixer.ends(self, at: end) }
    }

    // MARK: - From whichever thread knows that the mixer can't overtake it

    /// Puts the waiting stream on the mixer's timeline, with its first sample at `sample`. `isSuccessor` is true if
    /// another load is audible there. A render gets as far as the end of `transition` before it has to know what
    /// follows.
    func enter(
        _ pad: Pad, at sample: Int64, run: FadeRun? = nil, isSuccessor: Bool, transition: BegunTransition?
    ) {
        output.setOffset(Timeline.time(of: sample, rate: rate).nanoseconds)
        output.link(to: pad)
        let number = mixer.number
        let end = transition.map { max($0.endSample, sample + 1) } ?? sample
        // Only after the link: the gate may decide at any time, and samples that it passed before would be lost.
        shared.withLock { shared in
            shared.machine.enter(
                number, at: sample, rate: rate, run: run, isSuccessor: isSuccessor,
                // The mixer does not process part of a block.
                holdSample: mixer.isOffline ? mixer.blockEnd(notBefore: end) : nil)
        }
        // Before the first report from the stream itself.
        if let transition { mixer.note(transition) }
        reconsider()
    }

    /// Fades the deck out until `end` by this plan, from sample `start` on if that is still possible. Returns the
    /// sample at which the fade ends.
    func fadeOut(by plan: TransitionPlan, from start: Int64, to end: Int64) -> Int64 {
        let ramp = MediaTime.ramp.samples(rate: rate)
        return shared.withLock {
            $0.machine.fadeOut(along: plan.curve, within: plan.fadeOut, from: start, to: end, ramp: ramp)
        }
    }
}
