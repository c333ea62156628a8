import CGStreamer
import SegueCore
import Synchronization

extension Branch {
    // MARK: - At the gate, in the streaming thread

    func verdict(on item: Pad.Item) -> Pad.Verdict {
        switch item {
        case .buffer(let buffer): verdict(onBuffer: buffer)
        case .event(let event): verdict(onEvent: event)
        case .query, .other: .pass
        }
    }

    enum Step {
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
                return arrive(buffer, in: &state) ? .post(.prerolled(self), .block) : .verdict(.drop)
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

    /// The streaming thread is through with what has arrived, or has to wait for room in the mixer.
    func workDone(_ verdict: Pad.Verdict) -> Pad.Verdict {
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
            let sample = state.withLock { $0.phase == .sounding ? $0.frontier : nil }
            if isRemote, let sample { inbox.post(.tagsChanged(self, tags(with: event), at: sample)) }
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
                return .post(.prerolled(self), .block)
            case .sounding: break
            }
            guard state.finalSample == nil else { return .verdict(.drop) }
            if case .complete = state.connection {
            } else if state.endSample == nil || state.run != nil {
                // Whether this is the end, or the connection broke off, is known on the loop. Not asked for what was let go of.
                guard !state.holdsEnd else { return .verdict(.block) }
                state.holdsEnd = true
                return .post(.endHeld(self, at: state.frontier), .block)
            }
            if let armed = state.armed, armed.incoming.isLoading { return .verdict(.block) }
            if var armed = state.armed {
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
            return .post(.endHeld(self, at: state.frontier), .block)
        }
        switch step {
        case .verdict(let verdict): return verdict
        case .open: preconditionFailure("nothing opens at the end")
        case .post(let signal, let verdict):
            inbox.post(signal)
            return verdict
        case .begin(let armed, let sample):
            switch mixer.join(armed, from: self, at: sample) {
            case .done: return .drop
            // What should have followed is gone: wait for another decision.
            case .gone: return verdictOnEnd()
            case .sealed: return .block
            }
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
        let continuation = reblocker.finish(before: incoming?.arrived)
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
        // An encoder of an adaptive stream counts from where it likes, and 0 is where the stream begins: there it is the first time.
        let origin = state.origin ?? (state.isAdaptive ? MediaTime(nanoseconds: Int64(media)) : .zero)
        state.origin = origin
        let start = MediaTime(nanoseconds: Int64(media)) - origin
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
}
