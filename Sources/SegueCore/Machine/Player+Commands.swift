/// What people and clients ask for.
extension Player {
    mutating func perform(_ command: Command, ticket: CommandTicket?) -> Reply {
        var isPending = false
        let reply: Reply
        do throws(AudioPlayerError) {
            reply = try execute(command, ticket: ticket, isPending: &isPending)
        } catch {
            reply = .refused(error)
        }
        switch reply {
        case .accepted: if !isPending { complete(ticket, .done) }
        case .nothingToDo: complete(ticket, .nothingToDo)
        case .refused(let error): complete(ticket, .failed(error))
        }
        return reply
    }

    private mutating func execute(
        _ command: Command, ticket: CommandTicket?, isPending: inout Bool
    ) throws(AudioPlayerError) -> Reply {
        switch command {
        case .play: return try play(ticket, &isPending)
        case .playEntry(let id):
            guard let entry = queue[id] else { return .nothingToDo }
            isPending = true
            navigate(Navigation(kind: .skip, candidate: entry, direction: 1, ticket: ticket), starting: true)
            return .accepted
        case .pause:
            let wasAwaited = stopAwaitingOutput()
            let reply = pause()
            return wasAwaited && reply == .nothingToDo ? .accepted : reply
        case .toggle:
            guard status == .playing else { return try play(ticket, &isPending) }
            return pause()
        case .stop: return stop(fadeDuration: configuration.fadeOutDuration, because: "stop")
        case .stopAndRewind:
            return stop(fadeDuration: configuration.fadeOutDuration, isRewinding: true, because: "stop")
        case .finish(let duration):
            guard (MediaTime.zero...MediaTime(seconds: 30)).contains(duration) else {
                throw .invalidConfiguration(
                    field: ConfigurationField.fadeOutDuration.rawValue, value: "\(duration.seconds)",
                    expected: ConfigurationField.fadeOutDuration.expectation)
            }
            return stop(fadeDuration: duration, because: "finish")
        case .next:
            guard let entry = manualNext else { return .nothingToDo }
            isPending = true
            navigate(Navigation(kind: .skip, candidate: entry, direction: 1, ticket: ticket), starting: false)
            return .accepted
        case .previous:
            if configuration.previousRestartsAfter > .zero, state.showsProgress,
                livePosition(at: moment).position > configuration.previousRestartsAfter
            {
                return seek(to: .zero, ticket, &isPending)
            }
            guard let former = manualPrevious else { return .nothingToDo }
            isPending = true
            navigate(
                Navigation(
                    kind: .skip, candidate: former.entry, direction: -1, place: former.place, ticket: ticket),
                starting: false)
            return .accepted
        case .jump(let id):
            guard let entry = queue[id] else { return .nothingToDo }
            isPending = true
            navigate(Navigation(kind: .jump, candidate: entry, direction: 1, ticket: ticket), starting: false)
            return .accepted
        case .seek(let position, let track):
            guard track == nil || track == shown?.id else { return .nothingToDo }
            return seek(to: position, ticket, &isPending)
        case .seekBy(let offset):
            return seek(to: livePosition(at: moment).position + offset, ticket, &isPending)
        case .setVolume(let volume): return try setVolume(volume)
        case .setRepeat(let mode):
            guard mode != repeatMode else { return .nothingToDo }
            repeatMode = mode
            rounds = 0
            return .accepted
        case .setShuffle(let shuffled):
            guard queue.setShuffled(shuffled, current: target?.id) else { return .nothingToDo }
            effects.append(.queueChanged(.reordered(queue.shuffledOrderIDs)))
            report(.queueChanged)
            return .accepted
        case .setConfiguration(let new): return try setConfiguration(new, ticket, &isPending)
        case .replaceTrack(let new, let duration):
            return try replaceTrack(with: new, crossfadeDuration: duration, ticket, &isPending)
        case .edit(let change): return try edit(change, ticket, &isPending)
        case .reset:
            guard state.kind == .failed else { return .nothingToDo }
            dropEverything()
            move(to: .idle, because: "reset")
            return .accepted
        case .selectOutput(let name):
            guard !name.isEmpty else { throw .outputError(output: "\"\"", reason: "a name is needed") }
            isPending = true
            chooseOutput(name, ticket: ticket)
            return .accepted
        case .sleep(let duration):
            guard duration != nil || sleepAt != nil else { return .nothingToDo }
            sleepAt = duration.map { moment.now + max($0, .zero) }
            return .accepted
        case .rate(let id, let rating):
            guard let entry = queue[id], entry.metadata.userRating != rating else { return .nothingToDo }
            if let rating, !(0...1).contains(rating) {
                throw .invalidConfiguration(field: "rating", value: "\(rating)", expected: "a number from 0 to 1")
            }
            remember(entry.uri) { $0.userRating = rating }
            report(.rated(queue[id] ?? entry))
            return .accepted
        }
    }

