/// The ways to silence.
extension Player {
    mutating func stop(fadeDuration: MediaTime, isRewinding: Bool = false, because cause: String) -> Reply {
        if let shown, state.isActive || state.canResume {
            let position = isRewinding ? .zero : livePosition(at: moment).position
            stopped = StoppingPlace(id: shown.id, time: moment.now, position: position, isRewound: isRewinding)
        } else if isRewinding {
            stopped?.isRewound = true
            stopped?.position = .zero
        }
        if let navigation, connecting == nil {
            cursor = navigation.candidate.id
            place = navigation.place
        }
        switch state {
        case .playing, .preparingCrossfade, .crossfading:
            let track = shown ?? state.currentTrack
            guard let track else { preconditionFailure("nothing is shown in \(state)") }
            giveUpPlans()
            move(to: .fadingOut(track: track, targetDuration: fadeDuration), because: cause)
            if fadeDuration > .zero, current != nil {
                audio(.fadeOut(duration: fadeDuration, curve: configuration.fadeCurve))
            } else {
                dropEverything()
                move(to: .finished, because: cause)
            }
            return .accepted
        case .preparing, .paused, .crossfadePaused, .buffering, .seeking:
            giveUpPlans()
            dropEverything()
            move(to: .idle, because: cause)
            return .accepted
        case .fadingOut where fadeDuration == .zero:
            fadedOut(because: cause)
            return .accepted
        case .idle, .fadingOut, .finished, .failed:
            return stopAwaitingOutput() ? .accepted : .nothingToDo
        }
    }

    /// Silence at once, the queue gone or another one: to a state in which nothing is loaded.
    mutating func stopAtOnce(because cause: String) {
        if state.kind == .failed {
            move(to: .idle, because: cause)
        } else {
            _ = stop(fadeDuration: .zero, because: cause)
        }
    }

    /// The queue has been played to its end, or what follows can't be played.
    mutating func finish(because cause: String) {
        let error = prefetch?.error
        dropEverything()
        stopped = nil
        if let error {
            report(.error(error))
            move(to: .failed(error: error, recoverable: true), because: cause)
        } else {
            move(to: .finished, because: cause)
        }
    }

    mutating func fadedOut(because cause: String = "faded out") {
        guard case .fadingOut(let track, let duration) = state else { return }
        if var place = stopped, let load = current, load.entry.id == place.id, !place.isRewound {
            // The engine's clock is gone with the sound.
            place.position = place.position + min(moment.now - place.time, duration)
            if let end = track.metadata.duration { place.position = min(place.position, end) }
            stopped = place
        }
        dropEverything()
        move(to: .finished, because: cause)
    }

    /// Ends everything that was still to come; what sounds goes on.
    mutating func giveUpPlans() {
        stopAwaitingOutput()
        if let navigation {
            complete(navigation.ticket, .superseded)
            self.navigation = nil
        }
        if let seek {
            complete(seek.ticket, .superseded)
            self.seek = nil
        }
        disarm(.navigationSettled)
        disarm(.seekSettled)
        discardStandby()
        if let fade {
            report(.transitionFinished(fade.record, completed: false))
            self.fade = nil
        }
    }

    /// Nothing is loaded any more, and the engine is told so.
    mutating func dropEverything() {
        giveUpPlans()
        if current != nil || outgoing != nil || isRunning { audio(.stop) }
        current = nil
        outgoing = nil
        isRunning = false
        prefetch = nil
        playCount = nil
    }
}
