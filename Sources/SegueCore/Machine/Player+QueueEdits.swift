/// Edits of the queue, also under a running fade.
extension Player {
    mutating func edit(_ edit: QueueEdit, _ ticket: CommandTicket?) throws(AudioPlayerError) -> Answer {
        switch edit {
        case .insert(let new, let place, let play):
            guard !new.isEmpty else { return .nothingToDo }
            let wasEmpty = queue.isEmpty
            let entries = try insert(new, at: place)
            guard play, let first = wasEmpty ? queue.entry(at: 0) : entries.first else { return .done }
            navigate(Navigation(kind: .skip, candidate: first, direction: 1, ticket: ticket), starting: true)
            return .pending
        case .replace(let new, let play, let playlist):
            return try replaceAll(with: new, play: play, playlist: playlist, ticket)
        case .remove(let ids):
            return remove(ids)
        case .move(let id, let place):
            guard let change = queue.move(id, to: place, current: target?.id) else { return .nothingToDo }
            announce(change)
            report(.queueChanged)
            return .done
        case .clear:
            guard !queue.isEmpty else { return .nothingToDo }
            stopAtOnce(because: "clear")
            queue.removeAll()
            itinerary.beginAnew()
            itinerary.follow(nil)
            announce(.replaced)
            report(.queueChanged)
            return .done
        }
    }

    mutating func insert(_ new: [NewEntry], at place: QueuePlace) throws(AudioPlayerError) -> [QueueEntry] {
        let (entries, changes) = try queue.insert(new, at: place, current: target?.id)
        answer(with: entries)
        for change in changes { announce(change) }
        report(.queueChanged)
        if itinerary.cursor == nil { itinerary.point(to: queue.entry(at: 0)?.id) }
        return entries
    }

    private mutating func replaceAll(
        with new: [NewEntry], play: Bool, playlist: PlaylistID?, _ ticket: CommandTicket?
    ) throws(AudioPlayerError) -> Answer {
        guard new.count <= PlayQueue.limit else { throw .queueFull(limit: PlayQueue.limit) }
        guard !new.isEmpty else { return try edit(.clear, ticket) }
        if !play { stopAtOnce(because: "replace") }
        giveUpNavigation()
        let (formerQueue, formerItinerary) = (queue, itinerary)
        queue.removeAll()
        itinerary.beginAnew()
        let (entries, _) = try queue.insert(new, at: .last, current: nil)
        answer(with: entries)
        // Under shuffle, any of them.
        let first = queue.entry(at: 0)
        itinerary.point(to: first?.id)
        announce(.replaced)
        report(.queueChanged)
        itinerary.follow(playlist)
        if let started = playlist.flatMap({ playlists[$0] }) { report(.playlistStarted(started)) }
        guard play, let first else { return .done }
        var request = Navigation(kind: .skip, candidate: first, direction: 1, ticket: ticket)
        request.former = FormerQueue(
            queue: formerQueue, itinerary: formerItinerary, successor: queue.revision)
        navigate(request, starting: true)
        return .pending
    }

    /// Takes entries out. When the shown one is among them, the player moves on as `next` would; with nothing behind
    /// it, it stops.
    private mutating func remove(_ ids: [EntryID]) -> Answer {
        let gone = Set(ids.filter(queue.contains))
        guard !gone.isEmpty else { return .nothingToDo }
        let before = target
        let successor = before.flatMap { follower(of: $0, without: gone) }
        let removed = queue.remove(ids)
        if queue.isEmpty { itinerary.follow(nil) }
        announce(.removed(removed))
        report(.queueChanged)
        guard let before else { return .done }
        guard gone.contains(before.id) else {
            if let cursor = itinerary.cursor, gone.contains(cursor) { itinerary.point(to: before.id) }
            return .done
        }
        itinerary.point(to: successor?.id)
        giveUpNavigation()
        if let successor {
            navigate(Navigation(kind: .skip, candidate: successor, direction: 1), starting: false)
        } else {
            stopAtOnce(because: "removed")
            itinerary.point(to: queue.entry(at: queue.count - 1)?.id)
        }
        return .done
    }

    /// The first entry behind this one that stays; nil where it stays itself, and at the end.
    private func follower(of entry: QueueEntry, without gone: Set<EntryID>) -> QueueEntry? {
        guard gone.contains(entry.id), var index = queue.index(of: entry.id) else { return nil }
        while let candidate = queue.entry(at: index), gone.contains(candidate.id) { index += 1 }
        return queue.entry(at: index)
    }
}
