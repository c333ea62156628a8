/// The transitions to silence.
extension Player {
    /// Stops playback, or the pending start of playback. `former` is the state before the caller ended a navigation;
    /// nil if none was ended.
    mutating func stop(
        fadeDuration: MediaTime, isRewinding: Bool = false, from former: PlayerState? = nil, because cause: String
    ) -> Answer {
        let state = former ?? state
        if let shown, state.isActive || state.canResume {
            let position = isRewinding ? .zero : silencePosition(of: shown, in: state)
            itinerary.stop(
                at: StoppingPlace(id: shown.id, time: moment.now, position: position, isRewound: isRewinding))
        } else if isRewinding {
            itinerary.rewindStop()
        }
        if let navigation = pursuit.navigation, connecting == nil {
            itinerary.stand(at: navigation.candidate.id, place: navigation.place)
        }
        switch state {
        case .playing, .preparingCrossfade, .crossfading:
            let track = shown ?? state.currentTrack
            guard let track else { preconditionFailure("nothing is shown in \(state)") }
            giveUpPlans()
            // A stream that has stalled can't fade.
            if fadeDuration > .zero, current != nil, sound.isRunning {
                sound.fadeOut(track, over: fadeDuration)
                leave(because: cause)
                audio(.fadeOut(duration: fadeDuration, curve: configuration.fadeCurve))
            } else {
                endStop(because: cause)
            }
            return .done
        case .preparing, .paused, .crossfadePaused, .buffering, .seeking:
            fallSilent(.idle, because: cause)
            return .done
        case .fadingOut where fadeDuration == .zero:
            fadedOut(because: cause)
            return .done
        case .idle, .fadingOut, .finished, .failed:
            return stopAwaitingOutput() ? .done : .nothingToDo
        }
    }

    /// Returns the position at which the shown track falls silent if it is stopped now. Audio on its way to the ear is
    /// still heard.
    private func silencePosition(of shown: QueueEntry, in state: PlayerState) -> MediaTime {
        switch state {
        case .playing, .preparingCrossfade, .crossfading, .fadingOut:
            guard sound.isRunning, let load = sound.loads.first(where: { $0.entry.id == shown.id }) else { break }
            return stoppingPosition(load)
        default: break
        }
        return livePosition(at: moment).position
    }

    /// Stops immediately, because the queue was cleared or replaced: nothing is loaded afterwards. `former` as in
    /// `stop`.
    mutating func stopAtOnce(from former: PlayerState? = nil, because cause: String) {
        if state.kind == .failed {
            fallSilent(.idle, because: cause)
        } else {
            _ = stop(fadeDuration: .zero, from: former, because: cause)
        }
    }

    /// Ends playback at the end of the queue, or if the following entries can't be played.
    mutating func finish(because cause: String) {
        let error = search.error
        let ended = itinerary.cursor.flatMap { queue[$0] }
        fallSilent(error.map { .failed($0) } ?? .finished, because: cause)
        itinerary.stop(at: nil)
        if let error {
            report(.error(error))
        } else if let ended {
            moveOn(from: ended, isBeforeNext: modes.endsWithTrack)
        }
    }

    /// Falls silent at the end of a stop. A track that has ended with it has no position to resume at.
    private mutating func endStop(because cause: String) {
        let load = current
        fallSilent(.finished, because: cause)
        guard let load, let end = load.duration, let place = itinerary.stop, place.id == load.entry.id,
            !place.isRewound, place.position >= end
        else { return }
        itinerary.stop(at: nil)
        moveOn(from: load.entry, isBeforeNext: true)
    }

    /// Moves on from the track that has ended, when nothing plays. With `isBeforeNext`, the next entry is shown.
    private mutating func moveOn(from ended: QueueEntry, isBeforeNext: Bool) {
        let next = isBeforeNext ? successor(of: ended) : nil
        if let next { itinerary.stand(at: next.id, place: .ahead) }
        guard modes.consumes, next?.id != ended.id else { return }
        consume(ended.id)
        if next == nil { itinerary.point(to: queue.entry(at: queue.count - 1)?.id) }
    }

    /// Ends the fade-out of a stop. Does nothing without one.
    mutating func fadedOut(because cause: String = "faded out") {
        guard case .fadingOut(_, let duration) = sound.motion else { return }
        if var place = itinerary.stop, let load = current, load.entry.id == place.id, !place.isRewound {
            // The engine's clock ended with its audio.
            place.position = place.position + min(moment.now - place.time, duration)
            if let end = load.duration { place.position = min(place.position, end) }
            itinerary.stop(at: place)
        }
        guard !isPursuing else {
            // The requested track is still loading.
            for load in sound.loads { audio(.unload(load.generation, ramp: .zero)) }
            return sound.fallSilent(.finished)
        }
        endStop(because: cause)
    }

    /// Cancels everything pending; the audible track plays on.
    mutating func giveUpPlans() {
        analyses.forgetRequests()
        stopAwaitingOutput()
        giveUpPursuit()
        discardPrepared()
        discardSpare()
        breakOffFade()
    }

    /// Unloads everything, and stops the engine.
    mutating func fallSilent(_ silence: Silence, because cause: String) {
        giveUpPlans()
        if !sound.loads.isEmpty || sound.isRunning { audio(.stop) }
        sound.fallSilent(silence)
        search.end()
        plays.forget()
        leave(because: cause)
    }

    /// Cancels the pending navigation and seek: a later command has replaced them.
    mutating func giveUpPursuit() {
        giveUpNavigation()
        giveUpSeek()
    }

    mutating func giveUpNavigation() {
        supersede(pursuit.endNavigation()?.ticket)
        disarm(.navigationSettled)
    }

    mutating func giveUpSeek() {
        supersede(pursuit.endSeek()?.ticket)
        disarm(.seekSettled)
    }
}
