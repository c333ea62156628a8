import EventLoop
import Glibc

/// The files installed with this program.
enum Installation {
    /// The player beside this program; otherwise the player on the search path.
    static var player: String {
        let beside = folder(0) + "/segue"
        return access(beside, X_OK) == 0 ? beside : "segue"
    }

    /// The folder with the translations.
    static var translations: String { folder(1) + "/share/locale" }

    /// Returns the folder that contains this program, or an ancestor of that folder.
    private static func folder(_ levels: Int) -> String {
        Executable.path.split(separator: "/").dropLast(1 + levels).map { "/" + $0 }.joined()
    }
}
