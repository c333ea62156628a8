import Glibc

/// The folders of the player's files, by the XDG Base Directory Specification.
public enum UserFolder: Sendable, CaseIterable {
    /// `$XDG_CONFIG_HOME/segue`, else `~/.config/segue`.
    case configuration
    /// `$XDG_STATE_HOME/segue`, else `~/.local/state/segue`.
    case state
    /// `$XDG_DATA_HOME/segue`, else `~/.local/share/segue`.
    case data
    /// `$XDG_CACHE_HOME/segue`, else `~/.cache/segue`.
    case cache

    /// The absolute path of the folder, which need not exist. As the specification requires, a relative path in the
    /// variable is ignored.
    public var path: String {
        path(environment: Self.environment)
    }

    /// Returns the folder of the session and the log of the player with this name; nil for the player without a name.
    public static func state(ofInstance name: String?) -> String {
        name.map { "\(state.path)/instances/\($0)" } ?? state.path
    }

    /// Returns the path like `path`, with the given environment.
    func path(environment: (String) -> String?) -> String { Self.join(base(environment: environment), "segue") }

    /// Returns the parent folder of the folders of all programs.
    func base(environment: (String) -> String?) -> String {
        if let base = environment(variable), base.hasPrefix("/") { return base }
        return Self.join(Self.home(environment: environment), fallback)
    }

    /// Returns `$HOME`, or else the home folder in the user database of the system.
    static func home(environment: (String) -> String?) -> String {
        environment("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? homeOfUser()
    }

    /// Returns a variable of the process's environment; nil if it is not set.
    static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    private var variable: String {
        switch self {
        case .configuration: "XDG_CONFIG_HOME"
        case .state: "XDG_STATE_HOME"
        case .data: "XDG_DATA_HOME"
        case .cache: "XDG_CACHE_HOME"
        }
    }

    private var fallback: String {
        switch self {
        case .configuration: ".config"
        case .state: ".local/state"
        case .data: ".local/share"
        case .cache: ".cache"
        }
    }

    private static func join(_ folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }

    private static func homeOfUser() -> String {
        guard let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir else { return "/" }
        return String(cString: home)
    }
}
