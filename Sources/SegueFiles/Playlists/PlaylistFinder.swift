import Glibc
import SegueCore

/// Finds the playlists in and below some folders, repeatedly. Only folders with changes are read again.
///
/// Skips hidden files and folders, follows symbolic links, and reads no folder twice. Blocks on the disk: not for the
/// loop's thread.
public struct PlaylistFinder: Sendable {
    /// The folders that may have changed since the last search.
    public struct Changes: Sendable, Hashable {
        /// The watches of these folders.
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
        /// The playlists, sorted by name in natural order, then by URI.
        public var playlists: [FoundPlaylist] = []
        /// Sentences for the user: folders that can't be read or watched, and limits that were reached.
        public var problems: [String] = []
    }

    /// Limits of a search. Folders nearest to the top are read first.
    public struct Limits: Sendable {
        public var folders = 4096
        /// The number of names in one folder.
        public var names = 100_000
        public var playlists = 5000

        public init() {}
    }

    private struct Folder {
        var identity: FileIdentity
        /// The watch of the folder. Nil if the kernel grants none: such a folder is read every time.
        var watch: Int32?
        var subfolders: [LocalPath] = []
        var playlists: [FoundPlaylist] = []
    }

    /// The folders, as absolute paths. A missing one is searched as soon as it exists.
    public var roots: [LocalPath]
    private let own: LocalPath?
    private let limits: Limits
    private var folders: [LocalPath: Folder] = [:]
    /// The watches of existing folders above a missing root.
    private var ancestorWatches: Set<Int32> = []
    /// The number of bytes of a file that are read for the title of the playlist, which is near the beginning.
    private static let headLength = 16 << 10

    /// Creates a finder. `own` is the root with the player's own playlists, if there is one. Saved searches are found
    /// only there. Its lists are named like their files, which may have been renamed or copied.
    public init(roots: [LocalPath] = [], own: LocalPath? = nil, limits: Limits = Limits()) {
        self.own = own
        self.roots = roots
        self.limits = limits
    }

    /// Reads the folders with changes, and returns all playlists that exist now.
    ///
    /// The function `watch` begins to watch a folder, or continues to watch it. The result is the kernel's number for
    /// the watch or, on failure, a negative number with the reason in errno. The function `unwatch` is called for the
    /// watches that are no longer needed.
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
                    "Only \(limits.folders) folders are searched for playlists. The search ended before \(line[next]).")
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

    /// Returns true if a file of this name counts as a playlist.
    public static func isPlaylist(name: [UInt8]) -> Bool {
        let path = LocalPath(bytes: name)
        return name.first != UInt8(ascii: ".") && (AudioFileName.isPlaylist(path) || isSavedSearch(path))
    }

    /// Returns true for the name of a saved search, which counts as a playlist only in one folder.
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

    /// Watches the nearest existing folder above a missing root.
    private mutating func waitForMissing(_ root: LocalPath, _ watch: (UnsafePointer<CChar>) -> Int32) {
        var missing = root
        while missing.bytes != [UInt8(ascii: "/")], !Self.isFolder(missing) {
            let number = missing.parent.withCString(watch)
            guard number >= 0 else {
                missing = missing.parent
                continue
            }
            ancestorWatches.insert(number)
            // A folder that appeared while the watch was being made would never be reported.
            guard Self.isFolder(missing) else { return }
            missing = root
        }
    }

    private static func isFolder(_ path: LocalPath) -> Bool {
        (try? LocalFile.status(of: path))?.isDirectory == true
    }

    // MARK: - Reading

    /// Returns the current state of the folder; nil if it is not a folder, or can't be read.
    private func read(
        _ path: LocalPath, _ old: Folder?, _ watch: (UnsafePointer<CChar>) -> Int32, _ problems: inout [String]
    ) -> Folder? {
        // The watch comes before the reading, so that no change in between is missed.
        let number = path.withCString(watch)
        let code = errno
        do {
            let status = try LocalFile.status(of: path)
            let items = try Directory.items(of: path, limit: limits.names)
            if number < 0 {
                problems.append(
                    "\(path) can't be watched: \(String(cString: strerror(code))). "
                        + "New playlists there are not noticed immediately."
                )
            }
            if items.count == limits.names {
                problems.append("\(path) has too many files: only \(limits.names) of them are read.")
            }
            var folder = Folder(identity: FileIdentity(status), watch: number < 0 ? nil : number)
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
            guard kind != nil || (Self.isSavedSearch(path) && path.parent == own),
                let status = try? LocalFile.status(of: path), status.isRegular
            else { return }
            let stamp = FoundPlaylist.Stamp(
                inode: status.inode, size: status.size, modified: WallTime(nanoseconds: status.modified))
            let uri = FileURI.uri(path)
            let known = old?.playlists.first { $0.uri == uri && $0.stamp == stamp }
            folder.playlists.append(known ?? playlist(at: path, kind, status, stamp))
        }
    }

    private func playlist(
        at path: LocalPath, _ kind: Playlist.Kind?, _ status: LocalFile.Status, _ stamp: FoundPlaylist.Stamp
    ) -> FoundPlaylist {
        let fileName = path.displayStem
        guard let kind else {
            return FoundPlaylist(
                uri: FileURI.uri(path), stamp: stamp, created: LocalFile.created(path, status), name: fileName)
        }
        let head = Playlist(LocalFile.read(path, limit: Self.headLength) ?? [], kind: kind)
        let isNamedLikeFile = kind == .xspf && path.parent == own
        return FoundPlaylist(
            uri: FileURI.uri(path), stamp: stamp, created: LocalFile.created(path, status),
            name: isNamedLikeFile ? fileName : head.title ?? fileName,
            iconURI: head.image.flatMap { Self.icon($0, besides: path) })
    }

    /// Returns the URI of the picture, if it is on the network or an existing file.
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
