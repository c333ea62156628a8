public import SegueCore

/// Playing, pausing and seeking (design.md, Commands). `AudioPlayerService` lists the errors that all commands share.
extension AudioPlayerService {
    /// Plays `url` now, and replaces the current track and the whole queue. Crossfades from audible music, and fades in
    /// from silence. Returns when the first track is audible.
    ///
    /// - Parameters:
    ///   - url: a path, or a percent-encoded `file:`, `http:` or `https:` URI. A relative path is resolved against the
    ///     working directory of the process. A folder or playlist expands to all its tracks.
    ///   - configuration: the settings to apply together with the track; nil changes no setting.
    /// - Throws: `invalidConfiguration`, `fileNotFound`, `fileLoadFailed`, `unsupportedFormat`, `loadTimeout`,
    ///   `noValidTracksInPlaylist`. The current track, the queue and the configuration then stay as they were.
    public func startPlaying(url: String, configuration: Configuration? = nil) async throws(AudioPlayerError) {
        try await run(
            FileRequest(name: "play \(url)", locations: [url], plays: true) { [host] finding throws(AudioPlayerError) in
                if let configuration { try host.door.give(host.settings.begin(configuration)) }
                return .edit(.replace(finding.entries, play: true))
            })
    }

    /// Adds the tracks of `url`, read as in `startPlaying`, to the queue. The current track is not affected. The search
    /// for the tracks delays no other command.
    ///
    /// - Parameters:
    ///   - url: as in `startPlaying`.
    ///   - place: the position of the tracks in play order.
    ///   - details: metadata of an `http:` or `https:` URI, shown until the stream announces its own; ignored for
    ///     files, which have tags.
    /// - Throws: the errors of `startPlaying` that concern files, and `queueFull` if the queue can't hold the tracks:
    ///   none is added then.
    public func enqueue(
        url: String, at place: QueuePlace = .last, details: TrackMetadata = TrackMetadata()
    ) async throws(AudioPlayerError) {
        try await run(
            FileRequest(name: "add \(url)", locations: [url], details: [url: details], plays: false) {
                .edit(.insert($0.entries, at: place, play: false))
            })
    }

    /// Pauses the current track; in a crossfade, both tracks. A track that is loading will be paused at its start. Does
    /// nothing if paused or stopped.
    public func pause() async throws(AudioPlayerError) { try await run(.pause) }

    /// Resumes playback after a pause. A fade that was at 50 % or more is finished in one second. After a stop, and
    /// during its fade-out, the shown track resumes where it was stopped. Without an output, playback resumes when an
    /// output is back. Does nothing while playing.
    ///
    /// Throws `noValidTracksInPlaylist` if the queue is empty, and the error that prevents the track from loading.
    public func resume() async throws(AudioPlayerError) { try await run(.play) }

    /// Stops, with the configured fade-out if music is audible, and keeps the position. Returns when the fade has
    /// begun. Cancels loads, and calls that search for files to play. Does nothing when stopped, or during the fade-out
    /// of a stop.
    public func stop() async {
        // Before the setup and after the cleanup, there is nothing to stop.
        try? await run(.stop)
    }

    /// Fades out over `fadeDuration` seconds, 0…30, then stops; nil uses the configured fade-out. Returns when the fade
    /// has begun, and cancels the same work as `stop`. A silent player stops immediately. Does nothing when stopped.
    /// During a fade-out, a duration of 0 ends it, and any other duration does nothing.
    ///
    /// Throws `invalidConfiguration` for a duration out of range.
    public func finish(fadeDuration: Double? = nil) async throws(AudioPlayerError) {
        let duration = try fadeDuration.map(Self.time) ?? configuration.fadeOutDuration
        try await run(.finish(fadeDuration: duration))
    }

    /// Moves the shown track forward by `seconds`, or backward if negative, counted from the target of a seek under
    /// way. A position past the end has the effect of the end of the track. Does nothing when stopped, in a live
    /// stream, or past the end while the last track is paused.
    ///
    /// Throws `invalidConfiguration` if `seconds` is not a number.
    public func skipForward(by seconds: Double = 15) async throws(AudioPlayerError) {
        try await run(.seekBy(try Self.time(seconds)))
    }

