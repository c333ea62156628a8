import Glibc

/// The program that is running.
package enum Executable {
    /// This very program: by its own path, so that a process has its name; or by the kernel's path when the file has
    /// been replaced meanwhile.
    package static var path: String {
        let link = "/proc/self/exe"
        guard let path = realpath(link, nil) else { return link }
        defer { free(path) }
        return access(path, X_OK) == 0 ? String(cString: path) : link
    }
}
