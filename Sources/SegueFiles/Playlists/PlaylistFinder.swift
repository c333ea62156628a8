import Glibc
import SegueCore

/// Finds the playlists in some folders and below them, again and again. Only folders in which something has changed are
/// read again.
///
/// Hidden files and folders are passed over, symbolic links are followed, no folder is read twice. Reads the disk: not
/// for the loop's thread.
public struct PlaylistFinder: Sendable {
    /// Where something may have changed since the last time.
    public struct Changes: Sendable, Hashable {
        /// The folders with these watches.
        public var watches: Set<Int32> = []
        public var isEverything = false

        public static let none = Changes()
        public static let everything = Changes(isEverything: true)

        public var isEmpty: Bool { watches.isEmpty && !isEverything }

        public mutating func formUnion(_ other: Changes) {
            watches.formUnion(other.watches)
            isEverything = isEverything || other.isEverything
        }
    }

    public struct Finding: Sendable, Hashable {
        /// Sorted by name as people do, then by URI.
        public var playlists: [FoundPlaylist] = []
        /// What a person should know: folders that can't be read or watched, limits that were reached. Sentences.
        public var problems: [String] = []
    }

    /// How much is looked at. Folders nearest to the top come first.
    public struct Limits: Sendable {
        public var folders = 4096
        /// In one folder.
        public var names = 100_000
        public var playlists = 5000

        public init() {}
    }

    private struct Folder {
        var identity: FileIdentity
        /// Nil when the kernel grants no watch: such a folder is read every time.
        var watch: Int32?
        var subfolders: [LocalPath] = []
        var playlists: [FoundPlaylist] = []
    }

    private struct FileIdentity: Hashable {
        var device: UInt64
        var inode: UInt64
    }

    private let roots: [LocalPath]
    private let searches: LocalPath?
    private let limits: Limits
    private var folders: [LocalPath: Folder] = [:]
    /// The watches of folders above a root that is missing.
    private var ancestorWatches: Set<Int32> = []
    /// How much of a file is read for its name, which is near the beginning.
    private static let headLength = 16 << 10

    /// `roots` are absolute paths; missing ones are waited for. Saved searches are looked for in `searches`, one of
    /// them; nil for nowhere.
    public init(roots: [String], searches: String? = nil, limits: Limits = Limits()) {
        self.searches = searches.map { LocalPath($0).absolute(in: LocalPath("/")) }
        self.roots = roots.map { LocalPath($0).absolute(in: LocalPath("/")) }
        self.limits = limits
    }

    /// Looks at what has changed, and returns all playlists that there are now.
    ///
    /// `watch` begins to watch a folder, or continues to watch it. It returns the kernel's number for the watch, or a
    /// negative number and sets errno. `unwatch` is called for the watches that are no longer needed.
    public mutating func find(
        _ changes: Changes, watch: (UnsafePointer<CChar>) -> Int32, unwatch: (Int32) -> Void
    ) -> Finding {
        let oldWatches = watches
        let known = folders
        var finding = Finding()
        var visited: Set<FileIdentity> = []
        folders = [:]
        ancestorWatches = []
        for root in roots { waitForMissing(root, watch) }
        var line = roots
        var next = 0
        while next < line.count {
            guard folders.count < limits.folders else {
                finding.problems.append(
                    "Only \(limits.folders) folders are searched for playlists, from \(line[next]) on none.")
                break
            }
            let path = line[next]
            next += 1
            guard folders[path] == nil,
                let folder = unchanged(known[path], changes) ?? read(path, known[path], watch, &finding.problems),
                visited.insert(folder.identity).inserted
            else { continue }
            folders[path] = folder
            line += folder.subfolders
            finding.playlists += folder.playlists
        }
        for old in oldWatches.subtracting(watches) { unwatch(old) }
        if finding.playlists.count > limits.playlists {
            finding.problems.append(
                "Only \(limits.playlists) of \(finding.playlists.count) playlists are shown.")
            finding.playlists.removeLast(finding.playlists.count - limits.playlists)
        }
        finding.playlists = Self.sorted(finding.playlists)
        return finding
    }

    /// Whether a file of this name counts as a playlist.
    public static func isPlaylist(name: [UInt8]) -> Bool {
        let path = LocalPath(bytes: name)
        return name.first != UInt8(ascii: ".") && (AudioFileName.isPlaylist(path) || isSavedSearch(path))
    }

    /// True for a name of a saved search, which counts as a playlist in one folder alone.
    public static func isSavedSearch(_ path: LocalPath) -> Bool { path.fileExtension == "search" }

    private static func sorted(_ playlists: [FoundPlaylist]) -> [FoundPlaylist] {
        let named = playlists.map { playlist in (name: NaturalOrder(Array(playlist.name.utf8)), playlist: playlist) }
        let sorted = named.sorted { left, right in
            left.name == right.name ? left.playlist.uri < right.playlist.uri : left.name < right.name
        }
        return sorted.map(\.playlist)
    }

