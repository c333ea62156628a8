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

    /// Follows the configuration file from now on: what is edited there comes into force at once, and what clients set is written
    /// there. Problems go to the log; then the last good configuration stays. Does nothing unless the player is set up.
    public func follow(_ file: ConfigurationFile, problems: [ConfigurationProblem]) {
        guard phase == .ready else { return }
        for problem in problems { logger.warning("\(problem)") }
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
        case .changed(let configuration, let fields):
            var configuration = configuration
            if !fields.contains(.output) { configuration.output = shell.snapshot.configuration.output }
            shell.perform(.setConfiguration(configuration))
            logger.info("configuration changed: \(fields.map(\.rawValue).joined(separator: ", "))")
        case .refused(let problems):
            for problem in problems { logger.warning("\(problem) The last good configuration stays.") }
        }
    }

    /// What a client set is written to the file. The output is part of the session, for it is chosen rather than configured.
    func saveConfiguration(_ configuration: Configuration) {
        guard let live = liveConfiguration else { return }
        for field in ConfigurationField.allCases where field != .output {
            let text = field.text(in: configuration)
            guard text != field.text(in: live.configuration) else { continue }
            live.set(field, to: text) { [logger] result in
                if case .failure(let problem) = result {
                    logger.warning("\(problem) The setting holds until the player ends.")
                }
            }
        }
    }
}
