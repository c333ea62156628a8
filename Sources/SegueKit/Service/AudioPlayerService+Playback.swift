public import SegueCore

/// Playing, pausing, moving about (design.md, Commands). `AudioPlayerService` lists the errors that all commands share.
extension AudioPlayerService {
    /// Plays `url` now, in the place of what plays and of the whole queue: with a crossfade from what sounds, with a
    /// fade-in from silence. Returns when the first track is heard.
    ///
    /// - Parameters:
    ///   - url: a path, or a percent-encoded `file:`, `http:` or `https:` URI. A relative path is taken from the
    ///     working directory of the process. A folder or playlist gives all its tracks.
    ///   - configuration: comes into force together with the track; nil leaves all settings as they are.
    /// - Throws: `invalidConfiguration`, `fileNotFound`, `fileLoadFailed`, `unsupportedFormat`, `loadTimeout`,
    ///   `noValidTracksInPlaylist`; what plays, the queue and the configuration then stay as they were.
    public func startPlaying(url: String, configuration: Configuration? = nil) async throws(AudioPlayerError) {
        try await run(
            FileRequest(name: "play \(url)", locations: [url], plays: true) { [host] finding throws(AudioPlayerError) in
                if let configuration { try host.door.give(host.settings.begin(configuration)) }
                return .edit(.replace(finding.entries, play: true))
            })
    }

    /// Puts the tracks of `url`, read as in `startPlaying`, into the queue, and changes nothing about what plays. The
    /// search for the tracks holds up no other command.
    ///
    /// - Parameters:
    ///   - url: as in `startPlaying`.
    ///   - place: where the tracks go in play order.
    ///   - details: metadata of an `http:` or `https:` address, shown until the stream announces its own; ignored for
    ///     files, which have tags.
    /// - Throws: the errors of `startPlaying` that are about files, and `queueFull` when the queue can't hold the
    ///   tracks: then none is added.
    public func enqueue(
        url: String, at place: QueuePlace = .last, details: TrackMetadata = TrackMetadata()
    ) async throws(AudioPlayerError) {
        try await run(
            FileRequest(name: "add \(url)", locations: [url], details: [url: details], plays: false) {
                .edit(.insert($0.entries, at: place, play: false))
            })
    }

    /// Holds the sound where it is; in a crossfade, both tracks. A track that is loading will be paused at its start.
    /// Does nothing when paused or stopped.
    public func pause() async throws(AudioPlayerError) { try await run(.pause) }

    /// Goes on after a pause. A fade that was at 50 % or more is finished in one second. After a stop, and during its
    /// fade-out, the shown track goes on where it was stopped. Without an output, it goes on when one is back. Does
    /// nothing while playing.
    ///
    /// Throws `noValidTracksInPlaylist` with an empty queue, and what keeps the track from loading.
    public func resume() async throws(AudioPlayerError) { try await run(.play) }

    /// Stops, with the configured fade-out where something sounds, and keeps the position. Returns when the fade has
    /// begun. Calls off loads, and calls that look for files to play. Does nothing when stopped, or while a stop fades
    /// out.
    public func stop() async {
        // Before the setup and after the cleanup, nothing sounds.
        try? await run(.stop)
    }

    /// Fades out over `fadeDuration` seconds, 0…30, then stops; nil takes the configured fade-out. Returns when the
    /// fade has begun, and calls off what `stop` does. A player that is silent stops at once. Does nothing when
    /// stopped. While a fade-out runs, 0 ends it, and any other duration does nothing.
    ///
    /// Throws `invalidConfiguration` for a duration out of range.
    public func finish(fadeDuration: Double? = nil) async throws(AudioPlayerError) {
        let duration = try fadeDuration.map(Self.time) ?? configuration.fadeOutDuration
        try await run(.finish(fadeDuration: duration))
    }

    /// Moves the shown track on by `seconds`, or back if negative, counted from where a seek under way will end. Past
    /// the end does what the end of the track would do. Does nothing when stopped, in a live stream, or past the end
    /// while the last track is paused.
    ///
    /// Throws `invalidConfiguration` if `seconds` is not a number.
    public func skipForward(by seconds: Double = 15) async throws(AudioPlayerError) {
        try await run(.seekBy(try Self.time(seconds)))
    }

