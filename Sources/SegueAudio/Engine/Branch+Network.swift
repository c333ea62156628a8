import SegueCore
import Synchronization

/// What is different about a load that comes over the network: it can lag behind, and break off.
extension Branch {
    /// The first buffer waits at the gate, and there is as much behind it as there has to be.
    var isReady: Bool { state.withLock { $0.phase == .prerolled && $0.fill == 100 } }

    /// The reserve runs low, or runs dry: more may be long in coming.
    var isStarving: Bool { state.withLock { $0.fill < 100 } }

    /// Something of it has come.
    var hasBegun: Bool { state.withLock { $0.phase != .loading } }

    /// All that there is has come, or will: nothing can break off any more.
    var isComplete: Bool {
        state.withLock { state in
            if case .complete = state.connection { true } else { false }
        }
    }

    /// Whether it should be opened anew, to be read at will: for a position, or because the decoder does not find its way through what
    /// comes in order (Ogg without a look at its end).
    func needsParts(_ track: LoadedTrack) -> Bool {
        guard isRemote, access == .inOrder else { return false }
        return track.isSeekable ? position > Self.leadIn : state.withLock { $0.hasParts }
    }

    /// Its server has all of it, and gives any part.
    func offerParts() {
        state.withLock { $0.hasParts = true }
    }

    var isKnownSeekable: Bool { state.withLock { $0.isKnownSeekable } }

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

    /// It is a radio station: it has no end of its own.
    func becomeStation(named name: String?) {
        state.withLock { state in
            state.isStation = true
            state.stationName = name
        }
    }

    var stationName: String? { state.withLock { $0.stationName } }

    /// Nothing more comes over the connection; what has come still plays. Of several errors, the first one counts.
    func breakOff(_ error: AudioPlayerError) {
        state.withLock { state in
            if case .standing = state.connection { state.connection = .broken(error) }
        }
    }

    /// At the end of what came: why it is not the end of the media, if it isn't. From then on an end is one.
    func concludeConnection() -> AudioPlayerError? {
        state.withLock { state in
            switch state.connection {
            case .broken(let error): return error
            case .standing where state.isStation:
                let error = AudioPlayerError.fileLoadFailed(path: uri, reason: "the station closed the connection")
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
