import EventLoop
import Glibc
import SegueCore

/// One run of `MediaScan.expand`.
struct MediaExpansion {
    private(set) var entries: [NewEntry] = []
    private(set) var problems: [AudioPlayerError] = []
    private let directory: LocalPath
    private let progress: ((ScanProgress) -> Void)?
    private let onItem: (String) -> Void
    private let present: (LocalPath) -> LocalPath?
    /// The argument being expanded, as the caller wrote it.
    private var location = ""
    private var examined = 0

    /// The playlists being read, each inside the one before it.
    private var openPlaylists: [FileIdentity] = []
    /// The folder of the last excerpt without a title, with its sheets.
    private var lastSheets: (folder: LocalPath, sheets: FolderSheets)?
    /// The number of entries of playlists inside the playlist that is the argument.
    private var nestedCount = 0

    /// The greatest depth of playlists inside each other. A greater depth counts as a loop.
    private static let playlistDepth = 4
    /// The greatest number of entries that playlists inside a playlist have together. Four files of a thousand lines
    /// could name a billion files.
    private static let mostNested = 100_000
    private static let progressStep = 256
    /// The number of characters of a name in a sentence. A playlist may have one line of megabytes.
    private static let longestName = 256
    /// The number of files in a folder above which they do not count as one album.
    private static let longestAlbum = 300
    /// The time for reading the tags of albums in one run, in nanoseconds. On a slow disk, the rest of a large
    /// collection is sorted by name.
    private static let tagTime: Int64 = 2_000_000_000
    private var tagTimeUsed: Int64 = 0

    init(
        directory: LocalPath, progress: ((ScanProgress) -> Void)?, onItem: @escaping (String) -> Void,
        present: @escaping (LocalPath) -> LocalPath?
    ) {
        self.directory = directory
        self.progress = progress
        self.onItem = onItem
        self.present = present
    }

    /// Expands one argument. `share` is the part of the whole run that the argument counts for.
    mutating func add(_ argument: String, knowing details: TrackMetadata? = nil, share: Share = Share()) {
        location = argument
        nestedCount = 0
        onItem(location)
        guard !argument.isEmpty else {
            problems.append(.fileLoadFailed(path: "''", reason: "the name is empty"))
            return
        }
        let path = Self.rawArgument(argument).absolute(in: directory)
        // An existing file comes first: `http:` is a valid file name.
        if (try? LocalFile.status(of: path)) == nil, let scheme = FileURI.addressScheme(of: argument) {
            addAddress(argument, scheme, details?.lines ?? TrackMetadata(), share)
        } else {
            add(path.simplified, depth: 0, share)
        }
    }

    // MARK: - Addresses

    private mutating func addAddress(
        _ address: String, _ scheme: String, _ details: TrackMetadata, _ share: Share
    ) {
        switch Self.resolve(address, scheme) {
        case .local(let path, let excerpt): add(path, excerpt, details, depth: 0, share)
        case .remote(let uri): append(NewEntry(uri: uri, metadata: details))
        case .unusable(let reason): problems.append(.unsupportedFormat(path: address, reason: reason))
        }
    }

    private enum Address {
        case local(LocalPath, Excerpt?)
        case remote(String)
        case unusable(String)
    }

    private static func resolve(_ address: String, _ scheme: String) -> Address {
        switch scheme {
        case "file":
            guard let path = FileURI.path(of: address) else {
                return .unusable("it is not a file URI of this computer")
            }
            return .local(path, Excerpt(uri: address))
        case "http", "https":
            let host = address.utf8.dropFirst(scheme.utf8.count + 3).prefix { !"/?#".utf8.contains($0) }
            guard !host.isEmpty else { return .unusable("the address names no host") }
            // The characters that are allowed in an address stay (RFC 3986 §2.2, and escapes); blanks and the like are
            // escaped.
            return .remote(FileURI.encoded(address.utf8, keeping: "-._~/!$&'()*+,:=@%?#[];".utf8))
        default:
            return .unusable("\(scheme) is not one of file, http and https")
        }
    }

