import EventLoop
import Glibc
package import SegueFiles

/// Keeps the index up to date while music comes and goes: the whole life of a helper process
/// (design.md, Music library). The process sleeps until something changes, and ends when its output is no longer read.
///
/// Confined to the loop's thread.
package final class LibraryFollower: EventSource {
    /// The time during which changes are collected, in nanoseconds.
    private static let interval: Int64 = 500_000_000
    /// The interval between full updates if not all folders can be watched, in nanoseconds.
    private static let round: Int64 = 3600 * 1_000_000_000
    /// The wait after an update that failed, in nanoseconds.
    private static let wait: Int64 = 300 * 1_000_000_000

    private let roots: [LocalPath]
    private let articles: String
    private let path: String
    private let loop: EventLoop
    private let inotify: Inotify
    private let tell: (LibraryNews) -> Void
    private var watched: [Int32: LocalPath] = [:]
    /// The names on the path to a missing music folder, by the watch of the folder in which they are awaited.
    private var awaited: [Int32: Set<[UInt8]>] = [:]
    private var changed: Set<LocalPath> = []
    private var isEverythingDue = false
    private var isScheduled = false
    private var isComplete = true
    private var round: Deadline?
    private var mounts: [String]?
    private var mountWatch: MountWatch?

    /// Follows the music folders until the standard output, to which `tell` must write, is no longer read. Returns only
    /// if the kernel grants no inotify instance; errno then has the reason. Throws the error that prevents the loop
    /// from being created.
    package static func run(
        _ roots: [LocalPath], articles: String, index path: String = LibraryDatabase.path,
        tell: @escaping (LibraryNews) -> Void
    ) throws {
        let loop = try EventLoop()
        guard let follower = LibraryFollower(roots, articles: articles, index: path, on: loop, tell: tell) else {
            return
        }
        loop.add(OutputEnd { loop.stop() })
        follower.start()
        loop.run()
        exit(0)
    }

    /// Creates a follower. Nil if the kernel grants no inotify instance; errno then has the reason.
    ///
    /// - Parameters:
    ///   - roots: the music folders.
    ///   - articles: the setting of that name.
    ///   - path: the path of the index.
    ///   - loop: the loop whose thread the follower belongs to.
    ///   - tell: called with news, on the loop.
    init?(
        _ roots: [LocalPath], articles: String, index path: String, on loop: EventLoop,
        tell: @escaping (LibraryNews) -> Void
    ) {
        guard let inotify = Inotify() else { return nil }
        self.inotify = inotify
        self.roots = roots
        self.articles = articles
        self.path = path
        self.loop = loop
        self.tell = tell
    }

    /// Starts with an update of everything.
    func start() {
        loop.add(self)
        mountWatch = MountWatch { [weak self] points in self?.note(mounts: points) }
        if let mountWatch {
            loop.add(mountWatch)
            mountWatch.read()
        }
        isEverythingDue = true
        schedule(after: 0)
    }

    // MARK: - Events

    package func interest() -> (descriptor: Int32, events: Int16)? { (inotify.descriptor, Int16(POLLIN)) }

    package func deadline() -> MonotonicTime? { nil }

    package func process(events: Int16) {
        inotify.drain { event in
            if event.has(Int32(IN_IGNORED)) {
                watched[event.watch] = nil
                awaited[event.watch] = nil
            } else if event.has(Int32(IN_Q_OVERFLOW)) {
                isEverythingDue = true
            } else if let names = awaited[event.watch], names.contains(event.name) {
                isEverythingDue = true
            } else if let folder = watched[event.watch], event.name.first != UInt8(ascii: ".") {
                if event.has(Int32(bitPattern: UInt32(IN_ISDIR))) || event.name.isEmpty {
                    isEverythingDue = true
                } else {
                    changed.insert(folder)
                }
            }
        }
        if isEverythingDue || !changed.isEmpty { schedule(after: Self.interval) }
    }

    /// Schedules an update of everything if a file system was mounted or unmounted at, above or below a music folder.
    private func note(mounts points: [String]) {
        let near = points.map { LocalPath($0) }.filter { point in
            roots.contains { $0.isInside(point) || point.isInside($0) }
        }.map(\.description)
        defer { mounts = near }
        guard let mounts, near != mounts else { return }
        isEverythingDue = true
        schedule(after: Self.interval)
    }

    private func schedule(after nanoseconds: Int64) {
        guard !isScheduled else { return }
        isScheduled = true
        loop.schedule(at: .now.advanced(byNanoseconds: nanoseconds)) { [weak self] in self?.update() }
    }

    // MARK: - Updates

    private func update() {
        isScheduled = false
        let (folders, isWhole) = (changed, isEverythingDue)
        changed = []
        isEverythingDue = false
        let now = LibraryTime.now
        do {
            var report = isWhole ? nil : try LibraryWriter.refresh(folders, articles: articles, in: path, now: now)
            if report == nil {
                isComplete = true
                tell(.reading(files: 0))
                report = try LibraryWriter.update(roots, articles: articles, in: path, now: now) { [self] in
                    watch($0)
                } progress: { [tell] in
                    tell(.reading(files: $0))
                }
                for root in roots where access(root.description, F_OK) != 0 { expect(root) }
            }
            if !isComplete { comeBack(after: Self.round) }
            tell(.updated(tracks: report?.total ?? 0, isChanged: report?.isChange ?? false))
        } catch {
            tell(.failed("\(error)"))
            comeBack(after: Self.wait)
        }
    }

    /// Schedules another update of everything: neither a change in an unwatched folder nor free space on a full disk is
    /// reported.
    private func comeBack(after nanoseconds: Int64) {
        round?.cancel()
        round = loop.schedule(at: .now.advanced(byNanoseconds: nanoseconds)) { [weak self] in
            self?.isEverythingDue = true
            self?.schedule(after: 0)
        }
    }

    private func watch(_ folder: LocalPath) {
        let number = folder.withCString { inotify.watch($0, FolderWatch.mask) }
        guard number >= 0 else {
            isComplete = false
            return
        }
        watched[number] = folder
    }

    /// Watches the folder in which a missing music folder, or a folder above it, will appear.
    private func expect(_ root: LocalPath) {
        var missing = root
        while missing.bytes.count > 1 {
            let folder = missing.parent
            let number = folder.withCString { inotify.watch($0, FolderWatch.mask) }
            if number >= 0 {
                awaited[number, default: []].insert(Array(missing.name))
                // The folder may have appeared since the search.
                if access(missing.description, F_OK) == 0 {
                    isEverythingDue = true
                    schedule(after: Self.interval)
                }
                return
            }
            missing = folder
        }
    }
}

/// Notices that the standard output is no longer read.
private final class OutputEnd: EventSource {
    private let onEnd: () -> Void

    init(_ onEnd: @escaping () -> Void) { self.onEnd = onEnd }

    func interest() -> (descriptor: Int32, events: Int16)? { (STDOUT_FILENO, 0) }
    func deadline() -> MonotonicTime? { nil }
    func process(events: Int16) { onEnd() }
}

extension LibraryWriter.Report {
    /// True if the index has changed.
    package var isChange: Bool { found + changed + removed + pictures > 0 || isSortedAnew }
}
