import CAdwaita
import Glibc

/// A hint that is shown once.
enum Hint: String {
    /// The transition can be dragged.
    case seam
    /// Closing the window does not stop the music.
    case closing

    /// Returns true the first time, and false afterwards, by creating the file `$XDG_STATE_HOME/segue/told-NAME`.
    /// Returns false if the file cannot be written, because the hint would otherwise be shown every time.
    func isNew() -> Bool {
        let folder = String(cString: g_get_user_state_dir()) + "/segue"
        guard g_mkdir_with_parents(folder, 0o700) == 0 else { return false }
        let file = open("\(folder)/told-\(rawValue)", O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        close(file)
        return true
    }
}
