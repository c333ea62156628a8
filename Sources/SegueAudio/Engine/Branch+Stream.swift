import CGStreamer
import SegueCore
import Synchronization

extension Branch {
    /// What the streaming thread and the loop share about one load.
    struct StreamState {
        enum Phase {
            /// Nothing has arrived at the gate since the load, or since the last seek.
            case loading
            /// The first buffer waits at the gate.
            case prerolled
            /// The mixer has taken it, and will put it on the timeline at once.
            case claimed
            /// On the mixer's timeline.
            case sounding
            /// Nothing passes any more.
            case dead
        }

        var phase = Phase.loading
        /// Running time of the first buffer within the branch: not always 0.
        var firstRunningTime: Int64 = 0
        /// Where the load lies on the mixer's timeline; from `sounding` on.
        var timeline = Timeline(startSample: 0, mediaStart: .zero, rate: 1)
        /// The gain in front of the fade.
        var loudness = 1.0
        /// Whether the position that was asked for has been gone to.
        var hasSought = false
        /// Whether an error has ended it.
        var hasFailed = false
        /// What passed last: a reconsidering gate may ask about it again.
        var latest: PassedBuffer?
        /// How many samples have passed the gate.
        var passed: Int64 = 0
        /// The gain over media position that the fade element plays.
        var envelope = FadeEnvelope(constant: 1)
        /// The envelope is attached, at some cost; once it is through, its last gain is set for good.
        var isEnvelopePlaying = false
        /// The fade that the load takes part in.
        var run: FadeRun?
        /// The load is silent from here on, and ends.
        var endSample: Int64?
        /// What follows it.
        var armed: ArmedTransition?
        /// Nothing follows it.
        var playsOut = false
        /// The end of the stream waits at the gate for a decision.
        var holdsEnd = false
        /// The end of the stream has gone to the mixer, behind this sample.
        var finalSample: Int64?

        /// The first sample, on the mixer's timeline, that has not passed the gate.
        var frontier: Int64 { timeline.startSample + passed }
        /// On the mixer's timeline, or was until a moment ago.
        var isInMixer: Bool {
            switch phase {
            case .loading, .prerolled: false
            case .claimed, .sounding: true
            case .dead: passed > 0
            }
        }
        /// Whether it is known what happens at the end.
        var isDecided: Bool { playsOut || armed != nil || endSample != nil }
    }

    /// Tells a buffer from those before and behind it.
    struct PassedBuffer: Equatable {
        var address: UInt
        var stamp: GstClockTime
    }

    // MARK: - At the gate, in the streaming thread

    func verdict(on item: Pad.Item) -> Pad.Verdict {
        switch item {
        case .buffer(let buffer): verdict(onBuffer: buffer)
        case .event(let event): verdict(onEvent: event)
        case .other: .pass
        }
    }

    private enum Step {
        case verdict(Pad.Verdict)
        case begin(ArmedTransition, at: Int64)
        case end
        case post(StreamSignal, Pad.Verdict)
    }

    /// Holds the first buffer, and from the opening on hands everything on in blocks, as the mixer has room for them.
    private func verdict(onBuffer buffer: UnsafeMutablePointer<GstBuffer>) -> Pad.Verdict {
        let passing = PassedBuffer(address: UInt(bitPattern: buffer), stamp: segue_buffer_pts(buffer))
        let step: Step = state.withLock { state in
            switch state.phase {
            case .dead, .prerolled, .claimed: return .verdict(.block)
            case .loading:
                arrive(buffer, in: &state)
                return .post(.prerolled(generation), .block)
            case .sounding: break
            }
            // It may be asked again about the same buffer, whose rest then waits in the reblocker.
            if state.latest != passing {
                if state.latest == nil { reblocker.start(at: state.timeline.startSample, stamp: UInt64(passing.stamp)) }
                state.latest = passing
                reblocker.push(buffer)
            }
            return .verdict(.pass)
        }
        switch step {
        case .verdict(.pass):
            while reblocker.hasBlock {
                guard hasRoom else { return .block }
                guard let block = reblocker.take(), deliver(block) else { break }
            }
            return .drop
        case .verdict(let verdict): return verdict
        case .post(let signal, let verdict):
            inbox.post(signal)
            return verdict
        case .begin, .end: return .drop
        }
    }

    /// Whether the mixer takes the next block now. The first one always: without it nothing is mixed at all.
    private var hasRoom: Bool {
        let (isFirst, start) = state.withLock { ($0.passed == 0, $0.frontier) }
        return isFirst || mixer.hasRoom(at: start)
    }

    /// Sends one block through loudness and fade into the mixer. False when nothing more is to be sent.
    private func deliver(_ block: UnsafeMutablePointer<GstBuffer>) -> Bool {
        let frames = Int64(gst_buffer_get_size(block)) / Mixer.bytesPerFrame
        let step: Step = state.withLock { state in
            guard state.phase == .sounding else { return .verdict(.drop) }
            let start = state.frontier
            if let end = state.endSample, start >= end { return .end }
            if let armed = state.armed, let due = armed.sample(on: state.timeline), due < start + frames {
                state.armed = nil
                return .begin(armed, at: max(due, start))
            }
            advance(by: frames, in: &state)
            return .verdict(.pass)
        }
        switch step {
        case .verdict(.pass): break
        case .begin(let armed, let sample):
            // False: what should have followed is gone, so this goes on.
            _ = mixer.begin(armed, from: self, at: sample, isAtEnd: false)
            state.withLock { advance(by: frames, in: &$0) }
        case .end:
            segue_buffer_unref(block)
            finish()
            return false
        case .verdict, .post:
            segue_buffer_unref(block)
            return false
        }
        guard gst_pad_chain(gainInput.pointer, block) == GST_FLOW_OK else {
            // The mixer flushes or is gone: nothing more is wanted from this stream.
            state.withLock { $0.phase = .dead }
            return false
        }
        return true
    }

