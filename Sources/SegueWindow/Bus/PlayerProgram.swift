import CAdwaita
import Glibc

/// The player as a program that is started from here: in a session of its own, so that it outlives the window.
enum PlayerProgram {
    /// POSIX_SPAWN_SETSID of spawn.h, which Swift's Glibc module leaves out.
    private static let newSession: Int16 = 0x80

    /// False when there is no such program, beside this one or on the search path.
    static func start() -> Bool {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, newSession)
        let arguments = [strdup("segue"), strdup("daemon"), nil]
        defer { arguments.forEach { free($0) } }
        var process = pid_t()
        guard posix_spawnp(&process, path, &actions, &attributes, arguments, environ) == 0 else { return false }
        // The bus tells when it has gone; this only takes its remains away.
        g_child_watch_add(process, { process, _, _ in g_spawn_close_pid(process) }, nil)
        return true
    }

    private static var path: String {
        guard let own = realpath("/proc/self/exe", nil) else { return "segue" }
        defer { free(own) }
        let beside =
            String(cString: own).split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/") + "/segue"
        return access(beside, X_OK) == 0 ? beside : "segue"
    }
}
