import CGStreamer
import EventLoop
import SegueCore

extension Deck {
    // MARK: - At the gate, in the streaming thread

    func verdict(on item: Pad.Item) -> Pad.Verdict {
        switch item {
        case .buffer(let buffer): verdict(onBuffer: buffer)
        case .event(let event): verdict(onEvent: event)
        case .query, .other: .pass
        }
    }

    /// Holds the stream once enough has arrived to begin with. After the load has started, forwards everything in
    /// blocks, as the mixer has room for them.
    private func verdict(onBuffer buffer: UnsafeMutablePointer<GstBuffer>) -> Pad.Verdict {
        let arrival = DeckMachine<Deck>.Arrival(
            address: UInt(bitPattern: buffer), stamp: segue_buffer_pts(buffer))
        var head: Head?
        var isReady = false
        let step = shared.withLock { shared in
            let step = shared.machine.arrived(arrival)
            switch step {
            case .keep: isReady = keep(buffer, in: &shared)
            case .begin: head = shared.takeHead()
            case .wait, .take, .goOn: break
            }
            return step
        }
        switch step {
        case .wait: return .block
        case .keep where isReady:
            inbox.post(.prerolled(self))
            return .block
        case .keep: return .drop
        case .begin(let timeline): if let head { begin(with: head, on: timeline) }
        case .take: reblocker.push(buffer)
        case .goOn: break
        }
        // The decoder, which knows nothing of the excerpt, then waits at the gate.
        if excerpt?.end != nil, reblocker.isComplete { return verdictAtEnd() }
        return workDone(passBlocks())
    }

    /// Notes that the streaming thread has processed the arrivals, or has to wait for room in the mixer.
    private func workDone(_ verdict: Pad.Verdict) -> Pad.Verdict {
        var isWaiting = false
        if case .block = verdict { isWaiting = true }
        let mustEnd = shared.withLock { $0.machine.workDone(isWaiting: isWaiting, hasMore: hasMore) }
        if mustEnd { endWithRest() }
        return verdict
    }

    /// Sends the end after the samples that are available now: more of the stream may never come. Does nothing for a
    /// load that does not sound. Not in the streaming thread.
    func endWithoutWaiting() {
        // A block that waits for room in the mixer continues from there, followed by the end.
        let isFree = shared.withLock { $0.machine.endWithoutWaiting { !reblocker.hasBlock && !hasMore } }
        if isFree { endWithRest() }
    }

    /// True if another buffer is available without waiting.
    private var hasMore: Bool { reserve?.isEmpty == false }

    private func endWithRest() {
        _ = reblocker.finish(before: nil)
        reblocker.fillBlock()
        while let block = reblocker.take() ?? reblocker.takeRest(), deliver(block) {}
        finish()
    }

    private func verdict(onEvent event: UnsafeMutablePointer<GstEvent>) -> Pad.Verdict {
        switch segue_event_type(event) {
        case GST_EVENT_TAG:
            // Parsers repeat the tags of a file with every change of its bit rate; a stream may have new tags.
            if isRemote, let sample = shared.withLock({ $0.machine.isPlaying ? $0.machine.frontier : nil }) {
                // The samples before the tags may still wait for the rest of their block.
                inbox.post(.tagsChanged(self, tags(with: event), at: sample + reblocker.available))
            }
            return .pass
        case GST_EVENT_CAPS:
            if isPlaying, let format = gatePad.audioFormat { reblocker.changeInputRate(to: format.rate) }
            return .pass
        case GST_EVENT_SEGMENT:
            // The next stream of a chain begins.
            if isPlaying, excerpt == nil { reblocker.forgetLength() }
            return .pass
        case GST_EVENT_EOS: return verdictAtEnd()
        default: return .pass
        }
    }

    /// Handles the end of the stream, or of the excerpt.
    private func verdictAtEnd() -> Pad.Verdict {
        guard shared.withLock({ $0.machine.endArrived() }) else { return .block }
        let verdict = verdictOnEnd()
        shared.withLock { $0.machine.endHandled() }
        return verdict
    }

