public import SegueCore

/// The settings, in force and in their file.
extension AudioPlayerService {
    /// Applies settings. Does nothing if they are already in force.
    ///
    /// Throws `invalidConfiguration` for a setting out of its range; nothing has changed then.
    public func configure(_ settings: Configuration) async throws(AudioPlayerError) {
        try host.checkReady(for: "configure")
        try await run(try host.settings.begin(settings))
    }

    /// Follows the configuration file from now on. An edit of the file takes effect immediately, and settings from
    /// clients are written to the file. Problems are logged, and the last valid configuration stays. `problems` are the
    /// problems of the first reading. Does nothing unless the player is set up.
    public func follow(_ file: ConfigurationFile, problems: [ConfigurationProblem]) {
        guard host.phase == .ready else { return }
        host.settings.follow(file, problems: problems)
    }
}
