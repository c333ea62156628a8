import Glibc

/// The running program.
package enum Executable {
    /// The path of the running program. By its own path, a process has its name; if the file was replaced meanwhile,
    /// the kernel's path is returned.
    package static var path: String {
        let link = "/proc/self/exe"
        guard let path = realpath(link, nil) else { return link }
        defer { free(path) }
        return access(path, X_OK) == 0 ? String(cString: path) : link
    }
}