    private func verdictOnEnd() -> Pad.Verdict {
        if let verdict = verdictOnRest() { return verdict }
        let opening = openingFollower
        let step = shared.withLock { shared in
            shared.machine.atEnd(
                isComplete: isComplete(shared.source), hasBeginning: shared.head != nil, opening: opening)
        }
        switch step {
        case .wait: return .block
        case .drop: return .drop
        case .beginAgain:
            beginAgain()
            return .drop
        case .ready:
            inbox.post(.prerolled(self))
            return .block
        case .ask(let sample):
            inbox.post(.endHeld(self, at: sample))
            return .block
        case .join(let armed, let sample):
            let continuation = shared.withLock { $0.continuation }.flatMap { $0.0 === armed.incoming ? $0.1 : nil }
            switch mixer.join(armed, with: continuation, from: self, at: sample) {
            case .done: return .drop
            // The load that should have followed has been removed: wait for another decision.
            case .gone: return verdictOnEnd()
            case .sealed: return .block
            }
        case .fill(let frames):
            reblocker.addSilence(frames)
            return verdictOnEnd()
        case .end:
            finish()
            return .drop
        }
    }

    /// Forwards everything up to the end, as far as it may pass now. Returns nil if everything has been forwarded, or
    /// if that is not possible yet.
    private func verdictOnRest() -> Pad.Verdict? {
        let (isPlaying, beginning, follower) = shared.withLock { shared in
            let timeline = shared.machine.beginning()
            let beginning = timeline.flatMap { timeline in shared.takeHead().map { ($0, timeline) } }
            return (shared.machine.isPlaying, beginning, shared.machine.joiner)
        }
        guard isPlaying else { return nil }
        if let (head, timeline) = beginning { begin(with: head, on: timeline) }
        if case .block = passBlocks() { return .block }
        guard !shared.withLock({ $0.machine.isHeld }) else { return .block }
        // A load that follows without a gap continues with the filter, if there is one.
        let continuation = reblocker.finish(before: follower?.arrived)
        if let follower, let continuation { shared.withLock { $0.continuation = (follower, continuation) } }
        // Beside another load, the mixer waits for the rest of a block, which would never come.
        let rest = reblocker.available
        if shared.withLock({ $0.machine.isAccompanied(in: rest) }) { reblocker.fillBlock() }
        while !reblocker.isEmpty {
            guard mayPass else { return .block }
            guard let block = reblocker.take() ?? reblocker.takeRest(), deliver(block) else { break }
        }
        return nil
    }

    /// Keeps the arrivals after a load or a seek until there is enough to begin with. Returns true if there is enough.
    private func keep(_ buffer: UnsafeMutablePointer<GstBuffer>, in shared: inout Shared) -> Bool {
        if shared.head == nil { shared.head = head(with: buffer, in: &shared) }
        shared.head?.append(buffer)
        guard shared.head?.isComplete == true else { return false }
        shared.machine.becomeReady()
        return true
    }

    /// Returns the beginning of the media; nil if all of this buffer precedes it.
    private func head(with buffer: UnsafeMutablePointer<GstBuffer>, in shared: inout Shared) -> Head? {
        shared.machine.locate(position)
        let inputRate = gatePad.audioFormat?.rate ?? rate
        let stamp = segue_buffer_pts(buffer)
        guard var segment = gatePad.segment, stamp != segue_clock_time_none() else {
            return Head(rate: inputRate, skipped: 0, count: nil)
        }
        let media = gst_segment_to_stream_time(&segment, GST_FORMAT_TIME, stamp)
        guard media != segue_clock_time_none() else { return Head(rate: inputRate, skipped: 0, count: nil) }
        let times = excerpt?.times(atRate: inputRate)
        let start = shared.source.place(MediaTime(nanoseconds: Int64(media))) - (times?.start ?? .zero)
        let frames = Int64(gst_buffer_get_size(buffer)) / Mixer.bytesPerFrame
        var skipped = max(0, (position - start).samples(rate: inputRate))
        if skipped > Self.leadIn.samples(rate: inputRate) { skipped = 0 }
        guard skipped == 0 || skipped < frames else { return nil }
        shared.machine.locate(start + MediaTime(samples: skipped, rate: inputRate))
        var count = times?.end.map { ($0 - MediaTime(nanoseconds: Int64(media))).samples(rate: inputRate) }
        if count == nil, segment.stop != segue_clock_time_none(), segment.stop > stamp {
            // Decoders cut at a time in nanoseconds, and so sometimes leave one sample too many.
            count = MediaTime(nanoseconds: Int64(segment.stop - stamp)).samples(rate: inputRate)
        }
        return Head(rate: inputRate, skipped: skipped, count: count)
    }
}
