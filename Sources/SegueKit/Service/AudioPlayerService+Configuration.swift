import Logging
public import SegueCore

/// The settings: in force, and in their file.
extension AudioPlayerService {
    /// Puts settings in force. Does nothing if they are in force already.
    ///
    /// Throws `invalidConfiguration` for a setting out of its range; then nothing has changed.
    public func configure(_ settings: Configuration) async throws(AudioPlayerError) {
        try checkReady(for: "configure")
        try await run(try beginConfiguring(settings))
    }

    /// Puts settings in force as clients mean them: another output is chosen, all else is configured. Returns the
    /// command that is still to be given, whose outcome is that of all.
    func beginConfiguring(_ settings: Configuration) throws(AudioPlayerError) -> Command {
        try settings.validate()
        let former = shell.snapshot
        var configuration = settings
        configuration.output = former.configuration.output
        guard settings.output != former.settings.output else { return .setConfiguration(configuration) }
        try give(.setConfiguration(configuration))
        return .selectOutput(settings.output)
    }

    /// Follows the configuration file from now on: an edit of the file comes into force at once, and what clients set
    /// is written to the file. Problems go to the log; then the last good configuration stays. `problems` are those of
    /// the first reading. Does nothing unless the player is set up.
    public func follow(_ file: ConfigurationFile, problems: [ConfigurationProblem]) {
        guard phase == .ready else { return }
        tell(problems)
        liveConfiguration?.stop()
        let live = LiveConfiguration(
            file: file, configuration: shell.snapshot.configuration, loop: loop, worker: disk)
        liveConfiguration = live
        do {
            try live.start { [weak self] update in self?.assumeIsolated { $0.adopt(update) } }
        } catch {
            logger.warning("\(error)")
        }
    }

    private func adopt(_ update: LiveConfiguration.Update) {
        switch update {
        case .changed(let read, let fields):
            // What a client has set and could not save stays until the file says something new about it.
            // The file has these settings already, so that the door, which saves, is passed by.
            shell.perform(.setConfiguration(shell.snapshot.configuration.adopting(fields, of: read)))
            logger.info("configuration changed: \(fields.map(\.rawValue).joined(separator: ", "))")
        case .refused(let problems):
            for problem in problems { logger.warning("\(problem) The last good configuration stays.") }
        case .passedOver(let problems): tell(problems)
        }
    }

    /// A key that is not a setting is named once: it will be there after each later edit too.
    private func tell(_ problems: [ConfigurationProblem]) {
        for problem in problems where problem.kind != .unknownKey || toldKeys.insert(problem.key ?? "").inserted {
            logger.warning("\(problem)")
        }
    }

    /// Writes what a client has configured with this command to the file. The file's own edits don't come here.
    func save(_ command: Command) {
        guard case .setConfiguration(let configuration) = command else { return }
        liveConfiguration?.save(configuration) { [logger] problem in
            if let problem { logger.warning("\(Self.unsaved(problem))") }
        }
    }

    /// Puts settings in force for a client that wants to know whether they were saved too. The completion gets the
    /// outcome, and a sentence about what kept a setting from being saved; the setting is in force all the same.
    func configure(_ settings: Configuration, _ completion: @escaping (CommandOutcome, _ unsaved: String?) -> Void) {
        let command: Command
        do {
            command = try beginConfiguring(settings)
        } catch {
            return completion(.failed(error), nil)
        }
        door.take(command) { outcome in
            guard let live = self.liveConfiguration, outcome == .done || outcome == .nothingToDo else {
                return completion(outcome, nil)
            }
            // What the command writes too is the same: one of them finds nothing to write, or both the same problem.
            live.save(self.shell.snapshot.configuration) { completion(outcome, $0.map(Self.unsaved)) }
        }
    }

    private static func unsaved(_ problem: ConfigurationProblem) -> String {
        "\(problem) The setting holds until the player ends."
    }
}