    // MARK: - Files

    /// Adds the excerpt of the file at this path, with these details.
    private mutating func add(
        _ path: LocalPath, _ excerpt: Excerpt?, _ details: TrackMetadata, depth: Int, _ share: Share
    ) {
        guard let excerpt else { return add(path, details, depth: depth, share) }
        if let problem = LocalFile.problem(with: path) {
            problems.append(problem)
        } else if details.title == nil {
            append(sheets(in: path.parent).entry(of: excerpt, of: path))
        } else {
            append(NewEntry(uri: FileURI.uri(path, excerpt), metadata: details))
        }
    }

    /// Adds the file at this path, with these details, or what the folder or playlist there contains.
    private mutating func add(
        _ path: LocalPath, _ details: TrackMetadata = TrackMetadata(), depth: Int, _ share: Share
    ) {
        if let status = try? LocalFile.status(of: path), status.isDirectory {
            addDirectory(path, share)
        } else if let problem = LocalFile.problem(with: path) {
            problems.append(problem)
        } else if AudioFileName.isPlaylist(path) {
            addPlaylist(path, depth: depth, share)
        } else if AudioFileName.isSheet(path) {
            addSheet(path)
        } else {
            append(NewEntry(uri: FileURI.uri(path), metadata: details))
        }
    }

    private mutating func append(_ entry: NewEntry) {
        entries.append(entry)
    }

    /// Adds a file, or its parts.
    private mutating func append(_ file: LocalPath, _ division: FolderSheets.Division?) {
        guard let division else { return append(NewEntry(uri: FileURI.uri(file))) }
        for track in division.tracks { append(FolderSheets.entry(of: track, in: division.sheet, at: file)) }
    }

    /// Counts one more item, and reports the progress once every few hundred items.
    private mutating func look(at position: Double) {
        examined += 1
        onItem(location)
        if examined.isMultiple(of: Self.progressStep) { tell(position) }
    }

    private func tell(_ part: Double) {
        progress?(ScanProgress(location: location, found: entries.count, part: part))
    }

    private mutating func addDirectory(_ path: LocalPath, _ share: Share) {
        let before = (entries.count, problems.count)
        var visited: Set<FileIdentity> = []
        walk(path, &visited, share)
        if examined >= Self.progressStep { tell(share.end) }
        if before == (entries.count, problems.count) {
            problems.append(.fileLoadFailed(path: path.description, reason: "there is no audio file in this folder"))
        }
    }

    /// Walks the folder. `visited` prevents endless loops through links that lead back up.
    private mutating func walk(_ folder: LocalPath, _ visited: inout Set<FileIdentity>, _ share: Share) {
        let items: [Directory.Item]
        do {
            guard visited.insert(try FileIdentity(of: folder)).inserted else { return }
            items = try Directory.items(of: folder)
        } catch {
            problems.append(
                .fileLoadFailed(path: folder.description, reason: "the folder can't be read: \(error.reason)"))
            return
        }
        let visible = items.filter { $0.name.first != UInt8(ascii: ".") }
        let sorted = visible.map { (NaturalOrder($0.name), $0) }.sorted { $0.0 < $1.0 }
        let found = sorted.map { _, item in
            let path = folder.appending(item.name)
            return (path: path, kind: Self.kind(of: item, at: path))
        }
        let sheets = FolderSheets(among: found.filter { $0.kind == .regular }.map(\.path))
        // The files of an album change places among themselves. The folders between them keep their places.
        var files = inAlbumOrder(
            found.filter { $0.kind == .regular && AudioFileName.isAudio($0.path) }.map(\.path)
        ).makeIterator()
        for (index, item) in found.enumerated() {
            let part = share.part(index, of: found.count)
            look(at: part.start)
            switch item.kind {
            case .directory: walk(item.path, &visited, part)
            case .regular where AudioFileName.isAudio(item.path):
                files.next().map { append($0, sheets[$0]) }
            case .regular, .unknown, .special: break
            }
        }
    }

