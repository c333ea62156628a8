import EventLoop
import Glibc
import Logging
import SegueCore
import SegueFiles
import SegueMPRIS

/// Keeps the player's catalog of playlists in step with the disk. Folders are searched at the start, and again after
/// changes. Belongs to the loop's thread. The disk is accessed on a separate thread, so that a slow disk delays neither
/// the session nor a load.
final class PlaylistLibrary {
    /// The time in nanoseconds for which changes are collected, because programs write a file in several steps.
    private static let patience: Int64 = 200_000_000

    /// The folder of the saved playlists.
    let own: String
    private var music: [LocalPath]
    private let loop: EventLoop
    private let store: SessionStore?
    let logger: Logger
    private let onCatalog: (PlaylistCatalog) -> Void
    private let worker = DiskWorker()
    private let finder: Locked<PlaylistFinder>
    private let inotify = Inotify()
    private var watch: FolderWatch?
    private var records: [PlaylistRecord] = []
    private(set) var found: [FoundPlaylist] = []
    /// The changes that the next search covers.
    private var changes = PlaylistFinder.Changes.none
    private var isFollowing = false
    private var isSearching = false
    private var deadline: Deadline?
    /// The calls that are due at the end of the next search.
    private var waiting: [() -> Void] = []
    private var toldProblems: Set<String> = []
    /// The changes that can be undone; used on the worker's thread.
    let reversals: Locked<PlaylistReversals>
    /// True once `saveFirstSearches` has been called.
    var hasSavedFirst = false

    /// Creates the library of the playlists in `own`, which is created if it is missing, and in the music folders. The
    /// store keeps the identities of playlists; nil keeps none. `onCatalog` is called on the loop's thread with every
    /// catalog that differs from the last one.
    init(
        own: String, music: [LocalPath], loop: EventLoop, store: SessionStore?, logger: Logger,
        onCatalog: @escaping (PlaylistCatalog) -> Void
    ) {
        self.own = own
        self.music = music
        self.loop = loop
        self.store = store
        self.logger = logger
        self.onCatalog = onCatalog
        finder = Locked(PlaylistFinder(own: Self.path(own)))
        reversals = Locked(PlaylistReversals(folder: own))
    }

    /// Searches the folders, and follows them from now on, until `stop`. `records` are the records in the store.
    func start(_ records: [PlaylistRecord]) {
        loop.checkConfinement()
        self.records = records
        isFollowing = true
        if let inotify {
            let watch = FolderWatch(inotify) { [weak self] in self?.changed($0) }
            self.watch = watch
            loop.add(watch)
        } else {
            logger.warning("New and removed playlists are not noticed: \(String(cString: strerror(errno))).")
        }
        changes = .everything
        search()
    }

    /// Ends the search; no catalog is reported after that.
    func stop() {
        loop.checkConfinement()
        isFollowing = false
        if let watch { loop.remove(watch) }
        watch = nil
        deadline?.cancel()
        deadline = nil
    }

    /// Searches these music folders from now on.
    func follow(_ music: [LocalPath]) {
        loop.checkConfinement()
        guard music != self.music else { return }
        self.music = music
        changed(.everything)
    }

    /// Records that a playlist was started now. Does nothing if there is no such playlist.
    func notePlayed(_ id: PlaylistID) {
        loop.checkConfinement()
        guard let index = records.firstIndex(where: { $0.id == id }) else { return }
        records[index].lastPlayed = .now
        store?.record(records)
        publish()
    }

    /// Writes entries as a playlist. `entries` is called on the thread that writes. A saved search of this name is
    /// removed if the playlist replaces it. The completion is called on the loop's thread, with the URI of the file,
    /// when the file is in the catalog.
    func save(
        _ entries: @escaping @Sendable () -> [QueueEntry], as name: String, replacing: Bool,
        _ completion: @escaping (Result<String, PlaylistSaveError>) -> Void
    ) {
        let path = listPath(of: name)
        let absence = absence(of: name)
        change(
            { [reversals, own] () throws(PlaylistSaveError) in
                let former = Self.saved(name, in: own)
                try Self.checkName(former ?? path, absence)
                guard let document = XSPFWriter.document(title: name, entries: entries()) else { throw .tooLong }
                if let former, !replacing { throw .exists(path: former) }
                try Self.replace(path, with: document)
                if let former, former != path {
                    try reversals.withLock { (reversals) throws(PlaylistSaveError) in
                        try reversals.remove(name, at: former)
                    }
                }
                return path
            }, completion)
    }

    /// Returns the path of the saved search of this name, or of the playlist if there is no such search.
    func path(of name: String) -> String { isSavedSearch(name) ? searchPath(of: name) : listPath(of: name) }

