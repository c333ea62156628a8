public import EventLoop
public import SegueCore

/// What the configuration file of a running player says, as it was last read or written without a fault. What is in
/// force is the player's; it differs where a setting could not be saved. Confined to the thread of its loop; the disk
/// is touched on the worker's.
public final class LiveConfiguration {
    /// What an edit of the file led to.
    public enum Update: Sendable, Equatable {
        /// The file is good, and these settings differ from what it said before.
        case changed(Configuration, fields: [ConfigurationField])
        /// Something in the file is wrong; what it said before stays.
        case refused([ConfigurationProblem])
        /// The file has keys that are no settings. The rest counts, as at a start.
        case passedOver([ConfigurationProblem])
    }

    /// What the file says.
    public private(set) var configuration: Configuration

    private let file: ConfigurationFile
    private let loop: EventLoop
    private let worker: DiskWorker
    private var watch: FileWatch?
    private var handler: ((Update) -> Void)?
    private var lastRead: Result<ConfigurationText?, ConfigurationProblem>?

    /// `configuration` is what `ConfigurationFile.read` gave, or the defaults where there is no file.
    public init(
        file: ConfigurationFile, configuration: Configuration, loop: EventLoop, worker: DiskWorker
    ) {
        self.file = file
        self.configuration = configuration
        self.loop = loop
        self.worker = worker
    }

    /// Follows the file from now on, until `stop`. Makes the folder of the file where it is missing: to wait for it
    /// would cost wake-ups. Blocks for that moment, so it is meant for the start of the player.
    ///
    /// A file that goes away changes nothing: many editors take the old one away before they put the new one in its
    /// place.
    /// - Parameter handler: called on the loop's thread for every edit that matters, once for each content.
    /// - Throws: when the folder cannot be watched; then edits wait for the next start.
    public func start(_ handler: @escaping (Update) -> Void) throws(ConfigurationProblem) {
        loop.checkConfinement()
        stop()
        // Where it cannot be made, the nearest folder above it is watched.
        try? FileAccess.createFolder(FileAccess.folder(of: file.path))
        do {
            let watch = try FileWatch(path: file.path) { [weak self] in self?.reload() }
            self.watch = watch
            self.handler = handler
            loop.add(watch)
        } catch {
            throw ConfigurationProblem(path: file.path, kind: .unreadable(reason: "\(error.path): \(error)"))
        }
    }

    /// Follows the file no longer. Does nothing if it was not followed.
    public func stop() {
        loop.checkConfinement()
        if let watch { loop.remove(watch) }
        watch = nil
        handler = nil
    }

    /// Gives one setting another value in the file. The result comes on the loop's thread when the value is on disk:
    /// what the file then says, or what kept the value from being saved; then nothing has changed.
    /// The handler of `start` is not called for this change.
    public func set(
        _ field: ConfigurationField, to value: String,
        _ completion: @escaping (Result<Configuration, ConfigurationProblem>) -> Void
    ) {
        loop.checkConfinement()
        let file = file
        let answer = loop.delivering { [self] (result: Result<Void, ConfigurationProblem>) in
            completion(result.map { accept(field, value) })
        }
        worker.perform { answer(Result { () throws(ConfigurationProblem) in try file.set(field, to: value) }) }
    }

    /// Gives all settings that differ their new values, as `set` does. The completion is called on the loop's thread
    /// when everything is on disk, with what kept a value from being saved.
    public func save(_ wanted: Configuration, _ completion: @escaping (ConfigurationProblem?) -> Void) {
        loop.checkConfinement()
        let fields = ConfigurationField.allCases.filter { $0.text(in: wanted) != $0.text(in: configuration) }
        guard !fields.isEmpty else { return completion(nil) }
        var due = fields.count
        var problem: ConfigurationProblem?
        for field in fields {
            set(field, to: field.text(in: wanted)) { result in
                if case .failure(let failure) = result { problem = problem ?? failure }
                due -= 1
                if due == 0 { completion(problem) }
            }
        }
    }

    private func accept(_ field: ConfigurationField, _ value: String) -> Configuration {
        do {
            try configuration.set(field, to: value)
        } catch {
            preconditionFailure("\(field) = \(value) was accepted for the file and not for the player: \(error)")
        }
        return configuration
    }

    private func accept(_ read: Configuration) {
        let fields = ConfigurationField.allCases.filter { $0.text(in: read) != $0.text(in: configuration) }
        guard !fields.isEmpty else { return }
        configuration = read
        handler?(.changed(read, fields: fields))
    }

    private func reload() {
        let file = file
        let answer = loop.delivering { [self] in receive($0) }
        worker.perform { answer(Result { () throws(ConfigurationProblem) in try file.readText() }) }
    }

    private func receive(_ text: Result<ConfigurationText?, ConfigurationProblem>) {
        guard text != lastRead else { return }
        lastRead = text
        switch text {
        case .failure(let problem): handler?(.refused([problem]))
        case .success(nil): return
        case .success(let text?):
            let (read, problems) = text.read()
            let unknown = problems.filter { $0.kind == .unknownKey }
            if !unknown.isEmpty { handler?(.passedOver(unknown)) }
            guard unknown.count == problems.count else {
                handler?(.refused(problems.filter { $0.kind != .unknownKey }))
                return
            }
            accept(read)
        }
    }
}
