import Glibc

/// The examination of a folder of the player: it must be writable, or possible to create if it is missing.
struct WritableFolder {
    let path: String
    /// The environment variable that moves the folder elsewhere.
    let variable: String

    func finding(_ subject: String) -> Finding {
        do throws(FileFailure) {
            guard try check() else { return Finding(subject, .ok, "\(path) will be created") }
            return Finding(subject, .ok, path)
        } catch {
            var status = stat()
            let isOwn = stat(error.path, &status) == 0 && status.st_uid == getuid()
            return Finding(
                subject, .wrong, "\(error.path): \(error)", remedy: remedy(for: error, isOwn: isOwn))
        }
    }

    /// Returns false if the folder does not exist yet but can be created.
    private func check() throws(FileFailure) -> Bool {
        if FileAccess.exists(path) {
            try FileAccess.tryWriting(in: path)
            return true
        }
        var above = path
        repeat { above = FileAccess.folder(of: above) } while !FileAccess.exists(above) && above != "/"
        try FileAccess.tryWriting(in: above)
        return false
    }

    /// Returns the remedy for a failure. `isOwn` is true if the folder belongs to the user, so that no administrator is
    /// needed.
    func remedy(for failure: FileFailure, isOwn: Bool) -> String {
        let blocked = Remedy.word(failure.path)
        return switch failure.code {
        case ENOTDIR where failure.path == path: "mv \(blocked) \(Remedy.word(failure.path + ".old"))"
        case EACCES where isOwn: "chmod u+rwx \(blocked)"
        case EACCES, EPERM: "sudo chown -R \"$USER\" \(blocked)"
        case ENOSPC, EDQUOT: "free some space: df -h \(blocked)"
        default: "set \(variable) to a folder that can be written to"
        }
    }
}

extension FileAccess {
    /// Writes a file into the folder and removes it. Throws the error that prevents writing.
    fileprivate static func tryWriting(in folder: String) throws(FileFailure) {
        var status = stat()
        guard stat(folder, &status) == 0 else { throw FileFailure(path: folder, code: errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw FileFailure(path: folder, code: ENOTDIR) }
        let probe = "\(folder)/.segue-\(getpid())"
        let descriptor = open(probe, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileFailure(path: folder, code: errno) }
        defer {
            close(descriptor)
            unlink(probe)
        }
        guard write(descriptor, "segue", 5) == 5 else { throw FileFailure(path: folder, code: errno) }
    }
}
