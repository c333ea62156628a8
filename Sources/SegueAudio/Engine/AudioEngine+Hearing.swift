import EventLoop
public import SegueCore

extension AudioEngine {
    /// The position of every load that sounds or is paused; while playing, read from the output now. A load has a
    /// position until the report that its last sample has been heard.
    public func positions() -> [DeckPosition] {
        if let request = pendingStart, let deck = loads[request.generation]?.deck, transport.state == .stopped {
            let position = deck.position
            return [
                DeckPosition(
                    generation: request.generation, heard: position, stopping: position, settled: position)
            ]
        }
        let heard = heardSample
        let stopping = max(transport.stopping, heard)
        let settled = settledSample
        return audible.filter { load in
            !load.isMixed && (load.timeline.startSample <= stopping || audible.count == 1)
        }.map { load in
            func media(at sample: Int64) -> MediaTime {
                load.timeline.media(at: min(max(sample, load.timeline.startSample), load.endSample ?? .max))
            }
            return DeckPosition(
                generation: load.generation, heard: media(at: heard), stopping: media(at: stopping),
                settled: media(at: settled))
        }
    }

    /// The place on the tape that is heard now.
    var heardSample: Int64 { transport.heard }

    /// From this place on, what has been mixed can still be mixed again, differently, before it is heard.
    var settledSample: Int64 {
        isOffline ? transport.tape.end : transport.changeable + remixMargin
    }

    /// In samples: how long it takes to open files again. In a pause nothing goes on meanwhile.
    var remixMargin: Int64 {
        guard case .paused = transport.state else {
            return MediaTime(nanoseconds: 250_000_000).samples(rate: transport.rate)
        }
        return 0
    }

    /// Tells the output what is heard.
    func setTitle(_ generation: LoadGeneration) {
        guard let metadata = loads[generation]?.reported else { return }
        let name = [metadata.artists.first, metadata.title].compactMap(\.self).joined(separator: " – ")
        transport.title = name.isEmpty ? "Music" : name
    }

    // MARK: - Milestones

    /// Arranges to be called when the next milestone is heard.
    func armMilestones() {
        transport.mark = milestones.next
    }

    /// Reports the milestones that have been heard by now.
    func passMilestones() {
        // A file has to contain its end before the end is told.
        passMilestones(upTo: heardSample + (transport.isOut ? 1 : 0))
        armMilestones()
    }

    func passMilestones(upTo place: Int64) {
        while let (milestone, _) = milestones.take(upTo: place) {
            switch milestone {
            case .started(let transition):
                setTitle(transition.incoming)
                report(.transitionStarted(incoming: transition.incoming, span: span(of: transition)))
            case .finished(let transition):
                silence(transition.outgoing)
                // A skip in a fade leaves two tracks.
                for load in audible where load.endSample.map({ $0 <= place }) ?? false { silence(load.generation) }
                report(.transitionFinished(incoming: transition.incoming))
            case .failed(let generation, let error): report(.failed(generation, error))
            case .described(let generation, let metadata): describe(generation, metadata)
            case .answered(let change, let pressed):
                onAnswer(change, MediaTime(nanoseconds: MonotonicTime.now.nanoseconds(since: pressed)))
            case .ended where isGivingWay: continue
            case .ended(let generation):
                // What follows may be mixed already, and the news of it still on its way.
                collect()
                guard !isFollowed(generation) else { continue }
                // The rest of a block was held back for a track that might have been joined to it.
                if !transport.tape.isComplete, loads[generation]?.deck.isOnTimeline == true {
                    playOut(generation)
                    continue
                }
                silence(generation)
                endTimeline()
                report(.ended(generation))
                startIfPossible()
            }
        }
    }

    /// How the fade of a transition on the tape is heard; nil for a transition without a fade.
    private func span(of transition: BegunTransition) -> FadeSpan? {
        guard transition.plan.kind == .crossfade,
            let load = audible.first(where: { $0.generation == transition.incoming })
        else { return nil }
        return FadeSpan(
            position: load.timeline.media(at: transition.startSample),
            duration: Timeline.time(of: transition.endSample - transition.startSample, rate: transport.rate))
    }

    /// The last sample of this load has been heard.
    private func silence(_ generation: LoadGeneration) {
        audible.removeAll { $0.generation == generation }
        letGo(generation)
    }
}