    private mutating func play(_ ticket: CommandTicket?, _ isPending: inout Bool) throws(AudioPlayerError) -> Reply {
        guard let entry = shown else { throw .noValidTracksInPlaylist(reason: "the queue is empty.") }
        switch state {
        case .paused, .crossfadePaused:
            guard !isOutputGone else {
                isPending = true
                awaitOutput(for: ticket)
                return .accepted
            }
            guard current != nil else {
                // What was paused broke meanwhile: it is loaded again at its place.
                let place = livePosition(at: moment).position
                isPending = true
                navigate(
                    Navigation(
                        kind: .skip, candidate: entry, direction: 1, place: self.place, position: place,
                        ticket: ticket),
                    starting: true)
                return .accepted
            }
            resume()
            return .accepted
        case .preparing:
            guard intent == .paused else { return .nothingToDo }
            guard !isOutputGone else {
                isPending = true
                awaitOutput(for: ticket)
                return .accepted
            }
            intent = .playing
            return .accepted
        case .buffering(_, _, .paused) where isOutputGone, .seeking(_, _, _, .paused) where isOutputGone:
            isPending = true
            awaitOutput(for: ticket)
            return .accepted
        case .buffering(let track, let percent, .paused):
            move(to: .buffering(track: track, percent: percent, previous: .playing), because: "play")
            return .accepted
        case .seeking(let track, let from, let to, .paused):
            move(to: .seeking(track: track, from: from, to: to, previous: .playing), because: "play")
            // The old position must not be heard again; the new one starts when it is ready.
            return .accepted
        case .idle, .finished, .failed, .fadingOut:
            isPending = true
            navigate(
                Navigation(
                    kind: .skip, candidate: entry, direction: 1, place: place,
                    position: livePosition(at: moment).position, ticket: ticket), starting: true)
            return .accepted
        case .preparingCrossfade, .playing, .crossfading, .buffering, .seeking:
            return .nothingToDo
        }
    }

    /// From a pause: on with the sound, or quickly through the rest of the fade.
    private mutating func resume() {
        switch state {
        case .paused(let track, _):
            move(to: .playing(track: track), because: "resume")
        case .crossfadePaused(let from, let to, let progress, let strategy, _):
            if strategy == .quickFinish, let current {
                audio(.compressFade(incoming: current.generation, duration: Timing.quickFinish))
            }
            let whole = fade?.duration ?? .zero
            fade?.startedAt = moment.now - MediaTime(seconds: progress * whole.seconds)
            move(
                to: .crossfading(fromTrack: from, toTrack: to, progress: progress, canQuickFinish: progress >= 0.5),
                because: "resume")
        case .idle, .preparing, .preparingCrossfade, .playing, .crossfading, .fadingOut, .buffering, .seeking,
            .finished, .failed:
            preconditionFailure("resume in \(state)")
        }
        start()
    }

    /// Lets the engine go on where it was paused. With a stream that has stalled it can't: the next step waits for that.
    mutating func start() {
        guard current?.isStarving != true else { return }
        audio(.resume)
        isRunning = true
    }

    mutating func pause() -> Reply {
        switch state {
        case .playing, .preparingCrossfade, .crossfading:
            beginTransitionThatPauseWouldReach()
        case .preparing:
            guard intent == .playing else { return .nothingToDo }
            intent = .paused
            return .accepted
        case .buffering(let track, let percent, .playing):
            halt()
            move(to: .buffering(track: track, percent: percent, previous: .paused), because: "pause")
            return .accepted
        case .seeking(let track, let from, let to, .playing):
            beginTransitionThatPauseWouldReach()
            guard state.kind == .seeking else { break }
            halt()
            move(to: .seeking(track: track, from: from, to: to, previous: .paused), because: "pause")
            if standby?.isCommitted == true { startCommittedFromSilence() }
            return .accepted
        case .idle, .paused, .crossfadePaused, .fadingOut, .finished, .failed, .buffering, .seeking:
            return .nothingToDo
        }
        switch state {
        case .playing(let track):
            let position = current.map(stoppingPosition) ?? .zero
            halt()
            move(to: .paused(track: track, position: position), because: "pause")
        case .preparingCrossfade(let track, let next):
            let position = current.map(stoppingPosition) ?? .zero
            halt()
            intent = .paused
            move(to: .paused(track: track, position: position), because: "pause")
            move(to: .preparing(track: next), because: "pause")
            if standby?.isCommitted == true { startCommittedFromSilence() }
        case .crossfading(let from, let to, let progress, _):
            pauseFade(from: from, to: to, progress: progress)
        case .idle, .preparing, .paused, .crossfadePaused, .fadingOut, .buffering, .seeking, .finished, .failed:
            preconditionFailure("pause in \(state)")
        }
        return .accepted
    }

    mutating func halt() {
        if isRunning { audio(.pause) }
        isRunning = false
    }

    private mutating func setVolume(_ value: Double) throws(AudioPlayerError) -> Reply {
        guard value.isFinite else {
            throw .invalidConfiguration(field: "volume", value: "\(value)", expected: "a number from 0 to 1")
        }
        let new = min(max(value, 0), 1)
        guard new != volume else { return .nothingToDo }
        volume = new
        audio(.setVolume(new))
        return .accepted
    }

    /// A change of the output takes effect when that has proved usable, all else at once.
    private mutating func setConfiguration(
        _ new: Configuration, _ ticket: CommandTicket?, _ isPending: inout Bool
    ) throws(AudioPlayerError) -> Reply {
        try new.validate()
        guard new != configuration else { return .nothingToDo }
        if new.enableLooping != configuration.enableLooping {
            repeatMode = new.enableLooping ? .track : .off
            rounds = 0
        }
        if new.skipCrossfadeDuration != configuration.skipCrossfadeDuration {
            audio(.setSkipDuration(new.skipCrossfadeDuration))
        }
        let former = configuration.output
        configuration = new
        configuration.output = former
        if new.output != former {
            isPending = true
            chooseOutput(new.output, ticket: ticket)
        }
        return .accepted
    }
}
