import EventLoop
import Glibc
import SegueFiles

/// Tells when playlists in some folders may have come, gone or changed, through inotify(7). Costs nothing in between.
///
/// Events are served on the loop's thread; folders are added and taken out by whoever searches them.
final class FolderWatch: EventSource {
    private let inotify: Inotify
    private let onChange: (PlaylistFinder.Changes) -> Void

    /// What comes and goes, and what has been written.
    static let mask = Int32(
        IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF)

    init(_ inotify: Inotify, onChange: @escaping (PlaylistFinder.Changes) -> Void) {
        self.inotify = inotify
        self.onChange = onChange
    }

    func interest() -> (descriptor: Int32, events: Int16)? { (inotify.descriptor, Int16(POLLIN)) }

    func deadline() -> MonotonicTime? { nil }

    func process(events: Int16) {
        var changes = PlaylistFinder.Changes.none
        inotify.drain { event in
            if event.has(Int32(IN_Q_OVERFLOW)) {
                changes.isEverything = true
            } else if Self.concerns(event) {
                changes.watches.insert(event.watch)
            }
        }
        if !changes.isEmpty { onChange(changes) }
    }

    /// A link to a folder comes and goes like any file, so all of these count; what was written into other files does
    /// not.
    private static func concerns(_ event: Inotify.Event) -> Bool {
        // The folder was given up, here or by the kernel, which has reported that before.
        guard !event.has(Int32(IN_IGNORED)) else { return false }
        return !event.has(Int32(IN_CLOSE_WRITE)) || PlaylistFinder.isPlaylist(name: event.name)
    }
}
