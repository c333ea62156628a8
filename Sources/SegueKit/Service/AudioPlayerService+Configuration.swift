public import SegueCore

/// The settings: in force, and in their file.
extension AudioPlayerService {
    /// Puts settings in force. Does nothing if they are in force already.
    ///
    /// Throws `invalidConfiguration` for a setting out of its range; then nothing has changed.
    public func configure(_ settings: Configuration) async throws(AudioPlayerError) {
        try host.checkReady(for: "configure")
        try await run(try host.settings.begin(settings))
    }

    /// Follows the configuration file from now on: an edit of the file comes into force at once, and what clients set
    /// is written to the file. Problems go to the log; then the last good configuration stays. `problems` are those of
    /// the first reading. Does nothing unless the player is set up.
    public func follow(_ file: ConfigurationFile, problems: [ConfigurationProblem]) {
        guard host.phase == .ready else { return }
        host.settings.follow(file, problems: problems)
    }
}
