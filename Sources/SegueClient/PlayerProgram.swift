package import EventLoop
import Glibc

/// The player as a program that a client starts, in a separate session, so that it outlives the client.
package enum PlayerProgram {
    /// Starts `program`, and appends its messages to the file `log`. Returns the process ID.
    ///
    /// Throws the code of `posix_spawn` (errno.h) if the program can't be started.
    package static func start(
        _ program: String, _ options: [String] = [], log: String = "/dev/null"
    ) throws(SpawnedProcess.Errno) -> Int32 {
        // The player must not keep the client's working directory busy; the client has no use for it.
        chdir("/")
        // GLib's own heap returns no memory. GLib reads this variable before the program begins, and ignores it from
        // 2.76 on.
        setenv("G_SLICE", "always-malloc", 0)
        return try SpawnedProcess.start(
            program, (["segue", "daemon"] + options).map { Array($0.utf8) }, output: .file(log), isDetached: true)
    }
}
