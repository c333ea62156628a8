import EventLoop
import Logging
import SegueCore

/// The settings in force, and in their file while the file is followed. Belongs to the loop's thread.
final class FollowedSettings {
    private let shell: PlayerShell
    private let door: CommandDoor
    private let disk: DiskWorker
    private let logger: Logger
    private let loop: EventLoop
    private var live: LiveConfiguration?
    /// The keys in the configuration file that are not settings and have been reported.
    private var toldKeys: Set<String> = []
    /// True while settings from the file are being applied.
    private var isAdopting = false

    init(shell: PlayerShell, door: CommandDoor, disk: DiskWorker, logger: Logger, loop: EventLoop) {
        self.shell = shell
        self.door = door
        self.disk = disk
        self.logger = logger
        self.loop = loop
    }

    func follow(_ file: ConfigurationFile, problems: [ConfigurationProblem]) {
        tell(problems)
        stop()
        let live = LiveConfiguration(
            file: file, configuration: shell.snapshot.configuration, loop: loop, worker: disk)
        self.live = live
        do {
            try live.start { [weak self] in self?.adopt($0) }
        } catch {
            logger.warning("\(error)")
        }
    }

    /// Stops following the file. Later settings are still written to the file.
    func stop() { live?.stop() }

    /// Applies settings in the way that clients expect: another output is selected, all other settings are configured.
    /// Returns the command that is still to be given, whose outcome is the outcome of all.
    func begin(_ settings: Configuration) throws(AudioPlayerError) -> Command {
        try settings.validate()
        let former = shell.snapshot
        var configuration = settings
        configuration.output = former.configuration.output
        guard settings.output != former.settings.output else { return .setConfiguration(configuration) }
        try door.give(.setConfiguration(configuration))
        return .selectOutput(settings.output)
    }

    private func adopt(_ update: LiveConfiguration.Update) {
        switch update {
        case .changed(let read, let fields):
            // A client's setting that could not be saved stays until the file changes this setting.
            isAdopting = true
            door.take(.setConfiguration(shell.snapshot.configuration.adopting(fields, of: read)))
            isAdopting = false
            logger.info("configuration changed: \(fields.map(\.rawValue).joined(separator: ", "))")
        case .refused(let problems):
            for problem in problems { logger.warning("\(problem) The last good configuration stays.") }
        case .passedOver(let problems): tell(problems)
        }
    }

    /// Reports a key that is not a setting only once: the key will still be there after each later edit.
    private func tell(_ problems: [ConfigurationProblem]) {
        for problem in problems where problem.kind != .unknownKey || toldKeys.insert(problem.key ?? "").inserted {
            logger.warning("\(problem)")
        }
    }

    /// Writes the settings of an accepted command to the file, unless they come from the file.
    func save(_ command: Command) {
        guard !isAdopting, case .setConfiguration(let configuration) = command else { return }
        live?.save(configuration) { [logger] problem in
            if let problem { logger.warning("\(Self.unsaved(problem))") }
        }
    }

    /// Applies settings for a client that needs to know whether they were saved too. The completion receives the
    /// outcome, and a sentence if a setting could not be saved; the setting is still in force.
    func configure(_ settings: Configuration, _ completion: @escaping (CommandOutcome, _ unsaved: String?) -> Void) {
        let command: Command
        do {
            command = try begin(settings)
        } catch {
            return completion(.failed(error), nil)
        }
        door.take(command) { [self] outcome in
            guard let live, outcome == .done || outcome == .nothingToDo else {
                return completion(outcome, nil)
            }
            // The command writes the same settings: one of the two writes finds nothing to do, or both find the same
            // problem.
            live.save(shell.snapshot.configuration) { completion(outcome, $0.map(Self.unsaved)) }
        }
    }

    private static func unsaved(_ problem: ConfigurationProblem) -> String {
        "\(problem) The setting holds until the player ends."
    }
}
