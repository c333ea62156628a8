import SegueCore
import Synchronization

/// What is different about a load that comes over the network: it can lag behind, and it can break off.
extension Deck {
    /// The first buffer waits at the gate, and the reserve behind it is full.
    var isReady: Bool { shared.withLock { $0.machine.isWaiting && $0.source.fill == 100 } }

    /// All of the media has come, or surely will: nothing can break off any more.
    var isComplete: Bool { shared.withLock { $0.source.isComplete } }

    /// Whether the load should be opened anew, to be read at will: to reach a position, or because the decoder does not
    /// find its way through what comes in order (Ogg without a look at its end).
    func needsParts(_ track: LoadedTrack) -> Bool {
        // The source reads the pieces of an adaptive stream as it likes anyway.
        guard isRemote, access == .inOrder, !shared.withLock({ $0.source.isAdaptive }) else { return false }
        return track.isSeekable ? position > Self.leadIn : shared.withLock { $0.source.parts == .offered }
    }

    /// Its server has refused a part. False when the load was opened with this already known.
    func refuseParts() -> Bool { shared.withLock { $0.source.refuseParts() } }

    /// Whether the load's server has answered.
    var hasAnswer: Bool { shared.withLock { $0.source.hasAnswer } }

    /// Positions of the load are known to be reachable, and still are.
    var isKnownSeekable: Bool { shared.withLock { $0.source.isKnownSeekable } }

    var isLive: Bool { shared.withLock { $0.source.isLive } }

    /// Keeps what is known of the load now that it is ready.
    func note(_ track: LoadedTrack) {
        shared.withLock { $0.source.note(track) }
    }

    func setFill(_ percent: Int) {
        shared.withLock { $0.source.fill = percent }
    }

    var stationName: String? { shared.withLock { $0.source.stationName } }

    /// Whether somebody is finding out why no server answers.
    var isToBeExplained: Bool { shared.withLock { $0.source.isToBeExplained } }

    func awaitExplanation() {
        shared.withLock { $0.source.awaitExplanation() }
    }

    /// Why nothing more comes over the connection, if it broke off.
    var breakage: AudioPlayerError? {
        if case .broken(let error) = shared.withLock({ $0.source.connection }) { error } else { nil }
    }

    /// Nothing more comes over the connection; what has come still plays. Of several errors, the first one counts.
    func breakOff(_ error: AudioPlayerError) {
        shared.withLock { $0.source.breakOff(error) }
    }

    /// How much may be missing at the end of a stream that is complete: lengths that files give are rounded.
    private static let tolerance = MediaTime(seconds: 1)

    /// The stream, which gave this length, has ended at this sample. Returns why this is not the end of the media, if
    /// it isn't. From then on, an end is the end.
    func concludeConnection(at sample: Int64, of length: MediaTime?) -> AudioPlayerError? {
        shared.withLock { shared in
            let reached = shared.machine.timeline.media(at: sample)
            let isCut = length.map { reached < $0 - Self.tolerance } ?? false
            return shared.source.conclude(isCut: isCut, uri: uri, address: route.address)
        }
    }

    /// Ends the load with the sound that is there, in the background.
    func endWithoutWaitingInBackground() {
        bin.performInBackground { [self] in endWithoutWaiting() }
    }
}
