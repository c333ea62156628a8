/// Edits of the queue, also under a running fade.
extension Player {
    mutating func edit(_ edit: QueueEdit, _ ticket: CommandTicket?) throws(AudioPlayerError) -> Answer {
        switch edit {
        case .insert(let new, let place, let play):
            guard !new.isEmpty else { return .nothingToDo }
            let wasEmpty = queue.isEmpty
            let entries = try insert(new, at: place)
            guard play, let first = wasEmpty ? queue.entry(at: 0) : entries.first else { return .done }
            var request = Navigation(kind: .skip, candidate: first, direction: 1, ticket: ticket)
            request.others = entries.map(\.id)
            request.edit = edits.done.last?.number
            navigate(request, starting: true)
            return .pending
        case .replace(let new, let play, let playlist):
            return try replaceAll(with: new, play: play, playlist: playlist, ticket)
        case .remove(let ids):
            return remove(ids)
        case .move(let ids, let place):
            guard let (reversal, changes) = queue.move(ids, to: place, current: target?.id) else { return .nothingToDo }
            edits.note([reversal], from: origin)
            keepPlace(of: ids.filter(queue.contains))
            for change in changes { announce(change) }
            report(.queueChanged)
            return .done
        case .sort(let key): return sort(by: key)
        case .dedupe: return remove(queue.duplicates(beside: target?.id))
        case .crop(let ids):
            let kept = Set(ids)
            guard ids.contains(where: queue.contains) else { return .nothingToDo }
            return remove(queue.content.playOrder.all.filter { !kept.contains($0) })
        case .clear:
            guard !queue.isEmpty else { return .nothingToDo }
            edits.note([.exchange(queue.content)], from: origin)
            stopAtOnce(because: "clear")
            queue.removeAll()
            smooth.beginAnew()
            itinerary.beginAnew()
            itinerary.follow(nil)
            announce(.replaced)
            report(.queueChanged)
            return .done
        case .undo:
            guard let edit = edits.takeDone() else { return .nothingToDo }
            let origin = origin
            edits.noteUndo(takeBack(edit), from: origin)
            return .done
        case .redo:
            guard let edit = edits.takeUndone() else { return .nothingToDo }
            let origin = origin
            edits.noteRedo(takeBack(edit), from: origin)
            return .done
        }
    }

    /// The position of the player before an edit, for its undo.
    var origin: EditOrigin { origin(in: state) }

    /// Returns the origin as of `state`, which the end of a navigation has changed.
    private func origin(in state: PlayerState) -> EditOrigin {
        EditOrigin(
            entry: shown?.id, position: livePosition(at: moment, in: state).position, playlist: itinerary.playlist)
    }

    mutating func insert(_ new: [NewEntry], at place: QueuePlace) throws(AudioPlayerError) -> [QueueEntry] {
        let origin = origin
        let (entries, changes) = try queue.insert(new, at: place, current: place == .last ? lastSettled : target?.id)
        edits.note([.remove(entries.map(\.id))], from: origin)
        if place != .last { keepPlace(of: entries.map(\.id)) }
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
        let former = state
        giveUpNavigation()
        let edit = edits.note([.exchange(queue.content)], from: origin(in: former))
        queue.removeAll()
        smooth.beginAnew()
        itinerary.beginAnew()
        let (entries, _) = try queue.insert(new, at: .last, current: nil)
        answer(with: entries)
        // Under shuffle, the first entry is any of them.
        let first = queue.entry(at: 0)
        itinerary.point(to: first?.id)
        announce(.replaced)
        report(.queueChanged)
        itinerary.follow(playlist)
        if let started = playlist.flatMap({ playlists[$0] }) { report(.playlistStarted(started)) }
        guard play, let first else { return .done }
        var request = Navigation(kind: .skip, candidate: first, direction: 1, ticket: ticket)
        request.edit = edit
        navigate(request, starting: true, from: former)
        return .pending
    }

    /// Removes entries. If the shown entry is among them, the player moves on as `next` would; if no entry follows, it
    /// stops.
    private mutating func remove(_ ids: [EntryID]) -> Answer {
        let (before, origin) = (queuedTarget, origin)
        let successor = before.flatMap { ids.contains($0.id) ? follower(of: $0, without: Set(ids)) : nil }
        let (removed, reversal) = queue.remove(ids)
        guard !removed.isEmpty else { return .nothingToDo }
        edits.note([reversal], from: origin)
        smooth.forget(removed)
        if queue.isEmpty { itinerary.follow(nil) }
        announce(.removed(removed))
        report(.queueChanged)
        goOn(from: before, to: successor, at: .zero)
        return .done
    }

