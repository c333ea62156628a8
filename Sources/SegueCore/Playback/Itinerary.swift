/// The way through the queue: which entry counts as current, what was heard before it, and how often a repeat has gone
/// round.
struct Itinerary: Sendable {
    /// The entry that counts as current. It changes only when a file has proved playable.
    private(set) var cursor: EntryID?
    /// The place of the current entry in what was heard.
    private(set) var place = History.Place.ahead
    /// How often a repeat has gone round.
    private(set) var rounds = 0
    /// The playlist that the queue came from.
    private(set) var playlist: PlaylistID?
    /// Where the shown track was stopped; nil if it was not.
    private(set) var stop: StoppingPlace?
    private var history = History()

    /// Makes `id` the current entry, which stands at `place` in what was heard.
    mutating func stand(at id: EntryID?, place: History.Place) {
        cursor = id
        self.place = place
    }

    /// Makes `id` the current entry, wherever it stands in what was heard.
    mutating func point(to id: EntryID?) { cursor = id }

    /// What is gone to stands there.
    mutating func turn(to place: History.Place) { self.place = place }

    /// `id` is heard. Returns the entry that was heard before, unless that is the same, or what is heard now was gone
    /// back to.
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

    /// The queue now comes from this playlist, or from none.
    mutating func follow(_ playlist: PlaylistID?) { self.playlist = playlist }

    mutating func stop(at place: StoppingPlace?) { stop = place }
    mutating func rewindStop() {
        stop?.isRewound = true
        stop?.position = .zero
    }

    /// The queue is another one. What was heard is kept for the case that the former one comes back.
    mutating func beginAnew() { stand(at: nil, place: .ahead) }
}

/// Where a track was stopped: playing goes on there.
struct StoppingPlace: Sendable, Equatable {
    var id: EntryID
    /// When the track was stopped, and where it was then, or where its fade-out has ended.
    var time: MediaTime
    var position: MediaTime
    /// Whether the track goes back to its start, even while it still fades out.
    var isRewound: Bool
}