    private var watches: Set<Int32> { ancestorWatches.union(folders.values.compactMap(\.watch)) }

    private func unchanged(_ folder: Folder?, _ changes: Changes) -> Folder? {
        guard let folder, let watch = folder.watch, !changes.isEverything, !changes.watches.contains(watch) else {
            return nil
        }
        return folder
    }

    /// Watches the nearest existing folder above a root that is missing.
    private mutating func waitForMissing(_ root: LocalPath, _ watch: (UnsafePointer<CChar>) -> Int32) {
        var missing = root
        while missing.bytes != [UInt8(ascii: "/")], !Self.isFolder(missing) {
            let number = missing.parent.withCString(watch)
            guard number >= 0 else {
                missing = missing.parent
                continue
            }
            ancestorWatches.insert(number)
            // A folder that appeared while the watch was being made would never be announced.
            guard Self.isFolder(missing) else { return }
            missing = root
        }
    }

    private static func isFolder(_ path: LocalPath) -> Bool {
        (try? LocalFile.status(of: path))?.isDirectory == true
    }

    // MARK: - Reading

    /// The folder as it is now; nil when it is not a folder, or can't be read.
    private func read(
        _ path: LocalPath, _ old: Folder?, _ watch: (UnsafePointer<CChar>) -> Int32, _ problems: inout [String]
    ) -> Folder? {
        // Watched before it is read, so that no change is missed in between.
        let number = path.withCString(watch)
        let code = errno
        do {
            let status = try LocalFile.status(of: path)
            let items = try Directory.items(of: path, limit: limits.names)
            if number < 0 {
                problems.append(
                    "\(path) can't be watched: \(String(cString: strerror(code))). "
                        + "Playlists that come there are not seen at once."
                )
            }
            if items.count == limits.names {
                problems.append("\(path) has too many files: only \(limits.names) of them are looked at.")
            }
            var folder = Folder(
                identity: FileIdentity(device: status.device, inode: status.inode), watch: number < 0 ? nil : number)
            for item in items where item.name.first != UInt8(ascii: ".") {
                add(item, at: path.appending(item.name), to: &folder, old)
            }
            return folder
        } catch {
            if error.code != ENOENT && error.code != ENOTDIR {
                problems.append("\(path) can't be searched for playlists: \(error.reason).")
            }
            return nil
        }
    }

    private func add(_ item: Directory.Item, at path: LocalPath, to folder: inout Folder, _ old: Folder?) {
        switch item.kind {
        case .directory: folder.subfolders.append(path)
        case .special: break
        case .unknown where Self.isFolder(path): folder.subfolders.append(path)
        case .regular, .unknown:
            let kind = Playlist.Kind(rawValue: path.fileExtension)
            guard kind != nil || (Self.isSavedSearch(path) && path.parent == searches),
                let status = try? LocalFile.status(of: path), status.isRegular
            else { return }
            let stamp = FoundPlaylist.Stamp(
                inode: status.inode, size: status.size, modified: WallTime(nanoseconds: status.modified))
            let uri = FileURI.uri(path)
            let known = old?.playlists.first { $0.uri == uri && $0.stamp == stamp }
            folder.playlists.append(known ?? Self.playlist(at: path, kind, status, stamp))
        }
    }

    private static func playlist(
        at path: LocalPath, _ kind: Playlist.Kind?, _ status: LocalFile.Status, _ stamp: FoundPlaylist.Stamp
    ) -> FoundPlaylist {
        let fileName = path.displayStem
        guard let kind else {
            return FoundPlaylist(
                uri: FileURI.uri(path), stamp: stamp, created: LocalFile.created(path, status), name: fileName)
        }
        let head = Playlist(LocalFile.read(path, limit: headLength) ?? [], kind: kind)
        return FoundPlaylist(
            uri: FileURI.uri(path), stamp: stamp, created: LocalFile.created(path, status),
            name: head.title ?? fileName,
            iconURI: head.image.flatMap { icon($0, besides: path) })
    }

    /// The URI of the picture that is meant, if it is on the network or an existing file.
    private static func icon(_ reference: [UInt8], besides playlist: LocalPath) -> String? {
        let text = String(decoding: reference, as: UTF8.self)
        switch FileURI.scheme(of: text) {
        case "http", "https": return text
        case "file": return FileURI.path(of: text).flatMap(existing)
        case nil:
            return FileURI.decoded(reference).flatMap {
                existing(LocalPath(bytes: $0).absolute(in: playlist.parent))
            }
        default: return nil
        }
    }

    private static func existing(_ picture: LocalPath) -> String? {
        (try? LocalFile.status(of: picture))?.isRegular == true ? FileURI.uri(picture) : nil
    }
}
