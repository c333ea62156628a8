/// The ways to silence.
extension Player {
    mutating func stop(fadeDuration: MediaTime, isRewinding: Bool = false, because cause: String) -> Answer {
        if let shown, state.isActive || state.canResume {
            let position = isRewinding ? .zero : livePosition(at: moment).position
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
            move(to: .fadingOut(track: track, targetDuration: fadeDuration), because: cause)
            // A stream that has stalled can't fade.
            if fadeDuration > .zero, current != nil, sound.isRunning {
                audio(.fadeOut(duration: fadeDuration, curve: configuration.fadeCurve))
            } else {
                dropEverything()
                move(to: .finished, because: cause)
            }
            return .done
        case .preparing, .paused, .crossfadePaused, .buffering, .seeking:
            giveUpPlans()
            dropEverything()
            move(to: .idle, because: cause)
            return .done
        case .fadingOut where fadeDuration == .zero:
            fadedOut(because: cause)
            return .done
        case .idle, .fadingOut, .finished, .failed:
            return stopAwaitingOutput() ? .done : .nothingToDo
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
        let error = search.error
        let ended = itinerary.cursor.flatMap { queue[$0] }
        dropEverything()
        itinerary.stop(at: nil)
        if error == nil, let ended { leave(ended) }
        if let error {
            report(.error(error))
            move(to: .failed(error: error, recoverable: true), because: cause)
        } else {
            move(to: .finished, because: cause)
        }
    }

    /// The track has ended, and nothing plays. Where a mode ended it, what comes after it is shown.
    private mutating func leave(_ ended: QueueEntry) {
        let next = modes.endsWithTrack ? successor(of: ended) : nil
        if let next { itinerary.stand(at: next.id, place: .ahead) }
        guard modes.consumes, next?.id != ended.id else { return }
        consume(ended.id)
        if next == nil { itinerary.point(to: queue.entry(at: queue.count - 1)?.id) }
    }

    mutating func fadedOut(because cause: String = "faded out") {
        guard case .fadingOut(let track, let duration) = state else { return }
        if var place = itinerary.stop, let load = current, load.entry.id == place.id, !place.isRewound {
            // The engine's clock is gone with the sound.
            place.position = place.position + min(moment.now - place.time, duration)
            if let end = track.metadata.duration { place.position = min(place.position, end) }
            itinerary.stop(at: place)
        }
        dropEverything()
        move(to: .finished, because: cause)
    }

    /// Ends everything that was still to come; what sounds goes on.
    mutating func giveUpPlans() {
        stopAwaitingOutput()
        giveUpPursuit()
        discardStandby()
        endFade(keeping: nil, because: "stop")
    }

    /// Nothing is loaded any more, and the engine is told so.
    mutating func dropEverything() {
        giveUpPlans()
        if !sound.loads.isEmpty || sound.isRunning { audio(.stop) }
        sound.fallSilent()
        search.end()
        plays.forget()
    }

    /// Nobody waits for another entry any more: a later command has taken the place of that one.
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
