import EventLoop
import SegueCore

/// One load: its current deck, what it waits for, and the facts known and reported about it.
struct Load {
    var deck: Deck
    /// True if the load can be started or scheduled.
    var isLoaded = false
    /// Fails the load after an error that it may still survive, unless the load is ready by then.
    var doubt: Deadline?
    /// Fails the load, or tries the next address of its playlist, unless the load is ready by then.
    var trial: Deadline?
    /// The search for silence at the load's ends.
    var scan: EndsAnalysis<SoundEdges>?
    /// The part of the load between its silent ends, as far as the search has found it.
    var audible: ClosedRange<MediaTime>?
    /// The metadata that was last reported.
    var reported: TrackMetadata?
    /// True if it has been reported that nothing is left of the load on the tape.
    var hasStalled = false

    fileprivate func end() {
        doubt?.cancel()
        trial?.cancel()
        scan?.cancel()
    }
}

/// All loads by generation, and the released decks whose last samples have not left the mixer.
struct LoadTable {
    private var loads: [LoadGeneration: Load] = [:]
    private(set) var leaving: [Deck] = []

    /// The load of this generation; nil for a load that was removed.
    subscript(generation: LoadGeneration) -> Load? {
        get { loads[generation] }
        _modify { yield &loads[generation] }
    }

    var decks: [Deck] { loads.values.map(\.deck) }

    /// Makes `deck` the current deck of its load. All other facts about the load are cleared; with `keepingMetadata`,
    /// the metadata that was last reported is kept.
    mutating func admit(_ deck: Deck, keepingMetadata: Bool = false) {
        let former = loads[deck.generation]
        former?.end()
        loads[deck.generation] = Load(deck: deck, reported: keepingMetadata ? former?.reported : nil)
    }

    /// Removes the load and all facts about it. Returns its deck.
    @discardableResult
    mutating func dismiss(_ generation: LoadGeneration) -> Deck? {
        let load = loads.removeValue(forKey: generation)
        load?.end()
        return load?.deck
    }

    /// Releases a deck that is no longer its load's current deck: at once, or when its last sample has left the mixer.
    mutating func release(_ deck: Deck) {
        guard deck.isOnTimeline else { return deck.dispose() }
        leaving.append(deck)
        // Until other audio replaces it, all of the deck's audio can be heard.
        deck.playOutAlone()
    }

    /// Notes that this deck's last sample has left the mixer.
    mutating func hasLeft(_ deck: Deck) {
        leaving.removeAll { $0 === deck }
    }

    /// Releases the leaving decks, of which nothing is left in the mixer.
    mutating func disposeOfLeaving() {
        for deck in leaving { deck.dispose() }
        leaving = []
    }

    /// Releases every deck and removes every load.
    mutating func disposeOfAll() {
        disposeOfLeaving()
        for (generation, load) in loads {
            load.deck.dispose()
            dismiss(generation)
        }
    }
}
