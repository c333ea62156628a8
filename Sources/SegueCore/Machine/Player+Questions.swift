/// Questions to the values that make up the player, in the words of those who decide by the answers.
extension Player {
    /// The load that counts as playing; in a fade the incoming one.
    var current: Load? { sound.current }
    /// The load on its way out.
    var outgoing: Load? { sound.outgoing }
    /// The load that gets ready in the free deck.
    var standby: Load? { preparation.standby }
    /// The load of the candidate after the one that is waited for; nil unless that one takes long.
    var spare: Load? { preparation.spare }
    /// All loads, the standby first.
    var loads: [Load] { preparation.loads + [spare, current, outgoing].compactMap { $0 } }

    /// The load before the one at this place of the line: for the standby, the load that plays.
    func leader(of place: Int) -> Load? { place == 0 ? current : preparation.load(at: place - 1) }

    /// The entry that every view shows: what a person went to counts at once (design.md, States on the bus). A stream
    /// whose server may not even answer is not shown while something else is heard.
    var shown: QueueEntry? {
        if let navigation = pursuit.navigation, connecting == nil { return navigation.candidate }
        guard let cursor = itinerary.cursor else { return nil }
        let load = [standby, current].compactMap { $0 }.first { $0.entry.id == cursor && $0.isCommitted }
        // A track that sounds may have left the queue.
        guard var entry = queue[cursor] ?? load?.entry else { return nil }
        if let load { entry.occurrence = load.entry.occurrence }
        return entry
    }

    /// The stream that is being connected to while something else is heard.
    var connecting: QueueEntry? {
        guard let navigation = pursuit.navigation, !navigation.candidate.isLocal, state.kind == .preparingCrossfade,
            let current, current.entry.id == itinerary.cursor
        else { return nil }
        return navigation.candidate
    }

    /// The entry from which `next` and `previous` go on, and beside which new ones are put.
    var target: QueueEntry? { pursuit.navigation?.candidate ?? shown }

    /// Whether the shown track has positions to go to. A load knows; of a file that is not loaded it is presumed.
    var canSeek: Bool {
        guard let entry = shown else { return false }
        let loads = [standby, current].compactMap { $0 }
        if let info = loads.first(where: { $0.entry.id == entry.id && $0.info != nil })?.info { return info.isSeekable }
        return entry.isLocal
    }
}