    /// Returns the files by disc and track if they are from one album and all have numbers; otherwise unchanged, by
    /// name.
    private mutating func inAlbumOrder(_ files: [LocalPath]) -> [LocalPath] {
        guard files.count > 1, files.count <= Self.longestAlbum, tagTimeUsed < Self.tagTime else { return files }
        let start = MonotonicTime.now
        let limit = Self.tagTime - tagTimeUsed
        defer { tagTimeUsed += MonotonicTime.now.nanoseconds(since: start) }
        return AlbumPlace.ordered(files) { MonotonicTime.now.nanoseconds(since: start) < limit } ?? files
    }

    private static func kind(of item: Directory.Item, at path: LocalPath) -> Directory.Kind {
        guard item.kind == .unknown else { return item.kind }
        guard let status = try? LocalFile.status(of: path) else { return .unknown }
        return status.isDirectory ? .directory : status.isRegular ? .regular : .special
    }

    // MARK: - Cue sheets

    /// Returns the sheets of a folder, which are read once for neighbouring excerpts.
    private mutating func sheets(in folder: LocalPath) -> FolderSheets {
        if let known = lastSheets, known.folder == folder { return known.sheets }
        let sheets = FolderSheets(of: folder)
        lastSheets = (folder, sheets)
        return sheets
    }

    /// Adds the tracks of a cue sheet.
    private mutating func addSheet(_ path: LocalPath) {
        guard let sheet = CueSheet(at: path) else {
            problems.append(.unsupportedFormat(path: path.description, reason: "the cue sheet has no tracks"))
            return
        }
        let names = (try? Directory.items(of: path.parent)) ?? []
        let audio = names.map { path.parent.appending($0.name) }.filter(AudioFileName.isAudio)
        var missing: [String] = []
        for track in sheet.tracks {
            look(at: 0)
            let item = Playlist.Item(location: track.file)
            let file =
                item.file(in: path.parent) ?? FolderSheets.file(named: track.file, in: path, among: audio)
                ?? item.missingFile(in: path.parent).flatMap(present)
            // A sheet may name itself.
            if let file, !AudioFileName.isSheet(file) {
                append(FolderSheets.entry(of: track, in: sheet, at: file))
            } else {
                missing.append(String(decoding: track.file, as: UTF8.self))
            }
        }
        reportMissing(missing, of: sheet.tracks.count, in: path)
    }

    // MARK: - Playlists

    private mutating func addPlaylist(_ path: LocalPath, depth: Int, _ share: Share) {
        let identity = try? FileIdentity(of: path)
        guard depth < Self.playlistDepth, !openPlaylists.contains(where: { $0 == identity }) else {
            return report(.fileLoadFailed(path: path.description, reason: "its playlists contain each other"))
        }
        if let identity { openPlaylists.append(identity) }
        defer { if identity != nil { openPlaylists.removeLast() } }
        guard let kind = Playlist.Kind(rawValue: path.fileExtension),
            let content = LocalFile.read(path, limit: Playlist.longest)
        else {
            problems.append(.fileLoadFailed(path: path.description, reason: "the playlist can't be read"))
            return
        }
        let playlist = Playlist(content, kind: kind)
        guard !playlist.isStream else { return append(NewEntry(uri: FileURI.uri(path))) }
        guard !playlist.items.isEmpty else {
            problems.append(.fileLoadFailed(path: path.description, reason: "the playlist has no entries"))
            return
        }
        var unusable: [String] = []
        for (index, item) in playlist.items.enumerated() {
            if depth > 0 { nestedCount += 1 }
            guard nestedCount <= Self.mostNested else {
                return report(
                    .fileLoadFailed(
                        path: location, reason: "its playlists have more than \(Self.mostNested) entries"))
            }
            let part = share.part(index, of: playlist.items.count)
            look(at: part.start)
            if let name = add(item, in: path.parent, depth: depth, part) { unusable.append(name) }
        }
        reportMissing(unusable, of: playlist.items.count, in: path)
    }

