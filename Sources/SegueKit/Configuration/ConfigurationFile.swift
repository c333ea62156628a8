public import SegueCore

/// The configuration file (design.md, Files and folders): one top-level key of TOML for each `ConfigurationField`.
/// Every call reads or writes the disk, and blocks meanwhile. A running player uses `AudioPlayerService.follow`
/// instead.
public struct ConfigurationFile: Sendable, Hashable {
    /// The contents of a configuration file.
    public struct Reading: Sendable, Equatable {
        /// Every valid setting, over the defaults.
        public var configuration: Configuration
        /// The settings that were left out and the reasons, by line; empty for a valid file.
        public var problems: [ConfigurationProblem]
    }

    /// The absolute path of the file, which need not exist.
    public let path: String

    /// The largest file that is read, in bytes. A larger file is not a configuration, and is refused unread.
    static let sizeLimit = 1 << 20

    private static let heading = "# Settings of Segue. config.toml.sample explains every key.\n"

    /// - Parameter path: absolute; `$XDG_CONFIG_HOME/segue/config.toml` where none is given.
    public init(path: String? = nil) {
        self.path = path ?? "\(UserFolder.configuration.path)/config.toml"
    }

    /// Reads the file. Nil if there is no file: every setting then has its default. If the file can't be read, returns
    /// the defaults and one problem.
    public func read() -> Reading? {
        do {
            return try readText().map { text in
                let (configuration, problems) = text.read()
                return Reading(configuration: configuration, problems: problems)
            }
        } catch {
            return Reading(configuration: Configuration(), problems: [error])
        }
    }

    /// Changes one setting in the file, in one atomic step. Only this value changes: comments, order and everything
    /// else stay as they are, including lines that can't be read. The file and its folder are created if they are
    /// missing. Does nothing if the file already has this value.
    ///
    /// Throws if the value is out of range, if the file can't be read or is not UTF-8, and if the file can't be
    /// written. The file is then unchanged.
    public func set(_ field: ConfigurationField, to value: String) throws(ConfigurationProblem) {
        var text = try readText() ?? ConfigurationText(path: path, bytes: Array(Self.heading.utf8))
        let old = text
        try text.set(field, to: value)
        guard text != old else { return }
        do {
            try FileAccess.replace(path, with: text.bytes)
        } catch {
            throw ConfigurationProblem(
                path: path, key: field.rawValue, kind: .notWritable(reason: "\(error.path): \(error)"))
        }
    }

    func readText() throws(ConfigurationProblem) -> ConfigurationText? {
        guard !FileAccess.isPipe(path) else { throw ConfigurationProblem(path: path, kind: .pipe) }
        do {
            return try FileAccess.read(path, limit: Self.sizeLimit).map { ConfigurationText(path: path, bytes: $0) }
        } catch {
            throw ConfigurationProblem(path: path, kind: .unreadable(reason: "\(error)"))
        }
    }
}
