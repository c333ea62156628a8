/// Events in words: for the log, the bus and stderr.
extension PlayerEvent {
    /// The name of the case.
    public var kind: String {
        switch self {
        case .loadStarted: "loadStarted"
        case .loadProgress: "loadProgress"
        case .loadTimedOut: "loadTimedOut"
        case .trackStarted: "trackStarted"
        case .trackSkipped: "trackSkipped"
        case .transitionPlanned: "transitionPlanned"
        case .transitionStarted: "transitionStarted"
        case .transitionFinished: "transitionFinished"
        case .outputReady: "outputReady"
        case .outputLost: "outputLost"
        case .streamTitle: "streamTitle"
        case .queueChanged: "queueChanged"
        case .played: "played"
        case .rated: "rated"
        case .analysed: "analysed"
        case .playlistStarted: "playlistStarted"
        case .sessionTrouble: "sessionTrouble"
        case .error: "error"
        }
    }

    /// One sentence for display.
    public var sentence: String {
        switch self {
        case .loadStarted(let entry): "Loading \(entry.displayName)."
        case .loadProgress(let entry, 100): "Loaded \(entry.displayName)."
        case .loadProgress(let entry, let percent): "Loading \(entry.displayName): \(percent) %."
        case .loadTimedOut(let entry): EventText.loadTimedOut.text(entry.displayName)
        case .trackStarted(let entry): "Playing \(entry.displayName)."
        case .trackSkipped(let entry, let reason): EventText.trackSkipped.text(entry.displayName, reason)
        case .transitionPlanned(let record): "Next: \(record.sentence)."
        case .transitionStarted(let record): "Now: \(record.sentence)."
        case .transitionFinished(let record, let completed):
            completed ? "Done: \(record.sentence)." : "Given up: \(record.sentence)."
        case .outputReady(let name, nil): "The output is \(name)."
        case .outputReady(let name, let fallback?): "The output is \(name): \(fallback)"
        case .outputLost(let name, let reason, nil): Sentence(.outputError, name, reason).description
        case .outputLost(let name, let reason, let position?):
            EventText.outputLostWhilePlaying.text(name, reason, "\(position)")
        case .streamTitle(let title): "The stream plays \(title)."
        case .queueChanged: "The queue has changed."
        case .played(let entry): "Played \(entry.displayName)."
        case .rated(let entry):
            entry.metadata.userRating.map { "\(entry.displayName) is rated \($0)." }
                ?? "\(entry.displayName) is no longer rated."
        case .analysed(let entry): "\(entry.displayName) has been analysed."
        case .playlistStarted(let playlist): "The queue was filled from the playlist \(playlist.name)."
        case .sessionTrouble(let sentence): sentence
        case .error(let error): error.description
        }
    }
}

extension TransitionRecord {
    /// The transition in words, without a full stop: `crossfade of 5.0 s, First → Second`.
    public var sentence: String {
        let tracks = "\(from.displayName) → \(to.displayName)"
        return plan.duration > .zero
            ? "\(plan.kind.rawValue) of \(plan.duration.seconds) s, \(tracks)" : "\(plan.kind.rawValue), \(tracks)"
    }
}
