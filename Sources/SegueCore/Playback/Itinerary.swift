/// The course through the queue: the current entry, the history of what was heard, and the count of completed repeats.
struct Itinerary: Sendable {
    /// The entry that counts as current. It changes only when a file has proved playable.
    private(set) var cursor: EntryID?
    /// The history place of the current entry.
    private(set) var place = History.Place.ahead
    /// The number of completed repeats.
    private(set) var rounds = 0
    /// The playlist that provides the content of the queue.
    private(set) var playlist: PlaylistID?
    /// The place at which the shown track was stopped; nil if it was not.
    private(set) var stop: StoppingPlace?
    private var history = History()

    /// Makes `id`, located at `place` in the history, the current entry.
    mutating func stand(at id: EntryID?, place: History.Place) {
        cursor = id
        self.place = place
    }

    /// Makes `id` the current entry, and keeps the history place.
    mutating func point(to id: EntryID?) { cursor = id }

    /// Sets the history place of the entry being navigated to.
    mutating func turn(to place: History.Place) { self.place = place }

    /// Records that `id` is heard. Returns the entry that was heard before; nil if it is the same, or if the audible
    /// entry was revisited.
    mutating func hear(_ id: EntryID) -> EntryID? {
        let former = place == .ahead ? history.last : nil
        history.hear(id, from: place)
        place = .ahead
        stop = nil
        return former == id ? nil : former
    }

    /// As `History.step(back:where:)`.
    func step(back place: History.Place, where fits: (EntryID) -> Bool) -> (id: EntryID, place: History.Place)? {
        history.step(back: place, where: fits)
    }

    mutating func countRound() { rounds += 1 }
    mutating func beginRounds() { rounds = 0 }

    /// Records the playlist that provides the content of the queue; nil for none.
    mutating func follow(_ playlist: PlaylistID?) { self.playlist = playlist }

    mutating func stop(at place: StoppingPlace?) { stop = place }
    mutating func rewindStop() {
        stop?.isRewound = true
        stop?.position = .zero
    }

    /// Resets the current entry for a new queue. The history is kept, in case the previous queue is restored.
    mutating func beginAnew() { stand(at: nil, place: .ahead) }
}

/// The entry and the position at which playback was stopped, and from which it resumes.
struct StoppingPlace: Sendable, Equatable {
    var id: EntryID
    /// The time at which the track was stopped, and its position then, or at the end of its fade-out.
    var time: MediaTime
    var position: MediaTime
    /// True if the track returns to its start, even while it still fades out.
    var isRewound: Bool
}
