import EventLoop
import SegueCore

/// The additional state of a load from the network. Such a load can lag behind, and its connection can break.
extension Deck {
    /// True if the first buffer waits at the gate and the reserve is full.
    var isReady: Bool { shared.withLock { $0.machine.isWaiting && $0.source.fill == 100 } }

    /// True if all of the media has arrived, or surely will: the connection can no longer break.
    var isComplete: Bool { shared.withLock { isComplete($0.source) } }

    /// Returns true if all of the media has come, and no error waits to be read.
    func isComplete(_ source: SourceState) -> Bool {
        source.isComplete && (source.isConcluded || !ErrorMark.isSet(on: bin))
    }

    /// Returns true if the load should be reopened and read at will. It is reopened to reach a position, or because the
    /// decoder can't parse the data in order (Ogg without a look at its end).
    func needsParts(_ track: LoadedTrack) -> Bool {
        // The source reads the pieces of an adaptive stream at will anyway.
        guard isRemote, access == .inOrder, !shared.withLock({ $0.source.isAdaptive }) else { return false }
        return track.isSeekable ? position > Self.leadIn : shared.withLock { $0.source.parts == .offered }
    }

    /// Notes that the server has refused a part. Returns false if this was already known when the load was opened.
    func refuseParts() -> Bool { shared.withLock { $0.source.refuseParts() } }

    /// True if the load's server has answered.
    var hasAnswer: Bool { shared.withLock { $0.source.hasAnswer } }

    /// True if positions of the load are known to be reachable, and still are.
    var isKnownSeekable: Bool { shared.withLock { $0.source.isKnownSeekable } }

    var isLive: Bool { shared.withLock { $0.source.isLive } }

    /// Stores the facts about the load once it is ready.
    func note(_ track: LoadedTrack) {
        shared.withLock { $0.source.note(track) }
    }

    func setFill(_ percent: Int) {
        shared.withLock { $0.source.fill = percent }
    }

    var stationName: String? { shared.withLock { $0.source.stationName } }

    /// True if the reason why no server answers is being determined.
    var isToBeExplained: Bool { shared.withLock { $0.source.isToBeExplained } }

    func awaitExplanation() {
        shared.withLock { $0.source.awaitExplanation() }
    }

    /// The error that broke the connection; nil if the connection has not broken.
    var breakage: AudioPlayerError? {
        shared.withLock { $0.source.error }
    }

    /// Marks the connection as broken; samples that have arrived still play. Of several errors, the first one counts.
    func breakOff(_ error: AudioPlayerError) {
        shared.withLock { $0.source.breakOff(error) }
    }

    /// Concludes the stream, which stated this length and has ended at this sample. If this is not the end of the
    /// media, returns the error. Otherwise, any later end is the end.
    func concludeConnection(at sample: Int64, of length: MediaTime?) -> AudioPlayerError? {
        shared.withLock { shared in
            let reached = shared.machine.timeline.media(at: sample)
            let isCut = length.map { reached < $0 - DeckReading.tolerance } ?? false
            return shared.source.conclude(isCut: isCut, uri: uri, address: route.address)
        }
    }

    /// Ends the load after the audio that is available, in the background.
    func endWithoutWaitingInBackground() {
        bin.performInBackground { [self] in endWithoutWaiting() }
    }
}
