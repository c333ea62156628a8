import EventLoop
import Glibc

/// What has been installed with this program.
enum Installation {
    /// The player beside this program; elsewhere, the one on the search path.
    static var player: String {
        let beside = folder(0) + "/segue"
        return access(beside, X_OK) == 0 ? beside : "segue"
    }

    /// The folder with the translations.
    static var translations: String { folder(1) + "/share/locale" }

    /// The folder that this program is in, or one above it.
    private static func folder(_ levels: Int) -> String {
        Executable.path.split(separator: "/").dropLast(1 + levels).map { "/" + $0 }.joined()
    }
}
