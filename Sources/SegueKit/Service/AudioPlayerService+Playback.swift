/// Playing, pausing, moving about.
extension AudioPlayerService {
    /// Plays `url` now, in place of whatever plays and is queued: a crossfade from what sounds, a fade-in from silence. Returns
    /// when it has loaded.
    ///
    /// - Parameters:
    ///   - url: an absolute path, or a `file:`, `http:` or `https:` URI, percent-encoded. A folder or playlist gives all its tracks.
    ///   - configuration: comes into force before; nil leaves everything as it is.
    /// - Throws: `invalidConfiguration`, `fileNotFound`, `fileLoadFailed`, `unsupportedFormat`, `loadTimeout`,
    ///   `noValidTracksInPlaylist`; what played before then goes on.
    public func startPlaying(url: String, configuration: Configuration? = nil) async throws(AudioPlayerError) {
        if let configuration { try await configure(configuration) }
        let entries = try await find(url)
        try await run(.edit(.replace(entries, play: true)), .playback, "play \(url)")
    }

    /// Puts the tracks of `url` at the end of the queue, without a change to what plays.
    ///
    /// Throws what `startPlaying` throws of files, and `queueFull`.
    public func enqueue(url: String) async throws(AudioPlayerError) {
        let entries = try await find(url)
        try await run(.edit(.insert(entries, at: .last, play: false)), .edit, "add \(url)")
    }

    /// Puts a configuration in force. Does nothing if it is in force already.
    ///
    /// Throws `invalidConfiguration` for a setting out of its range; then nothing has changed.
    public func configure(_ configuration: Configuration) async throws(AudioPlayerError) {
        try await run(.setConfiguration(configuration), .edit, "configure")
    }

    /// Holds the sound where it is, in a crossfade both tracks. Does nothing unless something plays or is about to.
    public func pause() async throws(AudioPlayerError) { try await run(.pause, .playback, "pause") }

    /// Goes on after a pause; a fade that was at 50 % or more is finished in one second. From a stop it plays the shown track from
    /// its start. Does nothing while playing.
    ///
    /// Throws `noValidTracksInPlaylist` with an empty queue, and what keeps the track from loading.
    public func resume() async throws(AudioPlayerError) { try await run(.play, .playback, "resume") }

    /// Stops with the configured fade-out; returns when the fade has begun. Does nothing when stopped.
    public func stop() async {
        // A stop is taken in whatever the queue of operations holds; there is nothing that could refuse it.
        try? await run(.stop, .stop, "stop")
    }

    /// Fades out over `fadeDuration` seconds, 0…30, then stops; nil takes the configured fade-out. Returns when the fade has begun.
    ///
    /// Throws `invalidConfiguration` for a duration out of range. Does nothing when stopped.
    public func finish(fadeDuration: Double? = nil) async throws(AudioPlayerError) {
        let duration = fadeDuration.map { MediaTime(seconds: $0) } ?? configuration.fadeOutDuration
        try await run(.finish(fadeDuration: duration), .stop, "finish in \(duration.seconds) s")
    }

    /// `seconds` on from where the track is, or from where a seek under way will end. Past the end: as if the track had ended.
    /// Does nothing when stopped, or in a live stream.
    public func skipForward(by seconds: Double = 15) async throws(AudioPlayerError) {
        try await run(.seekBy(MediaTime(seconds: seconds)), .navigation, "skip forward \(seconds) s")
    }

    /// `seconds` back; before the start means the start. Does nothing when stopped, or in a live stream.
    public func skipBackward(by seconds: Double = 15) async throws(AudioPlayerError) {
        try await run(.seekBy(MediaTime(seconds: -seconds)), .navigation, "skip backward \(seconds) s")
    }

    /// To `seconds` from the start of the shown track: in a fade the incoming one, which ends the fade. Before the start means the
    /// start; at or past the end: as if the track had ended. Does nothing when stopped, or in a live stream.
    public func seek(to seconds: Double) async throws(AudioPlayerError) {
        try await run(.seek(to: MediaTime(seconds: seconds), track: nil), .navigation, "seek to \(seconds) s")
    }

    /// `url` in the place of the shown track: crossfading while playing, silently while paused. The old entry leaves the queue when
    /// the new one is ready.
    ///
    /// - Parameters:
    ///   - url: as in `startPlaying`; of several tracks the first.
    ///   - crossfadeDuration: in seconds, clamped to 1…30; nil takes the configured one.
    /// - Throws: `invalidState` when stopped, and what keeps the file from loading: then everything stays as it was.
    public func replaceTrack(url: String, crossfadeDuration: Double? = nil) async throws(AudioPlayerError) {
        guard let entry = try await find(url).first else { return }
        let duration = crossfadeDuration.map { MediaTime(seconds: $0) } ?? configuration.crossfadeDuration
        try await run(.replaceTrack(entry, crossfadeDuration: duration), .playback, "replace by \(url)")
    }

    /// To the next entry: playing stays playing, paused paused, stopped stopped. Does nothing at the end of the queue.
    ///
    /// Throws `skipFailed` when three in a row could not be played, `noValidTracksInPlaylist` when none was left; what played goes on.
    public func nextTrack() async throws(AudioPlayerError) { try await run(.next, .navigation, "next") }

    /// Back through what was heard, then up the queue; the rest as `nextTrack`.
    public func previousTrack() async throws(AudioPlayerError) { try await run(.previous, .navigation, "previous") }

    /// The person's volume, linear, clamped to 0…1, reached over a short ramp.
    ///
    /// Throws `invalidConfiguration` for what is not a number.
    public func setVolume(_ volume: Double) async throws(AudioPlayerError) {
        try await run(.setVolume(volume), .playback, "volume \(volume)")
    }

    /// From an error back to the beginning, the queue as it is. Does nothing in any other state.
    public func reset() async throws(AudioPlayerError) { try await run(.reset, .playback, "reset") }

    private func find(_ url: String) async throws(AudioPlayerError) -> [NewEntry] {
        let result = await withCheckedContinuation { continuation in
            opener.find([url], toPlay: true) { continuation.resume(returning: $0) }
        }
        return try result.get().entries
    }

    /// Lets a command take its turn, then waits for its outcome outside the queue, so that a load holds no other command up.
    func run(
        _ command: Command, _ priority: OperationPriority, _ description: String
    ) async throws(AudioPlayerError) {
        guard isReady else { throw .invalidState(current: "not set up", attempted: description) }
        let outcomes: AsyncStream<CommandOutcome>
        do {
            outcomes = try await operations.run(priority: priority, description: description) { [self] in
                await begin(command)
            }
        } catch let error as AudioPlayerError {
            throw error
        } catch {
            throw .invalidState(current: "\(state.kind)", attempted: "\(description), cancelled by a later command,")
        }
        for await outcome in outcomes {
            switch outcome {
            case .done, .nothingToDo: return
            case .failed(let error): throw error
            case .superseded:
                throw .invalidState(
                    current: "\(state.kind)", attempted: "\(description), replaced by a later command,")
            }
        }
    }

    private func begin(_ command: Command) -> AsyncStream<CommandOutcome> {
        let (stream, continuation) = AsyncStream.makeStream(of: CommandOutcome.self)
        shell.perform(command) { outcome in
            continuation.yield(outcome)
            continuation.finish()
        }
        return stream
    }
}
