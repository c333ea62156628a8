package import EventLoop
import Glibc

/// The player as a program that a client starts: in a session of its own, so that it outlives the client.
package enum PlayerProgram {
    /// Starts `program`, its messages behind what is in the file `log`. Returns the number of the process.
    ///
    /// Throws the code of `posix_spawn` (errno.h) when that is not possible.
    package static func start(
        _ program: String, _ options: [String] = [], log: String = "/dev/null"
    ) throws(SpawnedProcess.Errno) -> Int32 {
        // The player must not keep the folder busy that its client was started in; the client has no use for it.
        chdir("/")
        // GLib's own heap gives nothing back. GLib reads this variable before the program begins, and ignores it from
        // 2.76 on.
        setenv("G_SLICE", "always-malloc", 0)
        return try SpawnedProcess.start(
            program, (["segue", "daemon"] + options).map { Array($0.utf8) }, output: .file(log), isDetached: true)
    }
}