    /// Adds one sentence for a playlist or a sheet, not one for each of a thousand songs that have moved.
    private mutating func reportMissing(_ missing: [String], of all: Int, in path: LocalPath) {
        guard let name = missing.first else { return }
        let first = name.utf8.count > Self.longestName ? "\(name.prefix(Self.longestName))…" : name
        let path = path.description
        problems.append(
            missing.count == all
                ? .fileLoadFailed(
                    path: path, reason: "none of its \(all) entries can be found, the first is \(first)")
                : .playlistIncomplete(
                    path: path, reason: "\(missing.count) of its \(all) entries can't be found, the first is \(first)"))
    }

    /// Adds a problem, once if it occurs again and again.
    private mutating func report(_ problem: AudioPlayerError) {
        if problems.last != problem { problems.append(problem) }
    }

    /// Returns the location if it could not be found; nil if the item was added.
    private mutating func add(
        _ item: Playlist.Item, in folder: LocalPath, depth: Int, _ share: Share
    ) -> String? {
        let text = String(decoding: item.location, as: UTF8.self)
        if let scheme = FileURI.addressScheme(of: text) {
            switch Self.resolve(text, scheme) {
            case .remote(let uri):
                append(NewEntry(uri: uri, metadata: item.metadata(in: folder)))
                return nil
            case .local(let path, let excerpt):
                guard let path = found(path) else { return path.description }
                add(path, excerpt, item.metadata(in: folder), depth: depth + 1, share)
                return nil
            case .unusable:
                return text
            }
        }
        guard let path = item.file(in: folder) ?? item.missingFile(in: folder).flatMap(present) else { return text }
        let excerpt = item.isReference ? Excerpt(reference: text) : nil
        add(path, excerpt, item.metadata(in: folder), depth: depth + 1, share)
        return nil
    }

    /// Returns the path at which a file of a playlist is now; nil if it can't be found.
    private func found(_ path: LocalPath) -> LocalPath? {
        (try? LocalFile.status(of: path)) != nil ? path : present(path)
    }

    // MARK: - Paths

    private static func rawArgument(_ argument: String) -> LocalPath {
        guard argument.unicodeScalars.contains("\u{FFFD}") else { return LocalPath(argument) }
        for index in 0..<Int(CommandLine.argc) {
            if let raw = CommandLine.unsafeArgv[index], String(cString: raw) == argument {
                return LocalPath(cString: raw)
            }
        }
        return LocalPath(argument)
    }
}

extension Playlist.Item {
    /// Returns the metadata of the track in a playlist of this folder.
    fileprivate func metadata(in folder: LocalPath) -> TrackMetadata {
        var metadata = TrackMetadata()
        metadata.title = title
        metadata.artists = artist.map { [$0] } ?? []
        metadata.album = album
        metadata.trackNumber = trackNumber
        metadata.duration = duration
        metadata.artURI = image.flatMap { image in
            let text = String(decoding: image, as: UTF8.self)
            switch FileURI.scheme(of: text) {
            case "http", "https": return text
            case "file": return FileURI.path(of: text).map { FileURI.uri($0) }
            case nil: return FileURI.decoded(image).map { FileURI.uri(LocalPath(bytes: $0).absolute(in: folder)) }
            default: return nil
            }
        }
        return metadata
    }
}

extension TrackMetadata {
    /// The metadata with each text cut to one line.
    fileprivate var lines: TrackMetadata {
        var lines = self
        lines.title = title.flatMap { TagText.line($0) }
        lines.album = album.flatMap { TagText.line($0) }
        for list in [\TrackMetadata.artists, \.albumArtists, \.genres] {
            lines[keyPath: list] = self[keyPath: list].prefix(Self.mostValues).compactMap { TagText.line($0) }
        }
        return lines
    }

    /// The largest number of values in a list.
    private static let mostValues = 32
}
