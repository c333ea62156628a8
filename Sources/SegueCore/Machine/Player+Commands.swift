/// Handlers for the commands of the user and of clients.
extension Player {
    @discardableResult
    mutating func perform(_ command: Command, ticket: CommandTicket?) -> Reply {
        do throws(AudioPlayerError) {
            switch try execute(command, ticket: ticket) {
            case .done: complete(ticket, .done)
            case .pending: break
            case .nothingToDo:
                complete(ticket, .nothingToDo)
                return .nothingToDo
            }
            return .accepted
        } catch {
            complete(ticket, .failed(error))
            return .refused(error)
        }
    }

    private mutating func execute(_ command: Command, ticket: CommandTicket?) throws(AudioPlayerError) -> Answer {
        switch command {
        case .play: return try play(ticket)
        case .pause:
            let wasAwaited = stopAwaitingOutput()
            let answer = pause()
            return wasAwaited && answer == .nothingToDo ? .done : answer
        case .toggle: return status == .playing ? pause() : try play(ticket)
        case .stop: return stop(fadeDuration: configuration.fadeOutDuration, because: "stop")
        case .stopAndRewind:
            return stop(fadeDuration: configuration.fadeOutDuration, isRewinding: true, because: "stop")
        case .finish(let duration):
            guard (MediaTime.zero...MediaTime(seconds: 30)).contains(duration) else {
                throw .invalidConfiguration(
                    field: ConfigurationField.fadeOutDuration.rawValue, value: duration.decimalSeconds,
                    expected: ConfigurationField.fadeOutDuration.expectation)
            }
            return stop(fadeDuration: duration, because: "finish")
        case .next: return next(ticket)
        case .crossfade: return next(ticket, fade: configuration.crossfadeDuration)
        case .previous: return previous(ticket)
        case .jump(let id): return go(to: id, .jump, ticket, starting: false)
        case .playEntry(let id): return go(to: id, .jump, ticket, starting: true)
        case .seek(let position, let track):
            guard track == nil || track == shown?.id else { return .nothingToDo }
            return seek(to: position, ticket)
        case .seekBy(let offset): return seek(to: livePosition(at: moment).position + offset, ticket)
        case .setVolume(let volume): return try setVolume(volume)
        case .setRepeat(let mode): return setRepeat(mode)
        case .setMode(let mode, let isOn): return setMode(mode, isOn)
        case .setShuffle(let shuffled): return setShuffle(shuffled)
        case .setConfiguration(let new): return try setConfiguration(new, ticket)
        case .replaceTrack(let new, let duration):
            return try replaceTrack(with: new, crossfadeDuration: duration, ticket)
        case .edit(let change): return try edit(change, ticket)
        case .cancel: return cancel()
        case .reset:
            guard state.kind == .failed else { return .nothingToDo }
            fallSilent(.idle, because: "reset")
            return .done
        case .selectOutput(let name):
            guard !name.isEmpty else { throw .outputError(output: "\"\"", reason: "a name is needed") }
            chooseOutput(name, ticket: ticket)
            return .pending
        case .sleep(let duration): return sleep(after: duration)
        case .rate(let id, let rating): return try rate(id, rating)
        case .pin(let outgoing, let incoming, let shape): return try pin(from: outgoing, to: incoming, shape, ticket)
        case .unpin(let outgoing, let incoming): return try unpin(from: outgoing, to: incoming, ticket)
        case .removePins(let pairs): return removePins(pairs)
        }
    }

    // MARK: - Settings

    private mutating func setVolume(_ value: Double) throws(AudioPlayerError) -> Answer {
        guard value.isFinite else {
            throw .invalidConfiguration(field: "volume", value: "\(value)", expected: "a number from 0 to 1")
        }
        let new = min(max(value, 0), 1)
        guard new != volume else { return .nothingToDo }
        set(volume: new)
        return .done
    }

    private mutating func setRepeat(_ mode: RepeatMode) -> Answer {
        guard mode != repeatMode else { return .nothingToDo }
        set(repeatMode: mode)
        itinerary.beginRounds()
        return .done
    }

    private mutating func setMode(_ mode: PlayMode, _ isOn: Bool) -> Answer {
        guard modes[keyPath: mode.path] != isOn, mode != .stopAfterTrack || status != .stopped else {
            return .nothingToDo
        }
        var new = modes
        new[keyPath: mode.path] = isOn
        set(new)
        if mode == .smooth { smooth.beginAnew() }
        return .done
    }

    private mutating func setShuffle(_ shuffled: Bool) -> Answer {
        let former = queue.shuffledOrderIDs
        guard queue.setShuffled(shuffled, current: target?.id) else { return .nothingToDo }
        edits.note([.shuffle(former)], from: origin)
        smooth.beginAnew()
        announce(.reordered(queue.shuffledOrderIDs))
        report(.queueChanged)
        return .done
    }

    /// Applies a configuration. A new output is used once it has proved usable; everything else takes effect
    /// immediately.
    private mutating func setConfiguration(
        _ new: Configuration, _ ticket: CommandTicket?
    ) throws(AudioPlayerError) -> Answer {
        try new.validate()
        guard new != configuration else { return .nothingToDo }
        if new.enableLooping != configuration.enableLooping {
            set(repeatMode: new.enableLooping ? .track : .off)
            itinerary.beginRounds()
        }
        if new.skipCrossfadeDuration != configuration.skipCrossfadeDuration {
            audio(.setSkipDuration(new.skipCrossfadeDuration))
        }
        if new.outputLatency != configuration.outputLatency { audio(.setOutputLatency(new.outputLatency)) }
        let former = configuration.output
        set(new)
        guard new.output != former, output.reconfigure(from: former, to: new.output) else { return .done }
        chooseOutput(new.output, ticket: ticket)
        return .pending
    }

    private mutating func sleep(after duration: MediaTime?) -> Answer {
        guard let duration else {
            guard timers[.sleep] != nil else { return .nothingToDo }
            disarm(.sleep)
            return .done
        }
        arm(.sleep, at: moment.now + max(duration, .zero))
        return .done
    }

    private mutating func rate(_ id: EntryID, _ rating: Double?) throws(AudioPlayerError) -> Answer {
        guard let entry = queue[id], entry.metadata.userRating != rating else { return .nothingToDo }
        if let rating, !(0...1).contains(rating) {
            throw .invalidConfiguration(field: "rating", value: "\(rating)", expected: "a number from 0 to 1")
        }
        remember(entry.uri) { $0.userRating = rating }
        report(.rated(queue[id] ?? entry))
        return .done
    }
}
