/// Music after the end of the queue (design.md, Queue).
extension Player {
    /// The number of heard entries named in a request, so that they are not repeated soon.
    private static let remembered = 500

    /// Requests more music while the last track plays. Does nothing if another track follows, or if no continuation is
    /// configured.
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

    /// Appends the found music to the queue. If the queue no longer ends at `last`, the answer is dropped, and more
    /// music is requested at the next end.
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

    /// The entry that ends the queue while a continuation is configured: the shown entry, or the last of the unplayable
    /// entries after it. A station has no end.
    private var end: QueueEntry? {
        guard configuration.whenQueueEnds != .stop, !modes.endsWithTrack, let shown, current?.info?.isLive != true,
            case let end = search.passedOver.last ?? shown, queue.contains(end.id), automaticNext(after: end) == nil
        else { return nil }
        return end
    }
}
