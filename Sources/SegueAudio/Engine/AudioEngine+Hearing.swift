import CGStreamer
import EventLoop
public import SegueCore
import Synchronization

/// A load that is on the timeline, as long as any of it is still to be heard.
struct AudibleLoad: Hashable {
    var generation: LoadGeneration
    var timeline: Timeline
    /// Silent from here on.
    var endSample: Int64?

    init(_ branch: Branch) {
        generation = branch.generation
        timeline = branch.state.withLock { $0.timeline }
        // A live stream begins wherever it is; what counts is how long it has been listened to.
        if branch.isLive { timeline.mediaStart = branch.position }
    }
}

extension AudioEngine {
    /// Where every load is that sounds or is paused; while playing, read from the audio clock now.
    public func positions() -> [DeckPosition] {
        if let request = pendingStart, let branch = branches[request.generation], flow == .stopped {
            let position = branch.position
            return [
                DeckPosition(
                    generation: request.generation, heard: position, stopping: position, settled: position)
            ]
        }
        let heard = heardSample
        let stopping = stoppingSample
        return audible.filter { $0.timeline.startSample <= max(heard, stopping) || audible.count == 1 }.map { load in
            func media(at sample: Int64) -> MediaTime {
                load.timeline.media(at: min(max(sample, load.timeline.startSample), load.endSample ?? .max))
            }
            return DeckPosition(
                generation: load.generation, heard: media(at: heard), stopping: media(at: max(stopping, heard)),
                settled: media(at: settledSample(of: load)))
        }
    }

    /// The sample of the mixer's timeline that is heard now.
    var heardSample: Int64 {
        if isOffline { return mixer.frontier }
        switch flow {
        case .stopped: return 0
        case .paused(let sample): return sample
        case .running, .closing:
            if let running = runningTime {
                let sample = Timeline.sample(at: MediaTime(nanoseconds: running), rate: mixer.rate)
                lastHeard = max(lastHeard, min(sample, mixer.frontier))
            }
            return lastHeard
        }
    }

    /// Where the sound would stop if a pause were asked for now.
    private var stoppingSample: Int64 {
        switch flow {
        case .stopped: 0
        case .paused(let sample): sample
        case .running: mixer.frontier + (isOffline ? 0 : mixer.blockLength)
        case .closing: mixer.closingSample
        }
    }

    /// From here on the gain of a load can still be changed. In real time its stream goes on meanwhile.
    private func settledSample(of load: AudibleLoad) -> Int64 {
        guard let branch = branches[load.generation] else { return load.endSample ?? mixer.frontier }
        return branch.frontier + (isOffline ? 0 : mixer.blockLength)
    }

    /// Nil while the pipeline does not play yet.
    private var runningTime: Int64? {
        guard pipeline.currentState == GST_STATE_PLAYING, let clock = gst_element_get_clock(pipeline.pointer) else {
            return nil
        }
        defer { gst_object_unref(clock) }
        let base = gst_element_get_base_time(pipeline.pointer)
        let now = gst_clock_get_time(clock)
        // The clock of an output that was changed to in the middle begins at 0: its base lies before that, and wraps around.
        return max(0, Int64(bitPattern: UInt64(now &- base)))
    }

    // MARK: - Milestones

    /// Arranges to be called when the next milestone is heard. In a pause nothing is arranged.
    func armMilestones() {
        guard let next = milestones.next else {
            milestones.disarm()
            return
        }
        if isOffline {
            mixer.report(at: next)
            return
        }
        switch flow {
        case .stopped, .paused: milestones.disarm()
        case .running, .closing:
            guard runningTime != nil else { return }
            let distance = Timeline.time(of: max(0, next - heardSample), rate: mixer.rate)
            milestones.arm(after: distance) { [weak self] in self?.passMilestones() }
        }
    }

    /// Reports what has been heard by now.
    func passMilestones() {
        passMilestones(upTo: heardSample)
        armMilestones()
    }

    func passMilestones(upTo sample: Int64) {
        while let (milestone, place) = milestones.take(upTo: sample) {
            switch milestone {
            case .started(let transition): report(.transitionStarted(incoming: transition.incoming))
            case .finished(let transition):
                audible.removeAll { $0.generation == transition.outgoing }
                report(.transitionFinished(incoming: transition.incoming))
            case .ended(let generation):
                shutDown(keepingStart: true)
                report(.ended(generation))
                startIfPossible()
            case .drained: drained(at: place)
            case .starved: mixer.closeWithoutRamp()
            }
        }
    }
}
