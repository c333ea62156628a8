/// The way through the queue: which entry counts as current, what was heard before it, and how often a repeat has gone
/// round.
struct Itinerary: Sendable {
    /// The entry that counts as current; moves only when a file has proved playable.
    private(set) var cursor: EntryID?
    /// Where that stands in what was heard.
    private(set) var place = History.Place.ahead
    /// How often a repeat has gone round.
    private(set) var rounds = 0
    /// The playlist that the queue came from.
    private(set) var playlist: PlaylistID?
    /// Where the track stands that was stopped.
    private(set) var stop: StoppingPlace?
    private var history = History()

    /// `id` counts as current, and stands there in what was heard.
    mutating func stand(at id: EntryID?, place: History.Place) {
        cursor = id
        self.place = place
    }

    /// The same, wherever it stands.
    mutating func point(to id: EntryID?) { cursor = id }

    /// What is gone to stands there.
    mutating func turn(to place: History.Place) { self.place = place }

    /// `id` is heard.
    mutating func hear(_ id: EntryID) {
        history.hear(id, from: place)
        place = .ahead
        stop = nil
    }

    /// As `History.step(back:where:)`.
    func step(back place: History.Place, where fits: (EntryID) -> Bool) -> (id: EntryID, place: History.Place)? {
        history.step(back: place, where: fits)
    }

    mutating func countRound() { rounds += 1 }
    mutating func beginRounds() { rounds = 0 }

    /// The queue is this playlist, or none.
    mutating func follow(_ playlist: PlaylistID?) { self.playlist = playlist }

    mutating func stop(at place: StoppingPlace?) { stop = place }
    mutating func rewindStop() {
        stop?.isRewound = true
        stop?.position = .zero
    }

    /// Nothing of the queue is left: nothing was heard of what comes.
    mutating func beginAnew() {
        cursor = nil
        place = .ahead
        history.removeAll()
    }

    /// Back to where it was, before another queue took its place.
    mutating func takeBack(_ former: Itinerary) {
        cursor = former.cursor
        place = former.place
        history = former.history
        playlist = former.playlist
    }
}

/// What a new queue took the place of, while it is not known whether anything of that can be played.
struct FormerQueue: Sendable, Equatable {
    var queue: PlayQueue
    var itinerary: Itinerary
    /// `PlayQueue.revision` of the new one: after an edit of it there is no way back.
    var successor: UInt64

    static func == (left: FormerQueue, right: FormerQueue) -> Bool { left.successor == right.successor }
}

/// Where the track stands that was stopped: playing goes on there.
struct StoppingPlace: Sendable, Equatable {
    var id: EntryID
    /// When it was stopped, and where the track was then, or where its fade-out has ended.
    var time: MediaTime
    var position: MediaTime
    /// Back to its start, even while it still fades out.
    var isRewound: Bool
}
