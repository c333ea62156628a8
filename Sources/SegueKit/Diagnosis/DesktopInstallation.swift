import Glibc
import SegueMPRIS

/// The files of the player in the data folders of the desktop.
struct DesktopInstallation {
    private static let entry = "applications/\(BusNames.applicationID).desktop"
    private static let services = [
        "dbus-1/services/\(BusNames.applicationID).service", "dbus-1/services/\(BusNames.player).service",
    ]

    /// The data folders by the XDG Base Directory Specification, the most important first.
    private let folders: [String]

    init() {
        let own = UserFolder.data.base(environment: UserFolder.environment)
        let others =
            UserFolder.environment("XDG_DATA_DIRS").flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
        folders = [own] + others.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    }

    var finding: Finding {
        guard let entry = first(Self.entry) else {
            return Finding(
                "Desktop", .note, "not installed: the desktop shows no icon and does not start the player")
        }
        for name in Self.services {
            guard let service = first(name) else {
                return Finding(
                    "Desktop", .wrong, "\(entry) is installed without \(name), which starts the player",
                    remedy: "sudo make install")
            }
            if let program = program(of: service), access(program, X_OK) != 0 {
                return Finding(
                    "Desktop", .wrong, "\(service) starts \(program), which does not exist",
                    remedy: "sudo rm \(Remedy.word(service))")
            }
        }
        return Finding("Desktop", .ok, entry)
    }

    private func first(_ name: String) -> String? {
        folders.map { "\($0)/\(name)" }.first(where: FileAccess.exists)
    }

    /// Returns the program that an activation file starts.
    private func program(of service: String) -> String? {
        guard let bytes = try? FileAccess.read(service, limit: 1 << 16) else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let command = lines.first { $0.hasPrefix("Exec=") }?.dropFirst("Exec=".count)
        return command?.split(separator: " ").first.map(String.init)
    }
}
