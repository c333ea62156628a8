public import EventLoop
public import SegueCore

/// The contents of a running player's configuration file, as last read or written without an error. The settings in
/// force are the player's, and differ if a setting could not be saved. Confined to the thread of its loop; the disk is
/// accessed on the worker.
public final class LiveConfiguration {
    /// The result of an edit of the file.
    public enum Update: Sendable, Equatable {
        /// The file is valid, and these settings differ from its previous contents.
        case changed(Configuration, fields: [ConfigurationField])
        /// The file has errors; its previous contents still count.
        case refused([ConfigurationProblem])
        /// The file has keys that are not settings. The other keys count, as they do at a start.
        case passedOver([ConfigurationProblem])
    }

    /// The settings in the file.
    public private(set) var configuration: Configuration

    private let file: ConfigurationFile
    private let loop: EventLoop
    private let worker: DiskWorker
    private var watch: FileWatch?
    private var handler: ((Update) -> Void)?
    private var lastRead: Result<ConfigurationText?, ConfigurationProblem>?

    /// Creates a live configuration. `configuration` is the result of `ConfigurationFile.read`, or the defaults if
    /// there is no file.
    public init(
        file: ConfigurationFile, configuration: Configuration, loop: EventLoop, worker: DiskWorker
    ) {
        self.file = file
        self.configuration = configuration
        self.loop = loop
        self.worker = worker
    }

    /// Follows the file from now on, until `stop`. Creates the folder of the file if it is missing, because waiting for
    /// it would cost wake-ups. Blocks for that moment, so call it at the start of the player.
    ///
    /// Deleting the file changes nothing: many editors delete the old file before they write the new one.
    /// - Parameter handler: called on the loop's thread for every edit with an effect, once for each content.
    /// - Throws: an error if the folder cannot be watched; edits then take effect at the next start.
    public func start(_ handler: @escaping (Update) -> Void) throws(ConfigurationProblem) {
        loop.checkConfinement()
        stop()
        // If the folder cannot be created, the nearest folder above it is watched.
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

    /// Stops following the file. Does nothing if the file is not being followed.
    public func stop() {
        loop.checkConfinement()
        if let watch { loop.remove(watch) }
        watch = nil
        handler = nil
    }

    /// Changes one setting in the file. The completion is called on the loop's thread when the value is on disk, with
    /// the new settings in the file. If the value could not be saved, the result is the problem, and nothing has
    /// changed. The handler of `start` is not called for this change.
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

    /// Saves all settings that differ, as `set` does. The completion is called on the loop's thread when everything is
    /// on disk, with the first problem that prevented a value from being saved.
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
