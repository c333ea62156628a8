import EventLoop
import Glibc
import SegueFiles

/// Reports that playlists in some folders may have appeared, disappeared or changed, through inotify(7). Costs nothing
/// in between.
///
/// Events are handled on the loop's thread. The finder of playlists adds and removes the folders.
final class FolderWatch: EventSource {
    private let inotify: Inotify
    private let onChange: (PlaylistFinder.Changes) -> Void

    /// The inotify events for files that appear, disappear or are written.
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

    /// Returns true if an event may concern a playlist. A link to a folder appears and disappears like any file, so all
    /// such events count. Writing into other files does not count.
    private static func concerns(_ event: Inotify.Event) -> Bool {
        // The watch was removed, here or by the kernel, which has reported the reason before.
        guard !event.has(Int32(IN_IGNORED)) else { return false }
        return !event.has(Int32(IN_CLOSE_WRITE)) || PlaylistFinder.isPlaylist(name: event.name)
    }
}
