public import SegueCore

/// The configuration file (design.md, Files and folders): TOML, one top-level key for each `ConfigurationField`. A
/// value: every call reads or writes the disk and blocks for it, so that on the loop `LiveConfiguration` is what to
/// use.
public struct ConfigurationFile: Sendable, Hashable {
    /// What a file says.
    public struct Reading: Sendable, Equatable {
        /// Every good setting, over the defaults.
        public var configuration: Configuration
        /// What was left out and why, by line; empty for a good file.
        public var problems: [ConfigurationProblem]
    }

    public let path: String

    /// Larger ones are no configuration; they are refused unread.
    static let sizeLimit = 1 << 20

    private static let heading = "# Settings of Segue. config.toml.sample explains every key.\n"

    /// - Parameter path: absolute; `$XDG_CONFIG_HOME/segue/config.toml` where none is given.
    public init(path: String? = nil) {
        self.path = path ?? "\(UserFolder.configuration.path)/config.toml"
    }

    /// Reads the file. nil when there is none: then everything has its default.
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

    /// Gives one setting another value in the file, in one atomic step. Only its value changes: comments, order and everything else
    /// stay as they are. The file and its folder are made where they are missing.
    ///
    /// Throws when the value is out of range, when the file is not valid TOML (it stays as it is), and when it cannot be written.
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
