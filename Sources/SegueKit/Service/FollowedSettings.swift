import EventLoop
import Logging
import SegueCore

/// The settings in force, and in their file while that is followed. Belongs to the loop's thread.
final class FollowedSettings {
    private let shell: PlayerShell
    private let door: CommandDoor
    private let disk: DiskWorker
    private let logger: Logger
    private let loop: EventLoop
    private var live: LiveConfiguration?
    /// The keys of the configuration file that are no settings and have been named.
    private var toldKeys: Set<String> = []
    /// True while settings of the file are put in force.
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

    /// Follows the file no longer. What is set is still written to it.
    func stop() { live?.stop() }

    /// Puts settings in force as clients mean them: another output is chosen, all else is configured. Returns the
    /// command that is still to be given, whose outcome is that of all.
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
            // What a client has set and could not save stays until the file says something new about it.
            isAdopting = true
            door.take(.setConfiguration(shell.snapshot.configuration.adopting(fields, of: read)))
            isAdopting = false
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

    /// Writes the settings of an accepted command to the file, unless they come from the file.
    func save(_ command: Command) {
        guard !isAdopting, case .setConfiguration(let configuration) = command else { return }
        live?.save(configuration) { [logger] problem in
            if let problem { logger.warning("\(Self.unsaved(problem))") }
        }
    }

    /// Puts settings in force for a client that wants to know whether they were saved too. The completion gets the
    /// outcome, and a sentence about what kept a setting from being saved; the setting is in force all the same.
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
            // What the command writes too is the same: one of them finds nothing to write, or both the same problem.
            live.save(shell.snapshot.configuration) { completion(outcome, $0.map(Self.unsaved)) }
        }
    }

    private static func unsaved(_ problem: ConfigurationProblem) -> String {
        "\(problem) The setting holds until the player ends."
    }
}
