import Glibc

/// Where the player keeps its own files, by the XDG Base Directory Specification.
public enum UserFolder: Sendable, CaseIterable {
    /// `$XDG_CONFIG_HOME/segue`, else `~/.config/segue`.
    case configuration
    /// `$XDG_STATE_HOME/segue`, else `~/.local/state/segue`.
    case state

    /// The absolute path of the folder, which need not exist. A relative path in the variable is ignored, as the specification
    /// demands.
    public var path: String {
        path { name in getenv(name).map { String(cString: $0) } }
    }

    /// The same with an environment that is handed in.
    func path(environment: (String) -> String?) -> String {
        if let base = environment(variable), base.hasPrefix("/") {
            return Self.join(base, "segue")
        }
        let home = environment("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? Self.homeOfUser()
        return Self.join(home, "\(fallback)/segue")
    }

    private var variable: String {
        switch self {
        case .configuration: "XDG_CONFIG_HOME"
        case .state: "XDG_STATE_HOME"
        }
    }

    private var fallback: String {
        switch self {
        case .configuration: ".config"
        case .state: ".local/state"
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
