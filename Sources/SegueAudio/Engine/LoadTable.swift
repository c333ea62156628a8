import EventLoop
import SegueCore

/// One load: the deck that speaks for it, what is waited for, and what is known and has been told of it.
struct Load {
    var deck: Deck
    /// It can be started or scheduled.
    var isLoaded = false
    /// Gives it up, after an error of which only time tells whether it gets over it.
    var doubt: Deadline?
    /// Gives it up for another address of its playlist, unless it is ready by then.
    var trial: Deadline?
    /// The look at its ends.
    var scan: SilenceScan?
    /// What sounds of it, as far as that was looked at.
    var audible: ClosedRange<MediaTime>?
    /// What was told about it last.
    var reported: TrackMetadata?
    /// How full its reserve is while it lags behind, in percent.
    var lag: Int?
    /// Nothing is left of it on the tape, as has been told.
    var hasStalled = false

    fileprivate func end() {
        doubt?.cancel()
        trial?.cancel()
        scan?.cancel()
    }
}

/// All loads by their name tag, and the decks that were given up while their last samples are not through the mixer.
struct LoadTable {
    private var loads: [LoadGeneration: Load] = [:]
    private(set) var leaving: [Deck] = []

    /// Nil for a load that was given up.
    subscript(generation: LoadGeneration) -> Load? {
        get { loads[generation] }
        _modify { yield &loads[generation] }
    }

    var decks: [Deck] { loads.values.map(\.deck) }

    /// Those whose reserve lags behind, and how full it is.
    var lags: [(generation: LoadGeneration, percent: Int)] {
        loads.compactMap { generation, load in load.lag.map { (generation, $0) } }
    }

    /// From now on `deck` speaks for its load, of which nothing else is known any more but what was told last, with
    /// `keepingMetadata`.
    mutating func admit(_ deck: Deck, keepingMetadata: Bool = false) {
        let former = loads[deck.generation]
        former?.end()
        loads[deck.generation] = Load(deck: deck, reported: keepingMetadata ? former?.reported : nil)
    }

    /// The load is given up, and nothing is known of it any more.
    @discardableResult
    mutating func dismiss(_ generation: LoadGeneration) -> Deck? {
        let load = loads.removeValue(forKey: generation)
        load?.end()
        return load?.deck
    }

    /// Lets go of a deck that does not speak for its load any more: at once, or when it is through the mixer.
    mutating func release(_ deck: Deck) {
        if deck.isOnTimeline { leaving.append(deck) } else { deck.dispose() }
    }

    /// It is through the mixer.
    mutating func hasLeft(_ deck: Deck) {
        leaving.removeAll { $0 === deck }
    }

    /// The mixer has nothing of those that were leaving any more.
    mutating func disposeOfLeaving() {
        for deck in leaving { deck.dispose() }
        leaving = []
    }

    /// Nothing is left of anything.
    mutating func disposeOfAll() {
        disposeOfLeaving()
        for (generation, load) in loads {
            load.deck.dispose()
            dismiss(generation)
        }
    }
}