    /// Moves the shown track back by `seconds`; before the start means the start. Otherwise as `skipForward`.
    public func skipBackward(by seconds: Double = 15) async throws(AudioPlayerError) {
        try await run(.seekBy(try Self.time(-seconds)))
    }

    /// Moves the shown track to `seconds` from its start. In a fade, this is the incoming track, and the fade ends.
    /// Before the start means the start; at or past the end does what the end of the track would do. The new position
    /// is shown at once; the call returns when the file is ready there. Does nothing when stopped, in a live stream, or
    /// past the end while the last track is paused.
    ///
    /// Throws `invalidConfiguration` if `seconds` is not a number, and the reason why the file can't be read there:
    /// then the track goes on where it was.
    public func seek(to seconds: Double) async throws(AudioPlayerError) {
        try await run(.seek(to: try Self.time(seconds), track: nil))
    }

    /// Puts `url` in the place of the shown track: with a crossfade while playing, silently while paused. The old entry
    /// leaves the queue when the new one is ready.
    ///
    /// - Parameters:
    ///   - url: read as in `startPlaying`; of several tracks, the first is taken.
    ///   - crossfadeDuration: in seconds, clamped to 1…30; nil takes the configured one. A track that is too short for
    ///     it gets a shorter fade.
    /// - Throws: `invalidState` when stopped, `invalidConfiguration` for a duration that is not a number, and the
    ///   reason why the file can't be loaded: then everything stays as it was.
    public func replaceTrack(url: String, crossfadeDuration: Double? = nil) async throws(AudioPlayerError) {
        let duration = try crossfadeDuration.map(Self.time) ?? configuration.crossfadeDuration
        try await run(
            FileRequest(name: "replace by \(url)", locations: [url], plays: true) {
                .replaceTrack($0.entries[0], crossfadeDuration: duration)
            })
    }

    /// Takes the last edit of the queue back: an addition, a removal, a move, a shuffle, a clear, the start of
    /// something else. The last 20 edits can be taken back, also those of the session before. What plays goes on if it
    /// is in the queue afterwards. Does nothing without an edit.
    public func undo() async throws(AudioPlayerError) { try await run(.edit(.undo)) }

    /// Takes the last `undo` back. Does nothing without one, and after another edit.
    public func redo() async throws(AudioPlayerError) { try await run(.edit(.redo)) }

    /// Goes to the next entry: playing stays playing, paused stays paused, stopped stays stopped. The entry is shown at
    /// once; the call returns when the entry is ready. Does nothing at the end of the queue.
    ///
    /// Throws `skipFailed` when three entries in a row could not be played, `noValidTracksInPlaylist` when none was
    /// left to try. What played before goes on.
    public func nextTrack() async throws(AudioPlayerError) { try await run(.next) }

    /// Goes back through what was heard, and from there up the queue; otherwise as `nextTrack`. With
    /// `previousRestartsAfter` set, a call later than that in the track goes to the start of the track.
    public func previousTrack() async throws(AudioPlayerError) { try await run(.previous) }

    /// Sets the person's volume: linear, clamped to 0…1, reached over a short ramp. Does nothing when the volume is the
    /// same already.
    ///
    /// Throws `invalidConfiguration` if `volume` is not a finite number.
    public func setVolume(_ volume: Double) async throws(AudioPlayerError) { try await run(.setVolume(volume)) }

    /// Gives up what was asked for and is not ready: a track that is gone to, a position, a search for tracks to play.
    /// Music that is heard goes on; where there is none, the player stops. The calls that are given up throw
    /// `cancelled`. Does nothing where nothing is awaited.
    public func cancel() async {
        // Before the setup and after the cleanup, nothing is awaited.
        try? await run(.cancel)
    }

    /// Goes from an error back to `idle`, and leaves the queue as it is. Does nothing in any other state.
    public func reset() async throws(AudioPlayerError) { try await run(.reset) }

    /// A number of seconds from outside. `MediaTime` would take for zero what is not a number.
    static func time(_ seconds: Double) throws(AudioPlayerError) -> MediaTime {
        guard !seconds.isNaN else {
            throw .invalidConfiguration(field: "seconds", value: "\(seconds)", expected: "a number of seconds")
        }
        return MediaTime(seconds: seconds)
    }
}
