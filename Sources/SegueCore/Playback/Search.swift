/// The search for the next track, which skips tracks that can't be played.
struct Search: Sendable {
    /// The values on which the result depends. When any of them changes, the search begins anew.
    struct Basis: Sendable, Equatable {
        var cursor: EntryID?
        var revision: UInt64
        var repeatMode: RepeatMode
        var repeatCount: Int?
        var endsWithTrack: Bool
    }

    private var basis: Basis?
    private(set) var passedOver: [QueueEntry] = []
    private(set) var attempts = Attempts()
    /// The reason why nothing follows although the queue continues.
    private(set) var error: AudioPlayerError?
    /// The load that the engine was instructed to play to its end.
    private var playedOut: LoadGeneration?

    /// Begins the search anew, unless it was begun on this basis. `playedOut` is kept.
    mutating func begin(on basis: Basis) {
        guard self.basis != basis else { return }
        end()
        self.basis = basis
    }

    /// Forgets the search.
    mutating func end() {
        basis = nil
        passedOver = []
        attempts = Attempts()
        error = nil
    }

    /// Records that this entry can't be played, and that `following` comes after it. Does nothing if no search is under
    /// way.
    mutating func passOver(_ entry: QueueEntry, because error: AudioPlayerError, following: QueueEntry?) {
        guard basis != nil else { return }
        passedOver.append(entry)
        guard case .giveUp(let reason) = attempts.fail(entry.id, with: error, following: following) else { return }
        self.error = self.error ?? reason
    }

    /// Records that nothing follows, and the reason. An earlier reason is kept.
    mutating func fail(on basis: Basis, with error: AudioPlayerError) {
        if self.basis == nil { self.basis = basis }
        self.error = self.error ?? error
    }

    /// Records that nothing follows this load. Returns true if the engine has yet to be notified.
    mutating func playOut(_ generation: LoadGeneration) -> Bool {
        defer { playedOut = generation }
        return playedOut != generation
    }

    /// Records that a track follows again.
    mutating func follow() { playedOut = nil }
}
