/// The search for what follows by itself, past what can't be played.
struct Search: Sendable {
    /// What the answer depends on. When any of this changes, the search begins anew.
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
    /// Why nothing follows although the queue goes on.
    private(set) var error: AudioPlayerError?
    /// The load that the engine was told to play to its end.
    private var playedOut: LoadGeneration?

    /// Begins the search anew, unless it was begun on this basis. The last thing that the engine was told stays.
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

    /// Notes that this entry can't be played, behind which `following` comes. Does nothing while nothing is searched
    /// for.
    mutating func passOver(_ entry: QueueEntry, because error: AudioPlayerError, following: QueueEntry?) {
        guard basis != nil else { return }
        passedOver.append(entry)
        guard case .giveUp(let reason) = attempts.fail(entry.id, with: error, following: following) else { return }
        self.error = self.error ?? reason
    }

    /// Notes that nothing follows, and why. A former reason stays.
    mutating func fail(on basis: Basis, with error: AudioPlayerError) {
        if self.basis == nil { self.basis = basis }
        self.error = self.error ?? error
    }

    /// True when the engine has not been told yet that nothing follows this load.
    mutating func playOut(_ generation: LoadGeneration) -> Bool {
        defer { playedOut = generation }
        return playedOut != generation
    }

    /// Something follows again.
    mutating func follow() { playedOut = nil }
}
