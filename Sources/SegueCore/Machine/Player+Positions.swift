/// Positions, computed from the clock readings that accompany the input.
extension Player {
    /// Returns the audible position of a load.
    func heardPosition(_ load: Load) -> MediaTime { max(moment.position(of: load).heard, .zero) }

    /// Returns the position at which the load would stop if it were paused now.
    func stoppingPosition(_ load: Load) -> MediaTime {
        let position = max(moment.position(of: load).stopping, .zero)
        return load.duration.map { min(position, $0) } ?? position
    }

    /// Returns the earliest position at which a transition away from the load can begin: after the ramp with which the
    /// load began. A fade-out keeps the gain at which it begins.
    func settledPosition(_ load: Load) -> MediaTime {
        max(moment.position(of: load).settled, load.start + Timing.cutRamp)
    }

    /// The position at which the shown track resumes after a stop; its start if it was not stopped.
    var stoppedPosition: MediaTime { shownStop?.position ?? .zero }

    /// The place at which the shown track was stopped; nil if it was not. The shown track may be another one than the
    /// track that fades out.
    private var shownStop: StoppingPlace? { itinerary.stop.flatMap { $0.id == shown?.id ? $0 : nil } }

    /// Returns the live values for one moment: the position of the shown track, and the progress of the fade.
    public func livePosition(at moment: Moment) -> LivePosition { livePosition(at: moment, in: state) }

    /// Returns the live values as of `state`. After the end of a navigation, `state` is no longer the state of the
    /// values.
    func livePosition(at moment: Moment, in state: PlayerState) -> LivePosition {
        var fadeProgress = sound.fade?.announced ?? 0
        if sound.isRunning, let fade = sound.fade, let current {
            fadeProgress = max(fadeProgress, fade.progress(incomingAt: moment.position(of: current).heard))
        }
        let position = position(at: moment, in: state)
        return LivePosition(
            position: shown?.metadata.duration.map { min(position, $0) } ?? position, fadeProgress: fadeProgress)
    }

    private func position(at moment: Moment, in state: PlayerState) -> MediaTime {
        if let navigation = pursuit.navigation, connecting == nil { return navigation.position }
        switch state {
        case .idle, .finished, .failed: return stoppedPosition
        case .fadingOut:
            guard let stop = shownStop, let load = current, load.entry.id == stop.id, !stop.isRewound else {
                return stoppedPosition
            }
            return max(moment.position(of: load).heard, load.start, .zero)
        case .preparing: return standby?.start ?? .zero
        case .paused(_, let position): return position
        case .crossfadePaused(_, _, _, _, let saved): return saved.incomingPosition
        case .seeking(_, _, let target, _): return target
        case .preparingCrossfade, .playing, .crossfading, .buffering:
            guard let load = standby?.isCommitted == true ? standby : current else { return .zero }
            return max(moment.position(of: load).heard, load.start, .zero)
        }
    }
}

extension Moment {
    /// Returns the position of a load. A load without a reading is not heard yet, and is at its start. The engine reads
    /// the position of each load from its first sample until it has reported the last one.
    fileprivate func position(of load: Load) -> DeckPosition {
        position(of: load.generation)
            ?? DeckPosition(generation: load.generation, heard: load.start, stopping: load.start)
    }
}