    private func verdict(onEvent event: UnsafeMutablePointer<GstEvent>) -> Pad.Verdict {
        switch segue_event_type(event) {
        case GST_EVENT_TAG:
            // Parsers repeat the tags of a file with every change of its bit rate; a station really has news.
            if isStation, state.withLock({ $0.phase == .sounding }) { inbox.post(.tagsChanged(generation)) }
            return .pass
        case GST_EVENT_EOS: return verdictOnEnd()
        default: return .pass
        }
    }

    private func verdictOnEnd() -> Pad.Verdict {
        if state.withLock({ $0.phase == .sounding }), !reblocker.isEmpty {
            guard hasRoom else { return .block }
            if let rest = reblocker.takeRest() { _ = deliver(rest) }
        }
        let step: Step = state.withLock { state in
            switch state.phase {
            // A load without any sample waits for its opening too; the end of a dead one was sent when it died.
            case .dead, .prerolled, .claimed: return .verdict(.block)
            case .loading:
                state.phase = .dead
                return .post(.withoutAudio(generation), .block)
            case .sounding: break
            }
            guard state.finalSample == nil else { return .verdict(.drop) }
            if let armed = state.armed {
                state.armed = nil
                return .begin(armed, at: state.frontier)
            }
            guard !state.isDecided else { return .end }
            state.holdsEnd = true
            return .post(.endHeld(generation, at: state.frontier), .block)
        }
        switch step {
        case .verdict(let verdict): return verdict
        case .post(let signal, let verdict):
            inbox.post(signal)
            return verdict
        case .begin(let armed, let sample):
            // What should have followed is gone: wait for another decision.
            guard mixer.begin(armed, from: self, at: sample, isAtEnd: true) else { return verdictOnEnd() }
            sendEnd()
            return .drop
        case .end:
            sendEnd()
            return .drop
        }
    }

    /// The first buffer after a load or a seek: where the media begins.
    private func arrive(_ buffer: UnsafeMutablePointer<GstBuffer>, in state: inout StreamState) {
        state.phase = .prerolled
        state.firstRunningTime = 0
        state.timeline = Timeline(startSample: 0, mediaStart: position, rate: rate)
        guard var segment = gatePad.segment, segue_buffer_pts(buffer) != segue_clock_time_none() else { return }
        let stamp = segue_buffer_pts(buffer)
        let running = gst_segment_to_running_time(&segment, GST_FORMAT_TIME, stamp)
        let media = gst_segment_to_stream_time(&segment, GST_FORMAT_TIME, stamp)
        guard running != segue_clock_time_none(), media != segue_clock_time_none() else { return }
        state.firstRunningTime = Int64(running)
        state.timeline.mediaStart = MediaTime(nanoseconds: Int64(media))
    }

    private func advance(by frames: Int64, in state: inout StreamState) {
        if state.isEnvelopePlaying, state.timeline.stamp(at: state.frontier) >= state.envelope.end {
            state.isEnvelopePlaying = false
            fade.settle(at: state.envelope.finalGain)
        }
        state.passed += frames
    }

    /// Sends the end of the stream to the mixer in place of what is left, which is silent.
    private func finish() {
        state.withLock { $0.phase = .dead }
        sendEnd()
    }

    /// Tells the mixer that nothing more comes, and only then that the pad may be freed: freed before, it would wait for
    /// ever for an end that can't reach it any more.
    private func sendEnd() {
        // Not through the gate pad: its own probe would hold it.
        gainInput.send(gst_event_new_eos())
        state.withLock { $0.finalSample = $0.frontier }
    }

    // MARK: - From whichever thread knows that the mixer can't overtake it

    /// Puts the waiting stream on the mixer's timeline: its first sample is heard at `sample`.
    func enter(_ pad: Pad, at sample: Int64, run: FadeRun?) {
        let offset: Int64 = state.withLock { state in
            state.passed = 0
            state.latest = nil
            state.timeline.startSample = sample
            state.envelope = FadeEnvelope(constant: 1)
            state.run = run
            if let run {
                run.write(into: &state.envelope, of: state.timeline)
                state.isEnvelopePlaying = true
                fade.play(state.envelope)
            }
            return Timeline.time(of: sample, rate: rate).nanoseconds - state.firstRunningTime
        }
        output.setOffset(offset)
        output.link(to: pad)
        // Not before: the gate may be asked at any time, and what it let pass would not arrive.
        state.withLock { $0.phase = .sounding }
        reconsider()
    }

    /// Rewrites the gain from the first sample that has not passed the gate. `change` gets that sample; what it writes
    /// is in force for every sample from there on.
    func rewrite(_ change: (inout StreamState, Int64) -> Void) {
        state.withLock { state in
            guard state.phase == .sounding else { return }
            change(&state, state.frontier)
            state.isEnvelopePlaying = true
            fade.play(state.envelope)
        }
    }
}
