/// The position that clients draw by their own clocks, extrapolated from announcements. It starts at 0 with a new
/// track, jumps with `Seeked`, and advances while the status is Playing (docs/mpris.md, The crossfade). It is ahead
/// while a shown track loads or stalls.
struct DrawnPosition: Sendable {
    private var track: EntryID?
    private var occurrence: UInt32?
    private var status = Snapshot.PlaybackStatus.stopped
    private var base = MediaTime.zero
    private var since = MediaTime.zero

    func position(at now: MediaTime) -> MediaTime { status == .playing ? base + (now - since) : base }

    /// Adopts the track and the status announced by a step. Returns true if the track begins again: its identity on the
    /// bus is unchanged, so that clients do not notice.
    mutating func show(_ track: QueueEntry?, _ status: Snapshot.PlaybackStatus, at now: MediaTime) -> Bool {
        let isSame = track?.id == self.track
        if !isSame || status != self.status {
            base = isSame && status != .stopped ? position(at: now) : .zero
            since = now
        }
        defer { (self.track, occurrence, self.status) = (track?.id, track?.occurrence, status) }
        return isSame && track?.occurrence != occurrence
    }

    /// Returns true if clients show this track.
    func shows(_ track: QueueEntry?) -> Bool { track?.id == self.track && track?.occurrence == occurrence }

    /// Records an announced jump.
    mutating func jump(to position: MediaTime, at now: MediaTime) {
        base = position
        since = now
    }
}
