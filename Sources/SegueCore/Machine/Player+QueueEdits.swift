/// Edits of the queue, also under a running fade.
extension Player {
    mutating func edit(
        _ edit: QueueEdit, _ ticket: CommandTicket?, _ isPending: inout Bool
    ) throws(AudioPlayerError) -> Reply {
        switch edit {
        case .insert(let new, let place, let play):
            guard !new.isEmpty else { return .nothingToDo }
            let wasEmpty = queue.isEmpty
            let entries = try insert(new, at: place)
            guard play, let first = wasEmpty ? queue.entry(at: 0) : entries.first else { return .accepted }
            isPending = true
            navigate(Navigation(kind: .skip, candidate: first, direction: 1, ticket: ticket), starting: true)
            return .accepted
        case .replace(let new, let play, let playlist):
            return try replaceAll(with: new, play: play, playlist: playlist, ticket, &isPending)
        case .remove(let ids):
            return remove(ids)
        case .move(let id, let place):
            guard let change = queue.move(id, to: place, current: target?.id) else { return .nothingToDo }
            effects.append(.queueChanged(change))
            report(.queueChanged)
            return .accepted
        case .clear:
            guard !queue.isEmpty else { return .nothingToDo }
            stopAtOnce(because: "clear")
            queue.removeAll()
            cursor = nil
            history.removeAll()
            place = .ahead
            activePlaylist = nil
            effects.append(.queueChanged(.replaced))
            report(.queueChanged)
            return .accepted
        }
    }

    mutating func insert(_ new: [NewEntry], at place: QueuePlace) throws(AudioPlayerError) -> [QueueEntry] {
        let (entries, changes) = try queue.insert(new, at: place, current: target?.id)
        inserted = entries.map(\.id)
        effects += changes.map(Effect.queueChanged)
        report(.queueChanged)
        if cursor == nil { cursor = queue.entry(at: 0)?.id }
        return entries
    }

    private mutating func replaceAll(
        with new: [NewEntry], play: Bool, playlist: PlaylistID?, _ ticket: CommandTicket?, _ isPending: inout Bool
    ) throws(AudioPlayerError) -> Reply {
        guard new.count <= PlayQueue.limit else { throw .queueFull(limit: PlayQueue.limit) }
        guard !new.isEmpty else { return try edit(.clear, ticket, &isPending) }
        if !play { stopAtOnce(because: "replace") }
        if let navigation {
            complete(navigation.ticket, .superseded)
            self.navigation = nil
        }
        let former = FormerQueue(
            queue: queue, cursor: cursor, place: place, history: history, playlist: activePlaylist, successor: 0)
        queue.removeAll()
        history.removeAll()
        place = .ahead
        cursor = nil
        let (entries, _) = try queue.insert(new, at: .last, current: nil)
        inserted = entries.map(\.id)
        // Under shuffle, any of them.
        let first = queue.entry(at: 0)
        cursor = first?.id
        effects.append(.queueChanged(.replaced))
        report(.queueChanged)
        activePlaylist = playlist
        if let started = playlist.flatMap({ playlists[$0] }) { report(.playlistStarted(started)) }
        guard play, let first else { return .accepted }
        isPending = true
        var request = Navigation(kind: .skip, candidate: first, direction: 1, ticket: ticket)
        request.former = former
        request.former?.successor = queue.revision
        navigate(request, starting: true)
        return .accepted
    }

    /// Takes entries out. When the shown one is among them, the player moves on as `next` would; with nothing behind
    /// it, it stops.
    private mutating func remove(_ ids: [EntryID]) -> Reply {
        let gone = Set(ids.filter(queue.contains))
        guard !gone.isEmpty else { return .nothingToDo }
        let before = target
        var successor: QueueEntry?
        if let before, gone.contains(before.id), let index = queue.index(of: before.id) {
            var candidate = index + 1
            while let entry = queue.entry(at: candidate), gone.contains(entry.id) { candidate += 1 }
            successor = queue.entry(at: candidate)
        }
        let removed = queue.remove(ids)
        if queue.isEmpty { activePlaylist = nil }
        effects.append(.queueChanged(.removed(removed)))
        report(.queueChanged)
        guard let before else { return .accepted }
        guard gone.contains(before.id) else {
            if let cursor, gone.contains(cursor) { self.cursor = before.id }
            return .accepted
        }
        cursor = successor?.id
        if let navigation {
            complete(navigation.ticket, .superseded)
            self.navigation = nil
        }
        if let successor {
            navigate(Navigation(kind: .skip, candidate: successor, direction: 1), starting: false)
        } else {
            stopAtOnce(because: "removed")
            cursor = queue.entry(at: queue.count - 1)?.id
        }
        return .accepted
    }
}