    /// Moves the shown track backward by `seconds`; a position before the start means the start. Otherwise like
    /// `skipForward`.
    public func skipBackward(by seconds: Double = 15) async throws(AudioPlayerError) {
        try await run(.seekBy(try Self.time(-seconds)))
    }

    /// Moves the shown track to `seconds` from its start. In a fade, this is the incoming track, and the fade ends. A
    /// position before the start means the start; a position at or past the end has the effect of the end of the track.
    /// The new position is shown immediately; the call returns when the file is ready there. Does nothing when stopped,
    /// in a live stream, or past the end while the last track is paused.
    ///
    /// Throws `invalidConfiguration` if `seconds` is not a number. Throws the reason if the file can't be read there:
    /// the track then continues where it was.
    public func seek(to seconds: Double) async throws(AudioPlayerError) {
        try await run(.seek(to: try Self.time(seconds), track: nil))
    }

    /// Replaces the shown track with `url`: with a crossfade while playing, silently while paused. The old entry leaves
    /// the queue when the new entry is ready.
    ///
    /// - Parameters:
    ///   - url: read as in `startPlaying`; of several tracks, the first is used.
    ///   - crossfadeDuration: in seconds, clamped to 1…30; nil uses the configured duration. A track that is too short
    ///     for it gets a shorter fade.
    /// - Throws: `invalidState` when stopped, `invalidConfiguration` for a duration that is not a number, and the
    ///   reason why the file can't be loaded. Everything then stays as it was.
    public func replaceTrack(url: String, crossfadeDuration: Double? = nil) async throws(AudioPlayerError) {
        let duration = try crossfadeDuration.map(Self.time) ?? configuration.crossfadeDuration
        try await run(
            FileRequest(name: "replace by \(url)", locations: [url], plays: true) {
                .replaceTrack($0.entries[0], crossfadeDuration: duration)
            })
    }

    /// Undoes the last edit of the queue: an addition, a removal, a move, a shuffle, a clear, or the start of other
    /// music. The last 20 edits can be undone, including those of the previous session. The current track continues if
    /// it is in the queue afterwards. Does nothing without an edit.
    public func undo() async throws(AudioPlayerError) { try await run(.edit(.undo)) }

    /// Redoes the edit of the last `undo`. Does nothing without an undo, and after another edit.
    public func redo() async throws(AudioPlayerError) { try await run(.edit(.redo)) }

    /// Skips to the next entry: playing stays playing, paused stays paused, stopped stays stopped. The entry is shown
    /// immediately; the call returns when the entry is ready. Does nothing at the end of the queue.
    ///
    /// Throws `skipFailed` if three entries in a row could not be played, `noValidTracksInPlaylist` if no entry was
    /// left to try. The former track then continues.
    public func nextTrack() async throws(AudioPlayerError) { try await run(.next) }

    /// Goes back through the tracks that were heard, and from the first of them up the queue; otherwise like
    /// `nextTrack`. If `previousRestartsAfter` is set and the position is later than that, returns to the start of the
    /// track.
    public func previousTrack() async throws(AudioPlayerError) { try await run(.previous) }

    /// Sets the user's volume: linear, clamped to 0…1, reached over a short ramp. Does nothing if the volume is already
    /// the same.
    ///
    /// Throws `invalidConfiguration` if `volume` is not a finite number.
    public func setVolume(_ volume: Double) async throws(AudioPlayerError) { try await run(.setVolume(volume)) }

    /// Cancels requests that are not ready yet: a skip, a seek, a search for tracks to play. Audible music continues;
    /// without any, the player stops. The cancelled calls throw `cancelled`. Does nothing if no request is pending.
    public func cancel() async {
        // Before the setup and after the cleanup, no request is pending.
        try? await run(.cancel)
    }

    /// Returns from an error to `idle`, and does not change the queue. Does nothing in any other state.
    public func reset() async throws(AudioPlayerError) { try await run(.reset) }

    /// Returns a number of seconds from a caller as a time. `MediaTime` would treat NaN as zero.
    static func time(_ seconds: Double) throws(AudioPlayerError) -> MediaTime {
        guard !seconds.isNaN else {
            throw .invalidConfiguration(field: "seconds", value: "\(seconds)", expected: "a number of seconds")
        }
        return MediaTime(seconds: seconds)
    }
}
