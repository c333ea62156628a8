import Glibc

/// Where the player keeps its own files, by the XDG Base Directory Specification.
public enum UserFolder: Sendable, CaseIterable {
    /// `$XDG_CONFIG_HOME/segue`, else `~/.config/segue`.
    case configuration
    /// `$XDG_STATE_HOME/segue`, else `~/.local/state/segue`.
    case state
    /// `$XDG_DATA_HOME/segue`, else `~/.local/share/segue`.
    case data
    /// `$XDG_CACHE_HOME/segue`, else `~/.cache/segue`.
    case cache

    /// The absolute path of the folder, which need not exist. A relative path in the variable is ignored, as the
    /// specification demands.
    public var path: String {
        path(environment: Self.environment)
    }

    /// Where the player of this name keeps its session and its log; nil for the one player.
    public static func state(ofInstance name: String?) -> String {
        name.map { "\(state.path)/instances/\($0)" } ?? state.path
    }

    /// As `path`, with an environment that is handed in.
    func path(environment: (String) -> String?) -> String { Self.join(base(environment: environment), "segue") }

    /// The folder that holds those of all programs.
    func base(environment: (String) -> String?) -> String {
        if let base = environment(variable), base.hasPrefix("/") { return base }
        return Self.join(Self.home(environment: environment), fallback)
    }

    /// `$HOME`, or else what the system has for the user.
    static func home(environment: (String) -> String?) -> String {
        environment("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? homeOfUser()
    }

    /// A variable of the process's environment; nil if it is not set.
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
