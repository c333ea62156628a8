import EventLoop
import Glibc

/// Reports that the content of one file may have changed, through inotify(7) on the folders that lead to the file.
/// Watching the folders catches an editor that replaces the file as well as one that writes into it. Costs nothing in
/// between. Confined to the loop's thread.
///
/// While the folder is missing, the nearest existing folder above it is watched.
final class FileWatch: EventSource {
    private enum Target {
        /// A folder in which a change to this name is a change of the file.
        case file(name: String)
        /// A folder in which the appearance of this name is a step towards the file.
        case ancestor(of: String)
    }

    private let path: String
    private let inotify: Inotify
    private let onChange: () -> Void
    private var targets: [Int32: Target] = [:]

    private static let contentMask = Int32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF)
    private static let arrivalMask = Int32(IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF)

    /// Creates a watch. The function `onChange` is called on the loop's thread after the file has been written or
    /// replaced, or has appeared, even if its content is unchanged. Throws if the kernel grants no inotify descriptor
    /// or watch.
    init(path: String, onChange: @escaping () -> Void) throws(FileFailure) {
        self.path = path
        self.onChange = onChange
        guard let inotify = Inotify() else { throw FileFailure(path: path, code: errno) }
        self.inotify = inotify
        try arm()
    }

    func interest() -> (descriptor: Int32, events: Int16)? { (inotify.descriptor, Int16(POLLIN)) }

    func deadline() -> MonotonicTime? { nil }

    func process(events: Int16) {
        guard drain() else { return }
        // Links and folders may lead elsewhere now. The watches are renewed before the file is read, so that no change
        // in between is missed. If that fails, later edits go unnoticed until the next start.
        try? arm()
        onChange()
    }

    /// Reads all events. Returns true if one of them concerns the file.
    private func drain() -> Bool {
        var isConcerned = false
        inotify.drain { if concerns($0) { isConcerned = true } }
        return isConcerned
    }

    private func concerns(_ event: Inotify.Event) -> Bool {
        if event.has(Int32(IN_Q_OVERFLOW)) { return true }
        // Events of removed watches still arrive.
        guard let target = targets[event.watch] else { return false }
        if event.has(Int32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED)) { return true }
        switch target {
        case .file(let wanted), .ancestor(of: let wanted): return event.name.elementsEqual(wanted.utf8)
        }
    }

    private func arm() throws(FileFailure) {
        for watch in targets.keys { inotify.unwatch(watch) }
        targets = [:]
        let resolved = FileAccess.resolved(path)
        try watchFolder(of: path)
        if resolved != path, FileAccess.folder(of: resolved) != FileAccess.resolved(FileAccess.folder(of: path)) {
            try watchFolder(of: resolved)
        }
    }

    private func watchFolder(of file: String) throws(FileFailure) {
        var name = FileAccess.name(of: file)
        var folder = FileAccess.folder(of: file)
        var isDirect = true
        while true {
            let watch = inotify.watch(folder, isDirect ? Self.contentMask : Self.arrivalMask)
            if watch >= 0 {
                targets[watch] = isDirect ? .file(name: name) : .ancestor(of: name)
                // A name that appeared while the watch was being made would never be reported.
                guard !isDirect, FileAccess.isFolder("\(folder)/\(name)") else { return }
                inotify.unwatch(watch)
                targets[watch] = nil
                return try watchFolder(of: file)
            }
            guard errno == ENOENT || errno == ENOTDIR, folder != "/" else {
                throw FileFailure(path: folder, code: errno)
            }
            isDirect = false
            name = FileAccess.name(of: folder)
            folder = FileAccess.folder(of: folder)
        }
    }
}
