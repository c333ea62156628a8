/// Music behind the end of the queue (design.md, Queue).
extension Player {
    /// How many of the entries that were heard are named, so that they do not come again at once.
    private static let remembered = 500

    /// Asks for more while the last track plays. Does nothing where something follows it, or nothing is to.
    mutating func reconcileContinuation() {
        guard let last = lastTrack, continuation.ask(behind: last.id, for: configuration.whenQueueEnds) else { return }
        let place = queue.index(of: last.id) ?? 0
        let heard = queue.entries(in: max(0, place - Self.remembered)..<(place + 1))
        findMore(ContinuationRequest(last: last, kind: configuration.whenQueueEnds, heard: heard.map(\.uri)))
    }

    /// Puts what was found behind the track that ends the queue. Does nothing if that has changed meanwhile.
    mutating func goOn(behind last: EntryID, with found: [NewEntry]) {
        guard continuation.answer(behind: last), lastTrack?.id == last, !found.isEmpty else { return }
        do {
            _ = try insert(found, at: .after(last))
        } catch {
            report(.error(error))
        }
    }

    /// The track that plays, if music is to go on and nothing follows it. A station has no end.
    private var lastTrack: QueueEntry? {
        guard configuration.whenQueueEnds != .stop, status == .playing, !modes.endsWithTrack, let shown,
            queue.contains(shown.id), current?.info?.isLive != true, automaticNext(after: shown) == nil
        else { return nil }
        return shown
    }
}
