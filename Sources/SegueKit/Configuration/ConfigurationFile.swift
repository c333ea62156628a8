public import SegueCore

/// The configuration file (design.md, Files and folders): one top-level key of TOML for each `ConfigurationField`.
/// Every call reads or writes the disk and blocks while it does. A running player uses `AudioPlayerService.follow`
/// instead.
public struct ConfigurationFile: Sendable, Hashable {
    /// What a file says.
    public struct Reading: Sendable, Equatable {
        /// Every good setting, over the defaults.
        public var configuration: Configuration
        /// What was left out and why, by line; empty for a good file.
        public var problems: [ConfigurationProblem]
    }

    /// The absolute path of the file, which need not exist.
    public let path: String

    /// A larger file is no configuration, and is refused unread. In bytes.
    static let sizeLimit = 1 << 20

    private static let heading = "# Settings of Segue. config.toml.sample explains every key.\n"

    /// - Parameter path: absolute; `$XDG_CONFIG_HOME/segue/config.toml` where none is given.
    public init(path: String? = nil) {
        self.path = path ?? "\(UserFolder.configuration.path)/config.toml"
    }

    /// Reads the file. Nil when there is none: then everything has its default. A file that can't be read gives the
    /// defaults and one problem.
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

    /// Gives one setting another value in the file, in one atomic step. Nothing but this value changes: comments, order
    /// and everything else stay as they are, lines that can't be read included. The file and its folder are created if
    /// they are missing. Does nothing if the file has this value already.
    ///
    /// Throws if the value is out of range, if the file can't be read or is not UTF-8, and if the file can't be
    /// written. The file then stays as it is.
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
