import SegueCore
import Synchronization

/// What is different about a load that comes over the network: it can lag behind, and break off.
extension Branch {
    /// The first buffer waits at the gate, and there is as much behind it as there has to be.
    var isReady: Bool { state.withLock { $0.phase == .prerolled && $0.fill == 100 } }

    /// The reserve runs low, or runs dry: more may be long in coming.
    var isStarving: Bool { state.withLock { $0.fill < 100 } }

    /// All that there is has come, or will: nothing can break off any more.
    var isComplete: Bool {
        state.withLock { state in
            if case .complete = state.connection { true } else { false }
        }
    }

    /// Whether it should be opened anew, to be read at will: for a position, or because the decoder does not find its way through what
    /// comes in order (Ogg without a look at its end).
    func needsParts(_ track: LoadedTrack) -> Bool {
        // The pieces of an adaptive stream are read as it likes anyway.
        guard isRemote, access == .inOrder, !state.withLock({ $0.isAdaptive }) else { return false }
        return track.isSeekable ? position > Self.leadIn : state.withLock { $0.parts == .offered }
    }

    /// Its server has refused a part; false when it was opened with that known.
    func refuseParts() -> Bool {
        state.withLock { state in
            state.parts = .refused
            return !state.isForewarned
        }
    }

    /// Whether its server has answered.
    var hasAnswer: Bool { state.withLock { $0.hasAnswer } }

    /// It is known that positions can be gone to, and that still holds.
    var isKnownSeekable: Bool { state.withLock { $0.isKnownSeekable && $0.parts != .refused } }

    var isLive: Bool { state.withLock { $0.isLive } }

    /// What is known of it now that it is ready.
    func note(_ track: LoadedTrack) {
        state.withLock { state in
            state.isLive = track.isLive
            state.isKnownSeekable = track.isSeekable
        }
    }

    func setFill(_ percent: Int) {
        state.withLock { $0.fill = percent }
    }

    var stationName: String? { state.withLock { $0.stationName } }

    /// It is being found out why nobody answers.
    var isToBeExplained: Bool { state.withLock { $0.isToBeExplained } }

    func awaitExplanation() {
        state.withLock { $0.isToBeExplained = true }
    }

    /// Why nothing more comes over the connection, if it broke off.
    var breakage: AudioPlayerError? {
        state.withLock { state in
            if case .broken(let error) = state.connection { error } else { nil }
        }
    }

    /// Nothing more comes over the connection; what has come still plays. Of several errors, the first one counts.
    func breakOff(_ error: AudioPlayerError) {
        state.withLock { state in
            if case .standing = state.connection { state.connection = .broken(error) }
        }
    }

    /// How much may be missing at the end of a stream that is complete: lengths that files tell are rounded.
    private static let tolerance = MediaTime(seconds: 1)

    /// At the end of what came, at this sample of a stream that told this length: why it is not the end of the media, if it isn't.
    /// From then on an end is one.
    func concludeConnection(at sample: Int64, of length: MediaTime?) -> AudioPlayerError? {
        state.withLock { state in
            let isCut = length.map { state.timeline.media(at: sample) < $0 - Self.tolerance } ?? false
            switch state.connection {
            case .broken(let error): return error
            case .standing where state.isStation:
                let error = AudioPlayerError.fileLoadFailed(path: uri, reason: "the station closed the connection")
                state.connection = .broken(error)
                return error
            // Where a server says how many bytes there are, the source misses what does not come.
            case .standing where isCut && !state.hasLength && !state.isAdaptive:
                let error = ErrorSentences.brokenOff(route.address)
                state.connection = .broken(error)
                return error
            case .standing, .complete:
                state.connection = .complete
                return nil
            }
        }
    }

    /// After `rampOut`: ends with the sound that is there, in the background.
    func endWithoutWaitingInBackground() {
        bin.performInBackground { [self] in endWithoutWaiting() }
    }
}
