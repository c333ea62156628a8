public import SegueCore

/// Playing, pausing, moving about (design.md, Commands). Errors that all commands share are with `AudioPlayerService`.
extension AudioPlayerService {
    /// Plays `url` now, in place of whatever plays and is queued: a crossfade from what sounds, a fade-in from silence. Returns
    /// when it is heard.
    ///
    /// - Parameters:
    ///   - url: a path, relative ones in the working directory, or a `file:`, `http:` or `https:` URI, percent-encoded. A folder or
    ///     playlist gives all its tracks.
    ///   - configuration: comes into force with it; nil leaves everything as it is.
    /// - Throws: `invalidConfiguration`, `fileNotFound`, `fileLoadFailed`, `unsupportedFormat`, `loadTimeout`,
    ///   `noValidTracksInPlaylist`; what plays, the queue and the configuration then stay as they were.
    public func startPlaying(url: String, configuration: Configuration? = nil) async throws(AudioPlayerError) {
        let description = "play \(url)"
        try await run(description, .playback, isCancellable: true) { service in
            let entries = try await service.find([url], toPlay: true).entries
            if let configuration { try service.perform(.setConfiguration(configuration), for: description) }
            return .edit(.replace(entries, play: true))
        }
    }

    /// Puts the tracks of `url` at the end of the queue, without a change to what plays. It is taken as in `startPlaying`, and its
    /// search holds no other command up.
    ///
    /// Throws what `startPlaying` throws of files, and `queueFull` when the queue can't hold them: then none is added.
    public func enqueue(url: String) async throws(AudioPlayerError) {
        let description = "add \(url)"
        try checkReady(for: description)
        let entries: [NewEntry]
        do {
            entries = try await find([url], toPlay: false).entries
        } catch {
            throw failure(error, of: description)
        }
        try await run(description, .edit, isCancellable: false) { _ in
            .edit(.insert(entries, at: .last, play: false))
        }
    }

    /// Holds the sound where it is, in a crossfade both tracks; while a track loads, it will be paused at its start. Does nothing
    /// when paused or stopped.
    public func pause() async throws(AudioPlayerError) { try await run(.pause) }

    /// Goes on after a pause; a fade that was at 50 % or more is finished in one second. From a stop, during a fade-out too, it goes on
    /// where the shown track was stopped. Without an output it goes on when one is back. Does nothing while playing.
    ///
    /// Throws `noValidTracksInPlaylist` with an empty queue, and what keeps the track from loading.
    public func resume() async throws(AudioPlayerError) { try await run(.play) }

    /// Stops, with the configured fade-out where something sounds, and keeps the place; returns when the fade has begun. It overtakes
    /// all other commands, and calls off those that would start or move the sound and have not taken effect. Does nothing when stopped,
    /// or while a stop fades out.
    public func stop() async {
        // Refused before setup and after cleanup, and when another stop waits already: each is as good as done.
        try? await run(.stop)
    }

    /// Fades out over `fadeDuration` seconds, 0…30, then stops; nil takes the configured fade-out. Returns when the fade has begun, and
    /// overtakes as `stop` does. What is silent stops at once. Does nothing when stopped; while a fade-out runs only 0 does something: it ends it.
    ///
    /// Throws `invalidConfiguration` for a duration out of range.
    public func finish(fadeDuration: Double? = nil) async throws(AudioPlayerError) {
        let duration = try fadeDuration.map(Self.time) ?? configuration.fadeOutDuration
        try await run(.finish(fadeDuration: duration))
    }

    /// `seconds` on from where the track is, or from where a seek under way will end; back if negative. Past the end: as if the track
    /// had ended. Does nothing when stopped, in a live stream, or past the end while the last track is paused.
    ///
    /// Throws `invalidConfiguration` for what is not a number.
    public func skipForward(by seconds: Double = 15) async throws(AudioPlayerError) {
        try await run(.seekBy(try Self.time(seconds)))
    }

    /// `seconds` back; before the start means the start. The rest as `skipForward`.
    public func skipBackward(by seconds: Double = 15) async throws(AudioPlayerError) {
        try await run(.seekBy(try Self.time(-seconds)))
    }

    /// To `seconds` from the start of the shown track: in a fade the incoming one, which ends the fade. Before the start means the
    /// start; at or past the end: as if the track had ended. Shown at once; returns when the file is ready there. Does nothing when
    /// stopped, in a live stream, or past the end while the last track is paused.
    ///
    /// Throws `invalidConfiguration` for what is not a number, and what keeps the file from being read there: then the track goes on
    /// where it was.
    public func seek(to seconds: Double) async throws(AudioPlayerError) {
        try await run(.seek(to: try Self.time(seconds), track: nil))
    }

    /// `url` in the place of the shown track: crossfading while playing, silently while paused. The old entry leaves the queue when
    /// the new one is ready.
    ///
    /// - Parameters:
    ///   - url: as in `startPlaying`; of several tracks the first.
    ///   - crossfadeDuration: in seconds, clamped to 1…30; nil takes the configured one. A track too short for it gets a shorter fade.
    /// - Throws: `invalidState` when stopped, `invalidConfiguration` for a duration that is not a number, and what keeps the file
    ///   from loading: then everything stays as it was.
    public func replaceTrack(url: String, crossfadeDuration: Double? = nil) async throws(AudioPlayerError) {
        let duration = try crossfadeDuration.map(Self.time) ?? configuration.crossfadeDuration
        try await run("replace by \(url)", .playback, isCancellable: true) { service in
            let entries = try await service.find([url], toPlay: true).entries
            return .replaceTrack(entries[0], crossfadeDuration: duration)
        }
    }

    /// To the next entry: playing stays playing, paused paused, stopped stopped. It is shown at once; the call returns when it is
    /// ready. Does nothing at the end of the queue.
    ///
    /// Throws `skipFailed` when three in a row could not be played, `noValidTracksInPlaylist` when none was left; what played goes on.
    public func nextTrack() async throws(AudioPlayerError) { try await run(.next) }

    /// Back through what was heard, then up the queue; the rest as `nextTrack`. With `previousRestartsAfter` set, and later than that
    /// in the track, to its start instead.
    public func previousTrack() async throws(AudioPlayerError) { try await run(.previous) }

    /// The person's volume, linear, clamped to 0…1, reached over a short ramp. Does nothing when it is that already.
    ///
    /// Throws `invalidConfiguration` for what is not a finite number.
    public func setVolume(_ volume: Double) async throws(AudioPlayerError) { try await run(.setVolume(volume)) }

    /// From an error back to the beginning, the queue as it is. Does nothing in any other state.
    public func reset() async throws(AudioPlayerError) { try await run(.reset) }

    /// A number of seconds as somebody gave it. `MediaTime` would take what is not a number for zero.
    private static func time(_ seconds: Double) throws(AudioPlayerError) -> MediaTime {
        guard !seconds.isNaN else {
            throw .invalidConfiguration(field: "seconds", value: "\(seconds)", expected: "a number of seconds")
        }
        return MediaTime(seconds: seconds)
    }
}
