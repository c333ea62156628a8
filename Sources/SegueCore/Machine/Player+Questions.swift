/// Queries to the values that make up the player.
extension Player {
    /// The load that counts as playing; in a fade, the incoming one.
    var current: Load? { sound.current }
    /// The outgoing load.
    var outgoing: Load? { sound.outgoing }
    /// The load that is prepared in the free deck.
    var standby: Load? { preparation.standby }
    /// The load of the candidate after the awaited one; nil unless the awaited candidate takes long.
    var spare: Load? { preparation.spare }
    /// All loads, the standby first.
    var loads: [Load] { preparation.loads + [spare, current, outgoing].compactMap { $0 } }

    /// Returns the load before the load at this place of the line: for the standby, the playing load.
    func leader(of place: Int) -> Load? { place == 0 ? current : preparation.load(at: place - 1) }

    /// The entry that every view shows. The target of a navigation is shown immediately (design.md, States on the bus).
    /// A stream that is being connected is not shown while something else is heard.
    var shown: QueueEntry? {
        if let navigation = pursuit.navigation, connecting == nil { return navigation.candidate }
        guard let cursor = itinerary.cursor else { return nil }
        let load = [standby, current].compactMap { $0 }.first { $0.entry.id == cursor && $0.isCommitted }
        // A playing track may have left the queue.
        guard var entry = queue[cursor] ?? load?.entry else { return nil }
        if let load { entry.occurrence = load.entry.occurrence }
        return entry
    }

    /// The stream that is being connected while something else is heard.
    var connecting: QueueEntry? {
        guard let navigation = pursuit.navigation, !navigation.candidate.isLocal, state.kind == .preparingCrossfade,
            let current, current.entry.id == itinerary.cursor
        else { return nil }
        return navigation.candidate
    }

    /// The entry from which `next` and `previous` start, and beside which new entries are inserted.
    var target: QueueEntry? { pursuit.navigation?.candidate ?? shown }

    /// True if the shown track is seekable. A ready load states this; a file that is not loaded is assumed to be
    /// seekable.
    var canSeek: Bool {
        guard let entry = shown else { return false }
        let loads = [standby, current].compactMap { $0 }
        if let info = loads.first(where: { $0.entry.id == entry.id && $0.info != nil })?.info { return info.isSeekable }
        return entry.isLocal
    }
}
