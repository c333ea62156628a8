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
        /// What has arrived of it, from the first buffer on, until it sounds.
        var opening: Opening?
        /// Where the load lies on the mixer's timeline; from `sounding` on.
        var timeline = Timeline(startSample: 0, mediaStart: .zero, rate: 1)
        /// The gain in front of the fade.
        var loudness = 1.0
        /// Whether the position that was asked for has been gone to.
        var hasSought = false
        /// Whether an error has ended it.
        var hasFailed = false
        /// Percent of the reserve that there has to be before it sounds; 100 for a file.
        var fill = 100
        /// What became of the connection that it came over.
        var connection = Connection.complete
        /// It has no length, and no position that could be gone to.
        var isLive = false
        /// Its server has all of it, and gives any part.
        var hasParts = false
        /// It is known that positions can be gone to.
        var isKnownSeekable = false
        /// It is a radio station: it has no end of its own.
        var isStation = false
        var stationName: String?
        /// Who uses the reblocker.
        var work = Work.none
        /// It has to end with what is there, and wait for nothing more.
        var mustNotWait = false
        /// What passed last: a reconsidering gate may ask about it again.
        var latest: PassedBuffer?
        /// How many samples have passed the gate.
        var passed: Int64 = 0
        /// The gain over media position that the fade element plays.
        var envelope = FadeEnvelope(constant: 1)
        /// The envelope is played, at some cost; once it is through, its last gain is set for good.
        var isEnvelopePlaying = false
        /// The fade that the load takes part in.
        var run: FadeRun?
        /// Whether it came in while another load was heard.
        var isSuccessor = false
        /// The load is silent from here on, and ends.
        var endSample: Int64?
        /// From here on nothing passes as long as it is not known what follows. Nil in real time, which does not wait.
        var holdSample: Int64?
        /// What follows it.
        var armed: ArmedTransition?
        /// Nothing follows it.
        var playsOut = false
        /// The end of the stream waits at the gate for a decision.
        var holdsEnd = false
        /// The end of the stream has gone to the mixer, behind this sample.
        var finalSample: Int64?

        enum Work {
            case none
            /// The streaming thread hands on what has arrived.
            case passing
            /// Another thread sends the end in front of what may never arrive.
            case ending
        }

        enum Connection {
            case standing
            /// Nothing more comes over it, although there should be more.
            case broken(AudioPlayerError)
            /// All that there is has come.
            case complete
        }

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
        /// With what the load that follows without a gap goes on.
        var continuation: (Branch, Reblocker.Continuation)?

        /// Whether it is known what happens at the end.
        var isDecided: Bool { playsOut || armed != nil || endSample != nil }
        /// Whether nothing may pass until that is known.
        var isHeld: Bool {
            guard let holdSample, phase == .sounding else { return false }
            return !isDecided && frontier >= holdSample
        }

        /// Once: what the load begins with.
        mutating func takeOpening() -> Opening? {
            defer { opening = nil }
            return opening
        }
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
        case .query, .other: .pass
        }
    }

    private enum Step {
        case verdict(Pad.Verdict)
        case open(Opening, Timeline)
        case begin(ArmedTransition, at: Int64)
        case fill(frames: Int64)
        case end
        case again
        case post(StreamSignal, Pad.Verdict)
    }

    /// Holds the stream when enough has arrived to begin with, and from its start on hands everything on in blocks, as the
    /// mixer has room for them.
    private func verdict(onBuffer buffer: UnsafeMutablePointer<GstBuffer>) -> Pad.Verdict {
        let passing = PassedBuffer(address: UInt(bitPattern: buffer), stamp: segue_buffer_pts(buffer))
        let step: Step = state.withLock { state in
            switch state.phase {
            case .dead, .prerolled, .claimed: return .verdict(.block)
            case .loading:
                return arrive(buffer, in: &state) ? .post(.prerolled(generation), .block) : .verdict(.drop)
            case .sounding: break
            }
            guard state.work != .ending else { return .verdict(.block) }
            state.work = .passing
            if let opening = state.takeOpening() {
                // This buffer is the last of it.
                state.latest = passing
                return .open(opening, state.timeline)
            }
            // Asked again about a buffer that has been taken in already, it hands on what could not pass before.
            if state.latest != passing { reblocker.push(buffer) }
            state.latest = passing
            return .verdict(.pass)
        }
        switch step {
        case .open(let opening, let timeline):
            open(opening, on: timeline)
            return workDone(passBlocks())
        case .verdict(.pass): return workDone(passBlocks())
        case .verdict(let verdict): return verdict
        case .post(let signal, let verdict):
            inbox.post(signal)
            return verdict
        case .begin, .fill, .end, .again: return .drop
        }
    }

    private func passBlocks() -> Pad.Verdict {
        while reblocker.hasBlock {
            guard mayPass else { return .block }
            guard let block = reblocker.take(), deliver(block) else { break }
        }
        return .drop
    }

    /// Whether the next block is to go out now: when the mixer has room for it. The first one always: without it nothing is
    /// mixed at all. A render waits for the decision what follows, so that none comes too late.
    private var mayPass: Bool {
        let (isFirst, start, isHeld) = state.withLock { ($0.passed == 0, $0.frontier, $0.isHeld) }
        return !isHeld && (isFirst || mixer.hasRoom(at: start))
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

    /// The streaming thread is through with what has arrived, or has to wait for room in the mixer.
    private func workDone(_ verdict: Pad.Verdict) -> Pad.Verdict {
        var isWaiting = false
        if case .block = verdict { isWaiting = true }
        let mustEnd = state.withLock { state in
            let mustEnd = state.mustNotWait && state.phase == .sounding && !isWaiting && !hasMore
            state.work = mustEnd ? .ending : .none
            return mustEnd
        }
        if mustEnd { endWithRest() }
        return verdict
    }

    /// Sends the end behind what is there by now: more of the stream may never come. Not in the streaming thread; does nothing
    /// for a load that does not sound.
    func endWithoutWaiting() {
        let isFree = state.withLock { state in
            guard state.phase == .sounding, state.finalSample == nil, !state.holdsEnd else { return false }
            state.mustNotWait = true
            // A block that waits for room in the mixer goes on from there.
            guard state.work == .none, !reblocker.hasBlock, !hasMore else { return false }
            state.work = .ending
            return true
        }
        if isFree { endWithRest() }
    }

    /// Whether another buffer comes without any waiting.
    private var hasMore: Bool { reserve?.isEmpty == false }

    private func endWithRest() {
        _ = reblocker.finish(before: nil)
        reblocker.fillBlock()
        while let block = reblocker.take() ?? reblocker.takeRest(), deliver(block) {}
        if state.withLock({ $0.phase == .sounding }) { finish() }
    }

    private func verdict(onEvent event: UnsafeMutablePointer<GstEvent>) -> Pad.Verdict {
        switch segue_event_type(event) {
        case GST_EVENT_TAG:
            // Parsers repeat the tags of a file with every change of its bit rate; a stream may really have news.
            if isRemote, state.withLock({ $0.phase == .sounding }) { inbox.post(.tagsChanged(generation)) }
            return .pass
        case GST_EVENT_CAPS:
            if state.withLock({ $0.phase == .sounding }), let format = gatePad.audioFormat {
                reblocker.changeInputRate(to: format.rate)
            }
            return .pass
        case GST_EVENT_SEGMENT:
            // The next link of a chain of streams.
            if state.withLock({ $0.phase == .sounding }) { reblocker.forgetLength() }
            return .pass
        case GST_EVENT_EOS:
            let isTaken = state.withLock { state in
                guard state.work != .ending else { return true }
                state.work = .passing
                return false
            }
            guard !isTaken else { return .block }
            defer { state.withLock { $0.work = .none } }
            return verdictOnEnd()
        default: return .pass
        }
    }

    private func verdictOnEnd() -> Pad.Verdict {
        if let verdict = verdictOnRest() { return verdict }
        let step: Step = state.withLock { state in
            switch state.phase {
            // A load without any sample waits for its opening too; the end of a dead one was sent when it died.
            case .dead, .prerolled, .claimed: return .verdict(.block)
            case .loading:
                guard state.opening != nil else { return .again }
                // A track of a moment.
                state.phase = .prerolled
                return .post(.prerolled(generation), .block)
            case .sounding: break
            }
            guard state.finalSample == nil else { return .verdict(.drop) }
            if case .complete = state.connection {
            } else if state.endSample == nil || state.run != nil {
                // Whether this is the end, or the connection broke off, is known on the loop. Not asked for what was let go of.
                guard !state.holdsEnd else { return .verdict(.block) }
                state.holdsEnd = true
                return .post(.endHeld(generation, at: state.frontier), .block)
            }
            if var armed = state.armed {
                state.armed = nil
                if let (incoming, continuation) = state.continuation, incoming === armed.incoming {
                    armed.continuation = continuation
                }
                return .begin(armed, at: state.frontier)
            }
            guard !state.isDecided else { return .end }
            // A file that is shorter than it says may end inside of its own fade. Nothing is mixed but what both tracks send,
            // and what follows can only be decided when the other one is through: so silence goes on up to there.
            if state.isSuccessor, let run = state.run, state.frontier < mixer.blockEnd(notBefore: run.endSample) {
                return .fill(frames: mixer.blockEnd(notBefore: state.frontier + 1) - state.frontier)
            }
            state.holdsEnd = true
            return .post(.endHeld(generation, at: state.frontier), .block)
        }
        switch step {
        case .verdict(let verdict): return verdict
        case .open: preconditionFailure("nothing opens at the end")
        case .post(let signal, let verdict):
            inbox.post(signal)
            return verdict
        case .begin(let armed, let sample):
            // What should have followed is gone: wait for another decision.
            return mixer.join(armed, from: self, at: sample) ? .drop : verdictOnEnd()
        case .fill(let frames):
            reblocker.addSilence(frames)
            return verdictOnEnd()
        case .end:
            sendEnd()
            return .drop
        case .again:
            beginAgain()
            return .drop
        }
    }

    /// Hands on everything up to the end, as far as it may pass now; nil when that is done, or not possible yet.
    private func verdictOnRest() -> Pad.Verdict? {
        let (isSounding, opening, timeline, armed) = state.withLock { state in
            let isSounding = state.phase == .sounding
            return (isSounding, isSounding ? state.takeOpening() : nil, state.timeline, state.armed)
        }
        guard isSounding else { return nil }
        if let opening { open(opening, on: timeline) }
        if case .block = passBlocks() { return .block }
        guard !state.withLock({ $0.isHeld }) else { return .block }
        // What follows without a gap gets the filter to go on with, if there is one.
        let incoming = armed?.plan.kind == .gapless ? armed?.incoming : nil
        let continuation = reblocker.finish(before: incoming?.state.withLock { $0.opening })
        if let incoming, let continuation { state.withLock { $0.continuation = (incoming, continuation) } }
        // Beside another load the mixer waits for the rest of a block, and nobody would send it.
        if state.withLock({ $0.endSample != nil }) { reblocker.fillBlock() }
        while !reblocker.isEmpty {
            guard mayPass else { return .block }
            guard let block = reblocker.take() ?? reblocker.takeRest(), deliver(block) else { break }
        }
        return nil
    }

    /// What comes after a load or a seek, until there is enough to begin with. True when there is.
    private func arrive(_ buffer: UnsafeMutablePointer<GstBuffer>, in state: inout StreamState) -> Bool {
        if state.opening == nil { state.opening = opening(with: buffer, in: &state) }
        state.opening?.append(buffer)
        guard state.opening?.isComplete == true else { return false }
        state.phase = .prerolled
        return true
    }

    /// Where the media begins; nil when all of this buffer comes before that.
    private func opening(
        with buffer: UnsafeMutablePointer<GstBuffer>, in state: inout StreamState
    ) -> Opening? {
        state.timeline = Timeline(startSample: 0, mediaStart: position, rate: rate)
        let inputRate = gatePad.audioFormat?.rate ?? rate
        let stamp = segue_buffer_pts(buffer)
        guard var segment = gatePad.segment, stamp != segue_clock_time_none() else {
            return Opening(rate: inputRate, skipped: 0, count: nil)
        }
        let media = gst_segment_to_stream_time(&segment, GST_FORMAT_TIME, stamp)
        guard media != segue_clock_time_none() else { return Opening(rate: inputRate, skipped: 0, count: nil) }
        let start = MediaTime(nanoseconds: Int64(media))
        let frames = Int64(gst_buffer_get_size(buffer)) / Mixer.bytesPerFrame
        var skipped = max(0, (position - start).samples(rate: inputRate))
        if skipped > Self.leadIn.samples(rate: inputRate) { skipped = 0 }
        guard skipped == 0 || skipped < frames else { return nil }
        state.timeline.mediaStart = start + MediaTime(samples: skipped, rate: inputRate)
        var count: Int64?
        if segment.stop != segue_clock_time_none(), segment.stop > stamp {
            // Decoders cut at a time in nanoseconds, and so leave a sample too many now and then.
            count = MediaTime(nanoseconds: Int64(segment.stop - stamp)).samples(rate: inputRate)
        }
        return Opening(rate: inputRate, skipped: skipped, count: count)
    }

    /// Begins with what has arrived, now that the load is on the timeline.
    private func open(_ opening: Opening, on timeline: Timeline) {
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

    /// Puts the waiting stream on the mixer's timeline: its first sample is heard at `sample`. A render comes to the end of
    /// `transition` before it has to know what follows.
    func enter(_ pad: Pad, at sample: Int64, run: FadeRun? = nil, transition: BegunTransition?) {
        output.setOffset(Timeline.time(of: sample, rate: rate).nanoseconds)
        output.link(to: pad)
        state.withLock { state in
            // Not before the link: the gate may be asked at any time, and what it let pass would not arrive.
            state.phase = .sounding
            let end = transition.map { max($0.endSample, sample + 1) } ?? sample
            // The mixer makes nothing of a part of a block.
            state.holdSample = mixer.isOffline ? mixer.blockEnd(notBefore: end) : nil
            state.passed = 0
            state.latest = nil
            state.timeline.startSample = sample
            state.timeline.rate = rate
            state.envelope = FadeEnvelope(constant: 1)
            state.run = run
            if transition != nil { state.isSuccessor = true }
            if let run {
                run.write(into: &state.envelope)
                state.isEnvelopePlaying = true
            }
        }
        // Before the first news from the stream itself.
        if let transition { inbox.post(.begun(transition)) }
        reconsider()
    }

    /// Rewrites the gain from the first sample that has not passed the gate. `change` gets that sample; what it writes
    /// is in force for every sample from there on.
    func rewrite(_ change: (inout StreamState, Int64) -> Void) {
        state.withLock { state in
            guard state.phase == .sounding else { return }
            change(&state, state.frontier)
            state.isEnvelopePlaying = true
        }
    }
}
