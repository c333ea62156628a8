import EventLoop
import SegueCore

/// Keeps plays and ratings with the files that they belong to, wherever those are moved (design.md, Music library).
///
/// Belongs to the loop's thread; index and session are read on theirs.
final class MovedTracks {
    private let store: SessionStore
    private let music: MusicLibrary
    private let loop: EventLoop
    private var hasLocated = false

    init(store: SessionStore, music: MusicLibrary, loop: EventLoop) {
        self.store = store
        self.music = music
        self.loop = loop
    }

    /// Finds moved files again after an update of the index.
    func take(_ news: LibraryNews) {
        // A `segue library` command may have changed the index while no player was running.
        if case .updated(_, let isChanged) = news, isChanged || !hasLocated { locate() }
    }

    /// Finds a track that has just been played or rated for the first time. If its file is moved next, the stamp is
    /// needed to find it again.
    func take(_ effects: [Effect]) {
        for case .report(let event) in effects {
            switch event {
            case .played(let entry), .rated(let entry): locateIfNew(entry.uri)
            default: break
            }
        }
    }

    /// Moves the plays and ratings of all tracks to the new URIs of their files.
    func locate() {
        hasLocated = true
        store.stamps(search)
    }

    private func locateIfNew(_ uri: String) {
        let search = search
        store.stamps(of: uri) { known in search(known.filter { $0.value == nil }) }
    }

    /// Looks for tracks in the index, and notes what has changed.
    private var search: @Sendable ([String: FileStamp?]) -> Void {
        loop.delivering { [store, music] known in
            // If nothing was ever played, the index stays closed.
            guard !known.isEmpty else { return }
            music.locate(known) { if let whereabouts = $0 { store.record(whereabouts) } }
        }
    }
}
