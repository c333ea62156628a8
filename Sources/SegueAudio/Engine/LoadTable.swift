import EventLoop
import SegueCore

/// One load: the deck that speaks for it, what it waits for, and what is known and has been told of it.
struct Load {
    var deck: Deck
    /// The load can be started or scheduled.
    var isLoaded = false
    /// Gives the load up after an error that it may still survive, unless it is ready by then.
    var doubt: Deadline?
    /// Gives the load up, or its address for another one of its playlist, unless the load is ready by then.
    var trial: Deadline?
    /// The search for silence at the load's ends.
    var scan: EndsAnalysis<SoundEdges>?
    /// The part of the load that is no silence, as far as the search found out.
    var audible: ClosedRange<MediaTime>?
    /// The metadata that was reported last.
    var reported: TrackMetadata?
    /// How full the load's reserve is while it lags behind, in percent.
    var lag: Int?
    /// It has been reported that nothing is left of the load on the tape.
    var hasStalled = false

    fileprivate func end() {
        doubt?.cancel()
        trial?.cancel()
        scan?.cancel()
    }
}

/// All loads by generation, and the decks that were given up while their last samples are not through the mixer.
struct LoadTable {
    private var loads: [LoadGeneration: Load] = [:]
    private(set) var leaving: [Deck] = []

    /// Nil for a load that was given up.
    subscript(generation: LoadGeneration) -> Load? {
        get { loads[generation] }
        _modify { yield &loads[generation] }
    }

    var decks: [Deck] { loads.values.map(\.deck) }

    /// The loads whose reserve lags behind, and how full it is.
    var lags: [(generation: LoadGeneration, percent: Int)] {
        loads.compactMap { generation, load in load.lag.map { (generation, $0) } }
    }

    /// From now on `deck` speaks for its load. Nothing else is known of the load any more; with `keepingMetadata`, the
    /// metadata that was reported last stays.
    mutating func admit(_ deck: Deck, keepingMetadata: Bool = false) {
        let former = loads[deck.generation]
        former?.end()
        loads[deck.generation] = Load(deck: deck, reported: keepingMetadata ? former?.reported : nil)
    }

    /// Gives the load up: nothing is known of it any more.
    @discardableResult
    mutating func dismiss(_ generation: LoadGeneration) -> Deck? {
        let load = loads.removeValue(forKey: generation)
        load?.end()
        return load?.deck
    }

    /// Lets go of a deck that does not speak for its load any more: at once, or when its last sample is through the
    /// mixer.
    mutating func release(_ deck: Deck) {
        guard deck.isOnTimeline else { return deck.dispose() }
        leaving.append(deck)
        // Until other sound takes its place, all of it is there to be heard.
        deck.playOutAlone()
    }

    /// This deck's last sample is through the mixer.
    mutating func hasLeft(_ deck: Deck) {
        leaving.removeAll { $0 === deck }
    }

    /// The mixer has nothing left of the decks that were leaving.
    mutating func disposeOfLeaving() {
        for deck in leaving { deck.dispose() }
        leaving = []
    }

    /// Lets go of every deck and every load.
    mutating func disposeOfAll() {
        disposeOfLeaving()
        for (generation, load) in loads {
            load.deck.dispose()
            dismiss(generation)
        }
    }
}
