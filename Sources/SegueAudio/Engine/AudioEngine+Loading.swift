import CGStreamer
import EventLoop
import SegueCore

extension AudioEngine {
    func load(
        _ generation: LoadGeneration, node: PlayerNode, uri: String, position: MediaTime, silence: SilenceLimits?
    ) {
        guard branches[generation] == nil else { return }
        if let objection = record.objection(to: uri) {
            report(.loadFailed(generation, objection))
            return
        }
        // What is known of its server already.
        let sibling = branches.values.first { $0.uri == uri && $0.isKnownSeekable && position > Branch.leadIn }
        do {
            let branch = try Branch(
                generation: generation, node: node, uri: uri, by: sibling?.route ?? Route(uri), position: position,
                mixer: mixer, inbox: inbox, access: sibling == nil ? .inOrder : .atWill)
            branches[generation] = branch
            branch.open(for: pipeline, record)
            if let silence, !branch.isRemote { measure(branch, by: silence) }
        } catch {
            report(.loadFailed(generation, error))
        }
    }

    /// Looks for silence at the ends of a file, in the background, while the file is being opened.
    private func measure(_ branch: Branch, by limits: SilenceLimits) {
        let scan = SilenceScan(uri: branch.uri, limits: limits, record: record)
        scans[branch.generation] = scan
        branch.bin.performInBackground { [inbox, generation = branch.generation] in
            inbox.post(.measured(generation, scan.run()))
        }
    }

    func measured(_ generation: LoadGeneration, _ audible: ClosedRange<MediaTime>?) {
        guard scans.removeValue(forKey: generation) != nil else { return }
        measured[generation] = audible
        if branches[generation]?.isPrerolled == true { prerolled(generation) }
    }

    /// The first buffer waits: of the whole file, or of the position that was then asked for.
    func prerolled(_ generation: LoadGeneration) {
        guard let branch = branches[generation], !loaded.contains(generation), branch.isPrerolled else { return }
        doubts.removeValue(forKey: generation)?.cancel()
        var track = branch.describe()
        if branch.needsParts(track) {
            open(branch, .atWill)
            return
        }
        if branch.position > Branch.leadIn, branch.takeSeek(), track.isSeekable {
            branch.seek()
            return
        }
        guard scans[generation] == nil else { return }
        track.audible = measured[generation]
        // One buffer of a stream is not enough: it is asked for again when its reserve is full.
        guard branch.isReady else { return }
        branch.note(track)
        branch.noteOpened()
        loaded.insert(generation)
        reported[generation] = track.metadata
        // Opened again after the loss of an output: the load is no news, but that it had stalled may be none any more.
        if !branch.isContinuation {
            report(.loaded(generation, track))
        } else if branch.isRemote {
            report(.buffering(generation, percent: 100))
        }
        restoreIfPossible()
        startIfPossible()
    }

    func unload(_ generation: LoadGeneration, ramp: MediaTime) {
        guard let branch = branches.removeValue(forKey: generation) else { return }
        forget(generation)
        if pendingStart?.generation == generation { pendingStart = nil }
        _ = mixer.forget(incoming: generation)
        leaveFade(generation, over: ramp)
        audible.removeAll { $0.generation == generation }
        milestones.removeAll { $0.concerns(generation) }
        guard !branch.abandon() else {
            branch.dispose()
            withdraw(generation)
            return
        }
        leaving[generation] = branch
        branch.rampOut(over: ramp)
        branch.reconsider()
        if branch.isStarving || isSilent(for: branch) { branch.endWithoutWaitingInBackground() }
        // Held in a pause, it would never leave.
        if case .paused = flow, audible.isEmpty { shutDown() }
    }

    /// Of the two in a fade one is given up: the other takes over while that one goes, and it plays on to its own end.
    private func leaveFade(_ generation: LoadGeneration, over ramp: MediaTime) {
        guard let transition = milestones.pendingTransition(of: generation) else { return }
        let other = transition.incoming == generation ? transition.outgoing : transition.incoming
        milestones.removeAll { $0 == .finished(transition) }
        guard let branch = branches[other], branch.comeUp(over: ramp),
            let index = audible.firstIndex(where: { $0.generation == other })
        else { return }
        audible[index].endSample = nil
    }

    /// The last sample is through the mixer, and the pad is free.
    func left(_ generation: LoadGeneration) {
        if let branch = leaving.removeValue(forKey: generation) {
            branch.dispose()
        } else if let branch = branches.removeValue(forKey: generation) {
            forget(generation)
            branch.dispose()
        }
    }

    /// Neither loaded nor described any more.
    func forget(_ generation: LoadGeneration) {
        scans.removeValue(forKey: generation)?.cancel()
        doubts.removeValue(forKey: generation)?.cancel()
        trials.removeValue(forKey: generation)?.cancel()
        measured[generation] = nil
        loaded.remove(generation)
        reported[generation] = nil
    }

    func tagsChanged(_ generation: LoadGeneration) {
        guard let branch = branches[generation], loaded.contains(generation) else { return }
        let metadata = branch.metadata(isLive: branch.isLive)
        guard reported[generation] != metadata else { return }
        reported[generation] = metadata
        report(.metadataChanged(generation, metadata))
    }

    func handleDuration(_ message: UnsafeMutablePointer<GstMessage>) {
        if let branch = branch(of: message) { tagsChanged(branch.generation) }
    }

    /// The load that a message comes from; nil for the mixer, the output, and loads that were given up.
    func branch(of message: UnsafeMutablePointer<GstMessage>) -> Branch? {
        guard let source = segue_message_source(message) else { return nil }
        return branches.values.first { $0.bin.contains(source) }
    }
}
