extension Player {
    /// The displayed values, as of the last step.
    public var snapshot: Snapshot {
        let entry = shown
        return Snapshot(
            state: state, status: status, isStopped: itinerary.stop != nil, connecting: connecting, problem: problem,
            track: entry, index: entry.flatMap { queue.index(of: $0.id) },
            queueCount: queue.count, queueRevision: queue.revision, gain: current?.gain,
            fade: sound.fade.map { fade in
                let progress = fade.announced
                return FadeSnapshot(
                    outgoing: fade.record.from, incoming: fade.record.to, duration: fade.duration,
                    startedAt: fade.startedAt, outgoingStart: fade.outgoingStart,
                    incomingStart: fade.record.incomingStart, plan: fade.record.plan,
                    isSuspended: !sound.isRunning, progress: progress,
                    canQuickFinish: ResumeStrategy.canQuickFinish(at: progress),
                    resumeStrategy: ResumeStrategy(progress: progress))
            },
            planned: planned, choice: choice, volume: volume, repeatMode: repeatMode, modes: modes,
            isShuffled: queue.isShuffled,
            canGoNext: manualNext != nil,
            canGoPrevious: manualPrevious != nil || canSeek && configuration.previousRestartsAfter > .zero,
            canPlay: entry != nil, canPause: entry != nil, canSeek: canSeek,
            configuration: configuration, chosenOutput: chosenOutput, output: output.status, outputRates: output.rates,
            sleepAt: timers[.sleep], isSounding: isSounding, isReadyForSleep: slumber == .asleep,
            suspendInhibitor: inhibitor, playlists: playlists,
            activePlaylist: itinerary.playlist.flatMap { playlists[$0] }, pins: pins,
            undoText: sentence(edits.done.last?.reversals.last),
            redoText: sentence(edits.undone.last?.reversals.first))
    }

    /// Returns a sentence about the effect of a reversal; empty without one.
    private func sentence(_ reversal: QueueReversal?) -> String {
        reversal?.sentence { queue[$0]?.displayTitle } ?? ""
    }

    /// True if audio is output, or is interrupted for a moment and resumes by itself.
    private var isSounding: Bool {
        switch state {
        case .playing, .preparingCrossfade, .crossfading, .fadingOut: true
        case .buffering(_, _, let previous), .seeking(_, _, _, let previous): previous == .playing
        case .preparing: sound.isRunning
        case .idle, .paused, .crossfadePaused, .finished, .failed: false
        }
    }

    private var chosenOutput: ChosenOutput? {
        output.chosen.map { ChosenOutput(name: $0, configured: configuration.output) }
    }

    private var planned: TransitionRecord? {
        guard let playing = current, let next = standby, let plan = preparation.plan, plan.basis != nil else {
            return nil
        }
        return TransitionRecord(
            from: playing.described, to: next.described, incomingStart: next.start, plan: plan.transition)
    }

    var status: Snapshot.PlaybackStatus {
        switch state {
        case .idle, .finished, .failed, .fadingOut: .stopped
        case .preparing: pursuit.intent == .playing ? .playing : .paused
        case .preparingCrossfade, .playing, .crossfading: .playing
        case .paused, .crossfadePaused: .paused
        case .buffering(_, _, let previous), .seeking(_, _, _, let previous):
            previous == .playing ? .playing : .paused
        }
    }

    /// Returns the values that a session saves on disk, at this moment.
    public func savedSession(at moment: Moment) -> SavedSession {
        let (entries, order) = queue.saved()
        return SavedSession(
            entries: entries, shuffleOrder: order,
            current: shown.flatMap { queue.content.listOrder.rank(of: $0.id) },
            position: livePosition(at: moment).position, volume: volume, repeatMode: repeatMode,
            modes: PlayModes(saved: modes), output: chosenOutput, pins: pins.all, edits: edits)
    }

    /// Restores a saved session, paused at its position. Does nothing once the queue has entries.
    mutating func restore(_ session: SavedSession) {
        guard state.kind == .idle, queue.isEmpty else { return }
        queue.restore(
            entries: session.entries, shuffleOrder: session.shuffleOrder, lastID: session.edits.lastID)
        edits.restore(session.edits)
        set(volume: min(max(session.volume, 0), 1))
        set(repeatMode: session.repeatMode)
        set(PlayModes(saved: session.modes))
        output.restore(session.output, configured: configuration.output)
        set(TransitionPins(session.pins))
        announce(.replaced)
        let current = session.current.flatMap { session.entries.indices.contains($0) ? session.entries[$0].id : nil }
        itinerary.point(to: current ?? queue.entry(at: 0)?.id)
        // The next track is the one that was planned before.
        if let next = shown.flatMap({ queue.entry(from: $0.id, offset: 1, wrapping: false) }) { smooth.settle(next.id) }
        // The position is that of the current entry, and of no other.
        guard session.position > .zero, let entry = shown, entry.id == current else { return }
        pursuit.want(.paused)
        leave(because: "session restored")
        pursuit.go(Navigation(kind: .jump, candidate: entry, direction: 1, position: session.position))
        load(entry, at: session.position, for: .navigation)
    }
}
