/// Music behind the end of the queue (design.md, Queue).
extension Player {
    /// How many of the entries that were heard are named, so that they do not come again at once.
    private static let remembered = 500

    /// Asks for more while the last track plays. Does nothing where something follows it, or nothing is to.
    mutating func reconcileContinuation() {
        guard status != .stopped else { return continuation.forget() }
        guard status == .playing, let end, continuation.ask(behind: end.id, for: configuration.whenQueueEnds) else {
            return
        }
        let place = queue.index(of: end.id) ?? 0
        let heard = queue.entries(in: max(0, place - Self.remembered)..<(place + 1)).map(\.uri)
        findMore(
            ContinuationRequest(
                end: end.id, last: shown ?? end, kind: configuration.whenQueueEnds, heard: heard))
    }

    /// Puts what was found where the queue ends. An answer that comes when it does not end there any more is dropped,
    /// and more is asked for at the next end.
    mutating func goOn(behind last: EntryID, with found: [NewEntry]) {
        guard continuation.answer(behind: last) else { return }
        guard let end, end.id == last else { return continuation.forget() }
        guard !found.isEmpty else { return }
        do {
            _ = try insert(found, at: .after(last))
        } catch {
            report(.error(error))
        }
    }

    /// The entry that ends the queue while music is to go on: the one that is shown, or the last one behind it of those
    /// that can't be played. A station has no end.
    private var end: QueueEntry? {
        guard configuration.whenQueueEnds != .stop, !modes.endsWithTrack, let shown, current?.info?.isLive != true,
            case let end = search.passedOver.last ?? shown, queue.contains(end.id), automaticNext(after: end) == nil
        else { return nil }
        return end
    }
}
