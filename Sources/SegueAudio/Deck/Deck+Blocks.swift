import CGStreamer
import SegueCore
import Synchronization

extension Deck {
    // MARK: - From the gate into the mixer, in the streaming thread

    func passBlocks() -> Pad.Verdict {
        while reblocker.hasBlock {
            guard mayPass else { return .block }
            guard let block = reblocker.take(), deliver(block) else { break }
        }
        return .drop
    }

    /// Whether the next block is to go out now.
    var mayPass: Bool {
        let (room, opening, length) = (roomForFollower, openingFollower, reblocker.nextLength)
        return shared.withLock { $0.machine.mayPass(length, room, opening: opening) }
    }

    /// Whether there is a pad for the load that follows, if it begins in the next block.
    private var roomForFollower: MixerMachine<Deck>.Room {
        let (follower, start) = shared.withLock { ($0.machine.follower, $0.machine.frontier) }
        return follower == nil ? .none : mixer.room(beside: self, at: start)
    }

    /// The load that follows, if it is being opened again.
    var openingFollower: Deck? { shared.withLock { $0.machine.follower }.flatMap { $0.isLoading ? $0 : nil } }

    /// Sends one block through loudness and fade into the mixer. False when nothing more is to be sent.
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
            // The mixer flushes or is gone: it wants nothing more from this stream.
            shared.withLock { $0.machine.flushed() }
            return false
        }
        guard shared.withLock({ $0.machine.isSilenced }) else { return true }
        finish()
        return false
    }

    /// Returns when nothing is on its way from this deck to the mixer's pad. To be called when the pad takes nothing
    /// any more, so that this lasts no longer than one block takes; not in the streaming thread.
    func awaitDelivery() {
        // Whatever goes to the mixer passes this pad, which is locked meanwhile (gst_pad_chain).
        gainInput.settle()
    }

    /// Begins with the samples that have arrived, now that the load is on the timeline.
    func begin(with head: Head, on timeline: Timeline) {
        // The decoder's own events stay behind the gate: the rate may be different here, and time counts from the first
        // sample that is heard.
        gainInput.send(gst_event_new_stream_start("load-\(generation.rawValue)"))
        gainInput.send(Mixer.formatEvent(rate: rate))
        var segment = GstSegment()
        gst_segment_init(&segment, GST_FORMAT_TIME)
        gainInput.send(gst_event_new_segment(&segment))
        reblocker.start(at: timeline.startSample, head, rate: rate, blockLength: mixer.blockLength)
    }

    /// Sends the end of the stream to the mixer in place of the rest, which is silent. Does nothing for a load that has
    /// ended.
    func finish() {
        guard shared.withLock({ $0.machine.beginEnding() }) else { return }
        // Not through the gate pad, whose own probe would hold the event.
        gainInput.send(gst_event_new_eos())
        // The pad may be freed only now. If it were freed earlier, the mixer would wait for ever for an end that can't
        // reach it any more.
        if let end = shared.withLock({ $0.machine.ended() }) { mixer.ends(self, at: end) }
    }

    // MARK: - From whichever thread knows that the mixer can't overtake it

    /// Puts the waiting stream on the mixer's timeline: its first sample is heard at `sample`. `isSuccessor` says that
    /// another load is heard there. A render gets as far as the end of `transition` before it has to know what follows.
    func enter(
        _ pad: Pad, at sample: Int64, run: FadeRun? = nil, isSuccessor: Bool, transition: BegunTransition?
    ) {
        output.setOffset(Timeline.time(of: sample, rate: rate).nanoseconds)
        output.link(to: pad)
        let number = mixer.number
        let end = transition.map { max($0.endSample, sample + 1) } ?? sample
        // Not before the link: the gate may be asked at any time, and what it let pass would not arrive.
        shared.withLock { shared in
            shared.machine.enter(
                number, at: sample, rate: rate, run: run, isSuccessor: isSuccessor,
                // The mixer makes nothing of a part of a block.
                holdSample: mixer.isOffline ? mixer.blockEnd(notBefore: end) : nil)
        }
        // Before the first news from the stream itself.
        if let transition { mixer.note(transition) }
        reconsider()
    }

    /// Takes the deck out of the sound until `end`, as this plan says, from sample `start` on where that is still
    /// possible. Returns where that ends.
    func fadeOut(by plan: TransitionPlan, from start: Int64, to end: Int64) -> Int64 {
        let ramp = MediaTime.ramp.samples(rate: rate)
        return shared.withLock {
            $0.machine.fadeOut(along: plan.curve, within: plan.fadeOut, from: start, to: end, ramp: ramp)
        }
    }
}