    /// The entry that edits refer to, if it is in the queue. A playing track may have left the queue.
    private var queuedTarget: QueueEntry? { target.flatMap { queue.contains($0.id) ? $0 : nil } }

    private mutating func sort(by key: SortKey) -> Answer {
        let entries = queue.reader()
        let order = key == .smooth ? smoothOrder : key.sorted(entries)
        let wasSmooth = modes.isSmooth
        // Smooth shuffle would change the requested order.
        var modes = modes
        modes.isSmooth = false
        set(modes)
        guard order != entries.map(\.id) else { return wasSmooth ? .done : .nothingToDo }
        let origin = origin
        let (reversal, changes) = queue.carryOut(.arrange(order))
        edits.note([reversal], from: origin)
        for change in changes { announce(change) }
        report(.queueChanged)
        return .done
    }

    /// Removes a played entry from the queue. Does nothing if the entry has left the queue already.
    mutating func consume(_ id: EntryID) {
        let (removed, reversal) = queue.remove([id])
        guard !removed.isEmpty else { return }
        edits.accompany(reversal)
        smooth.forget(removed)
        if queue.isEmpty { itinerary.follow(nil) }
        announce(.removed([id]))
        report(.queueChanged)
    }

    /// Continues after a change of the queue. The shown entry stays if it is in the queue. Otherwise the player goes to
    /// `successor`, as `next` would; without one, it stops.
    private mutating func goOn(from before: QueueEntry?, to successor: QueueEntry?, at position: MediaTime) {
        guard !queue.isEmpty else {
            stopAtOnce(because: "removed")
            return itinerary.point(to: nil)
        }
        if let before, queue.contains(before.id) {
            if let cursor = itinerary.cursor, !queue.contains(cursor) { itinerary.point(to: before.id) }
            return
        }
        guard before != nil || successor != nil else { return }
        itinerary.point(to: successor?.id)
        if let successor {
            let isStopped = status == .stopped
            navigate(Navigation(kind: .skip, candidate: successor, direction: 1, position: position), starting: false)
            guard isStopped, position > .zero else { return }
            itinerary.stop(at: StoppingPlace(id: successor.id, time: moment.now, position: position, isRewound: false))
        } else {
            let former = state
            giveUpNavigation()
            stopAtOnce(from: former, because: "removed")
            itinerary.point(to: queue.entry(at: queue.count - 1)?.id)
        }
    }

    /// Reverts an edit; returns the reversals of that. The shown entry plays on if it is in the queue. Otherwise the
    /// player continues as after a removal. If no entry follows, and in a queue that was restored as a whole, it
    /// returns to its position before the edit.
    private mutating func takeBack(_ edit: UndoableEdit) -> [QueueReversal] {
        guard !edit.concernsPinsAlone else { return carryOut(edit) }
        let before = queuedTarget
        let isDetached = target != nil && before == nil
        var successor = before.flatMap { follower(of: $0, without: edit.removed) }
        let inverse = carryOut(edit)
        if queue.isEmpty { itinerary.follow(nil) }
        guard !isDetached || queue.isEmpty else { return inverse }
        var position = MediaTime.zero
        if successor == nil, let left = edit.origin.entry.flatMap({ queue[$0] }) ?? queue.entry(at: 0) {
            (successor, position) = (left, left.id == edit.origin.entry ? edit.origin.position : .zero)
        }
        goOn(from: before, to: successor, at: position)
        return inverse
    }

    /// Reverts the last edit as if it had never been made. The playing track is not affected.
    mutating func forgetLastEdit() {
        guard let edit = edits.takeDone() else { return }
        _ = carryOut(edit)
        if edit.isExchange { itinerary.stand(at: edit.origin.entry, place: .ahead) }
    }

    private mutating func carryOut(_ edit: UndoableEdit) -> [QueueReversal] {
        var inverse: [QueueReversal] = []
        for reversal in edit.reversals {
            if case .pin(let former) = reversal {
                inverse.insert(restore(former), at: 0)
                continue
            }
            smooth.note(reversal)
            let (back, changes) = queue.carryOut(reversal)
            inverse.insert(back, at: 0)
            for change in changes { announce(change) }
        }
        if !edit.concernsPinsAlone { report(.queueChanged) }
        if edit.isExchange { itinerary.follow(edit.origin.playlist) }
        return inverse
    }

    /// Returns the first remaining entry after this one; nil if this entry remains, and at the end.
    private func follower(of entry: QueueEntry, without gone: Set<EntryID>) -> QueueEntry? {
        guard gone.contains(entry.id), var index = queue.index(of: entry.id) else { return nil }
        while let candidate = queue.entry(at: index), gone.contains(candidate.id) { index += 1 }
        return queue.entry(at: index)
    }
}
