import Logging
public import SegueCore

/// The settings: in force, and in their file.
extension AudioPlayerService {
    /// Puts a configuration in force. Does nothing if it is in force already.
    ///
    /// Throws `invalidConfiguration` for a setting out of its range; then nothing has changed.
    public func configure(_ configuration: Configuration) async throws(AudioPlayerError) {
        try await run(.setConfiguration(configuration))
    }

    /// Follows the configuration file from now on: an edit of the file comes into force at once, and what clients set
    /// is written to the file. Problems go to the log; then the last good configuration stays. `problems` are those of
    /// the first reading. Does nothing unless the player is set up.
    public func follow(_ file: ConfigurationFile, problems: [ConfigurationProblem]) {
        guard phase == .ready else { return }
        tell(problems)
        liveConfiguration?.stop()
        var configuration = shell.snapshot.configuration
        configuration.output = configuredOutput
        let live = LiveConfiguration(file: file, configuration: configuration, loop: loop, worker: disk)
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
            if fields.contains(.output) { configuredOutput = read.output }
            // What a client has chosen, or has set and could not save, stays until the file says something new about
            // it.
            shell.perform(.setConfiguration(shell.snapshot.configuration.adopting(fields, of: read)))
            logger.info("configuration changed: \(fields.map(\.rawValue).joined(separator: ", "))")
        case .refused(let problems):
            for problem in problems { logger.warning("\(problem) The last good configuration stays.") }
        case .passedOver(let problems): tell(problems)
        }
    }

    /// A key that is no setting is named once: it will be there after each later edit too.
    private func tell(_ problems: [ConfigurationProblem]) {
        for problem in problems where problem.kind != .unknownKey || toldKeys.insert(problem.key ?? "").inserted {
            logger.warning("\(problem)")
        }
    }

    /// Writes what came into force to the file.
    func saveConfiguration(_ configuration: Configuration) {
        liveConfiguration?.save(configuration) { [logger] problem in
            if let problem { logger.warning("\(Self.unsaved(problem))") }
        }
    }

    /// Puts a configuration in force for a client that wants to know whether it was saved too. The completion gets the
    /// outcome, and a sentence about what kept a setting from being saved; the setting is in force all the same.
    func configure(
        _ configuration: Configuration, _ completion: @escaping (CommandOutcome, _ unsaved: String?) -> Void
    ) {
        take(.setConfiguration(configuration)) { outcome in
            guard let live = self.liveConfiguration, outcome == .done || outcome == .nothingToDo else {
                return completion(outcome, nil)
            }
            // This comes after the write that the change itself has led to: nothing is left to be written, or the same
            // problem comes up.
            live.save(self.shell.snapshot.configuration) { completion(outcome, $0.map(Self.unsaved)) }
        }
    }

    private static func unsaved(_ problem: ConfigurationProblem) -> String {
        "\(problem) The setting holds until the player ends."
    }
}