    private static func path(_ folder: String) -> LocalPath { LocalPath(folder).absolute(in: LocalPath("/")) }

    /// Returns the path of the saved list of this name.
    func listPath(of name: String) -> String { "\(own)/\(name).xspf" }

    /// Returns the path of the saved search of this name.
    func searchPath(of name: String) -> String { "\(own)/\(name).search" }

    /// Returns the path of the saved list or search of this name in a folder; nil if there is neither.
    static func saved(_ name: String, in folder: String) -> String? {
        ["xspf", "search"].lazy.map { "\(folder)/\(name).\($0)" }.first { FileAccess.exists($0) }
    }

    private func kind(of playlist: FoundPlaylist) -> PlaylistKind {
        switch playlist.uri {
        case FileURI.uri(path: searchPath(of: playlist.name)): .search
        case FileURI.uri(path: listPath(of: playlist.name)): .saved
        default: .foreign
        }
    }

    private func isSavedSearch(_ name: String) -> Bool {
        let uri = FileURI.uri(path: searchPath(of: name))
        return found.contains { $0.uri == uri }
    }

    /// Runs `work` on the thread of the disk. The completion is called on the loop's thread.
    func onWorker<Value: Sendable>(
        _ work: @escaping @Sendable () throws(PlaylistSaveError) -> Value,
        _ completion: @escaping (Result<Value, PlaylistSaveError>) -> Void
    ) {
        loop.checkConfinement()
        let answer = loop.delivering(completion)
        worker.perform { answer(Result { () throws(PlaylistSaveError) in try work() }) }
    }

    /// Runs `work`, which changes a file and returns its path. The completion receives the URI of the file when the
    /// change is in the catalog.
    func change(
        _ work: @escaping @Sendable () throws(PlaylistSaveError) -> String,
        _ completion: @escaping (Result<String, PlaylistSaveError>) -> Void
    ) {
        onWorker(work) { [self] result in
            guard case .success(let path) = result else { return completion(result) }
            waiting.append { completion(.success(FileURI.uri(path: path))) }
            changed(.everything)
            scanSoon()
        }
    }

    /// Replaces the file with the document.
    static func replace(_ path: String, with document: [UInt8]) throws(PlaylistSaveError) {
        do {
            // A link in this folder is a playlist of another origin: the link is replaced, and its target stays.
            try FileAccess.replace(path, with: document, followingLinks: false)
        } catch {
            throw .notWritten(path: path, reason: "\(error)")
        }
    }

    // MARK: - Searching

    private func changed(_ news: PlaylistFinder.Changes) {
        changes.formUnion(news)
        guard deadline == nil, !isSearching, isFollowing else { return }
        deadline = loop.schedule(at: MonotonicTime.now.advanced(byNanoseconds: Self.patience)) { [weak self] in
            self?.deadline = nil
            self?.search()
        }
    }

    /// Searches immediately, because a caller waits for the changes.
    private func scanSoon() {
        guard let deadline else { return }
        deadline.cancel()
        self.deadline = nil
        search()
    }

    private func search() {
        guard !isSearching, !changes.isEmpty, isFollowing else { return }
        isSearching = true
        let changes = changes
        self.changes = .none
        let callers = waiting
        waiting = []
        let finder = finder
        let own = own
        let roots = [Self.path(own)] + music
        let inotify = inotify
        let found = loop.delivering { [self] (finding: PlaylistFinder.Finding) in
            take(finding)
            for answer in callers { answer() }
        }
        worker.perform {
            // The folder is created so that it can be watched. If that fails, the player waits for the folder.
            try? FileAccess.createFolder(own)
            let finding = finder.withLock { finder in
                finder.roots = roots
                return finder.find(
                    changes, watch: { inotify?.watch($0, FolderWatch.mask) ?? -1 }, unwatch: { inotify?.unwatch($0) })
            }
            found(finding)
        }
    }

    private func take(_ finding: PlaylistFinder.Finding) {
        isSearching = false
        guard isFollowing else { return }
        for problem in finding.problems where toldProblems.insert(problem).inserted { logger.warning("\(problem)") }
        if found != finding.playlists {
            found = finding.playlists
            let records = PlaylistRecord.records(of: found, known: records)
            if records != self.records {
                self.records = records
                store?.record(records)
            }
            publish()
        }
        guard !changes.isEmpty else { return }
        if waiting.isEmpty { changed(.none) } else { search() }
    }

    private func publish() {
        onCatalog(
            PlaylistCatalog(
                zip(found, records).map { playlist, record in
                    PlaylistDescription(
                        id: record.id, uri: record.uri, name: playlist.name, kind: kind(of: playlist),
                        iconURI: playlist.iconURI, created: record.created, modified: playlist.stamp.modified,
                        lastPlayed: record.lastPlayed)
                }))
    }
}
