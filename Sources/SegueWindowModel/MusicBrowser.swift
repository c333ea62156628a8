public import SDBus
import SegueClient
import SegueCore

/// A person's path through the music library, and the rows being shown. Rows arrive in pages. An answer that arrives
/// after the person has navigated elsewhere is ignored.
public struct MusicBrowser: Sendable {
    /// A page of the library: one or more lists, shown as one.
    public struct Level: Sendable, Hashable {
        public var title: String
        /// The query that finds all music of the level; nil for a list of names.
        public var query: String?
        fileprivate var parts: [Part]
        /// The artists of an album; nil for any other level. The number in an album's query is another one once the
        /// library has been read anew, or a folder renamed.
        fileprivate var artists: [String]?

        /// False for a list of everything.
        public var isSearch: Bool { query?.isEmpty == false }

        fileprivate func isSameAlbum(as other: Level) -> Bool {
            artists != nil && (title, artists) == (other.title, other.artists)
        }
    }

    /// A row of a list.
    public struct Row: Sendable, Hashable {
        public enum Target: Sendable, Hashable {
            case level(Level)
            /// A track, by its URI.
            case track(String)
        }

        public var title: String
        /// The number of a track on the page of its album, with the disc from the second one on; empty elsewhere.
        public var number = ""
        /// The artists, a year, or a number of tracks.
        public var subtitle = ""
        /// The length of a track.
        public var detail = ""
        /// The name of a symbol, shown until a cover is known, or if there is none.
        public var icon: String
        /// The URI of a picture.
        public var cover: String?
        /// The URI of a file that may contain the picture, if `cover` is nil.
        public var audio: String?
        /// The URI of a file or folder of the row; nil for an artist, a genre or a list.
        public var file: String?
        /// The name from which a cover is drawn if there is no picture; nil for a row without a cover.
        public var coverName: String?
        public var target: Target

        fileprivate var uri: String? { if case .track(let uri) = target { uri } else { nil } }
    }

    /// A request for a page, to be answered with `take(_:to:)`.
    public struct Request: Sendable, Hashable {
        /// The method of Library1.
        public var member: String
        /// The query, or the URI of a folder.
        public var argument: String
        public var offset: Int
        public var limit: Int
        /// The part of the level; nil to find the level's album again.
        fileprivate var part: Int?
        fileprivate var generation: Int
    }

    fileprivate struct Part: Sendable, Hashable {
        var member: String
        var argument: String
        /// The largest number of rows; nil for no limit.
        var most: Int?
    }

    /// The largest number of rows in a page.
    private static let page = 500

    /// The path to the current level, the first level first. The last one is shown.
    public private(set) var levels: [Level] = []
    public private(set) var rows: [Row] = []
    /// False until the first rows arrive.
    public private(set) var isKnown = true
    /// The player's sentence if it rejected the query.
    public private(set) var problem: String?
    /// The rows that will replace the rows being shown.
    private var fresh: [Row]?
    private let words: Words
    private var generation = 0

    /// The words in the window's language.
    public struct Words: Sendable {
        public var recent: String
        public var albums: String
        public var artists: String
        public var genres: String
        public var folders: String
        public var count: @Sendable (Int) -> String

        /// Creates the names of the lists, and the text for a number of tracks.
        public init(
            recent: String, albums: String, artists: String, genres: String, folders: String,
            count: @escaping @Sendable (Int) -> String
        ) {
            self.recent = recent
            self.albums = albums
            self.artists = artists
            self.genres = genres
            self.folders = folders
            self.count = count
        }
    }

    /// Creates a browser at the first level.
    public init(_ words: Words) {
        self.words = words
        goHome()
    }

    // MARK: - Navigation

    /// The level being shown; nil for the first one.
    public var level: Level? { levels.last }

    /// The text of the search whose results are being shown; nil on any other level.
    public var searchText: String? { level.flatMap { $0.query == $0.title ? $0.title : nil } }

    /// Returns the URIs of the tracks to play when this row is played and nothing is queued.
    ///
    /// These are the track and those below its place, if the list has nothing but tracks. The track is alone if there
    /// are albums or artists beside it, or if another row is at the place. Files that are missing are left out. Returns
    /// nothing for a row that is no track.
    public static func tracks(from row: Row, at place: Int, in rows: [Row]) -> [String] {
        guard let uri = row.uri else { return [] }
        guard rows.indices.contains(place), rows[place] == row, rows.allSatisfy({ $0.uri != nil }) else { return [uri] }
        return rows[place...].compactMap(\.uri).filter { !$0.isEmpty }
    }

    /// Navigates to the first level.
    public mutating func goHome() {
        generation += 1
        levels = []
        problem = nil
        isKnown = true
        func row(_ title: String, _ icon: String, _ query: String?, _ part: Part) -> Row {
            Row(title: title, icon: icon, target: .level(Level(title: title, query: query, parts: [part])))
        }
        let recent = "added:<30d"
        rows = [
            row(words.recent, "document-open-recent-symbolic", recent, Part(member: "Albums", argument: recent)),
            row(words.albums, "media-optical-cd-audio-symbolic", "", Part(member: "Albums", argument: "")),
            row(words.artists, "avatar-default-symbolic", nil, Part(member: "Artists", argument: "")),
            row(words.genres, "applications-multimedia-symbolic", nil, Part(member: "Genres", argument: "")),
            row(words.folders, "folder-symbolic", nil, Part(member: "Folders", argument: "")),
        ]
    }

    /// Navigates to a level. Returns the request for its first rows.
    public mutating func open(_ level: Level) -> Request? {
        levels.append(level)
        return read()
    }

    /// Navigates to the previous level. Returns the request for its first rows; nil at the first level.
    public mutating func goBack() -> Request? {
        _ = levels.popLast()
        return levels.isEmpty ? home() : read()
    }

    /// Shows the results of a search, replacing any other search. An empty text leads to the first level.
    public mutating func search(_ text: String) -> Request? {
        guard text.contains(where: { !$0.isWhitespace }) else { return home() }
        let isPlain = !text.contains { ":\"“„«-".contains($0) }
        func limited(to field: String) -> String {
            text.split(whereSeparator: \.isWhitespace).map { "\(field):\($0)" }.joined(separator: " ")
        }
        var parts = [Part(member: "Search", argument: text)]
        if isPlain {
            parts.insert(Part(member: "Albums", argument: limited(to: "album"), most: 6), at: 0)
            parts.insert(Part(member: "Artists", argument: limited(to: "artist"), most: 3), at: 0)
        }
        levels = [Level(title: text, query: text, parts: parts)]
        return read()
    }

    /// Reads the current level again because the library has changed. The old rows stay until all new rows have
    /// arrived.
    public mutating func refresh() -> Request? {
        guard let level else { return nil }
        generation += 1
        fresh = []
        guard level.artists != nil, !level.title.isEmpty else { return request(part: 0, offset: 0) }
        return Request(
            member: "Albums", argument: "album:" + Self.quoted(level.title), offset: 0, limit: Self.page, part: nil,
            generation: generation)
    }

    private mutating func home() -> Request? {
        goHome()
        return nil
    }

    private mutating func read() -> Request? {
        generation += 1
        rows = []
        fresh = nil
        problem = nil
        isKnown = false
        return request(part: 0, offset: 0)
    }

    private func request(part: Int, offset: Int) -> Request? {
        guard let parts = level?.parts, parts.indices.contains(part) else { return nil }
        let (member, argument) = (parts[part].member, parts[part].argument)
        let limit = min(parts[part].most.map { $0 - offset } ?? Self.page, Self.page)
        return Request(
            member: member, argument: argument, offset: offset, limit: limit, part: part, generation: generation)
    }

    // MARK: - Answers

    /// Receives an answer. Returns the request for the following rows; nil if the answer is the last one, or is too
    /// late.
    public mutating func take(_ answer: Result<[BusValue], BusError>, to request: Request) -> Request? {
        guard request.generation == generation, let parts = level?.parts else { return nil }
        isKnown = true
        switch answer {
        case .failure(let error):
            fresh = nil
            problem = error.message
            return nil
        case .success(let values):
            let page = values.first?.asArray ?? []
            guard let part = request.part else {
                find(in: page.compactMap(album))
                return self.request(part: 0, offset: 0)
            }
            let more = page.compactMap { row(of: $0, in: request.member) }
            if fresh == nil { rows += more } else { fresh? += more }
            let isFull = page.count == request.limit && parts[part].most == nil
            let next =
                isFull
                ? self.request(part: part, offset: request.offset + page.count)
                : self.request(part: part + 1, offset: 0)
            if next == nil, let fresh {
                rows = fresh
                self.fresh = nil
                problem = nil
            }
            return next
        }
    }

    /// Replaces the current level, an album, with the first level of the same album among the rows. Does nothing if the
    /// rows contain the current level itself, or no level of the album.
    private mutating func find(in albums: [Row]) {
        guard let level else { return }
        let same = albums.compactMap { row in
            if case .level(let found) = row.target, found.isSameAlbum(as: level) { found } else { nil }
        }
        if let first = same.first, !same.contains(level) { levels[levels.count - 1] = first }
    }

    private func row(of value: BusValue, in member: String) -> Row? {
        switch member {
        case "Search": return track(value)
        case "Albums": return album(value)
        default: return name(value, in: member)
        }
    }

    private func track(_ value: BusValue) -> Row? {
        guard let metadata = value.asProperties, let uri = metadata["xesam:url"]?.asString else { return nil }
        let artists = (metadata["xesam:artist"]?.asStrings ?? []).joined(separator: ", ")
        let isOnAlbum = level?.artists != nil
        let album = isOnAlbum ? "" : metadata["xesam:album"]?.asString ?? ""
        let parts = [artists, album].filter { !$0.isEmpty }
        return Row(
            title: metadata["xesam:title"]?.asString ?? uri, number: isOnAlbum ? number(in: metadata) : "",
            subtitle: parts.map(\.keptApart).joined(separator: " – "),
            detail: metadata["mpris:length"]?.asTime.map { ClockText.text($0) } ?? "",
            icon: "audio-x-generic-symbolic", cover: metadata["mpris:artUrl"]?.asString, audio: uri, file: uri,
            coverName: metadata["xesam:album"]?.asString ?? metadata["xesam:title"]?.asString ?? uri,
            target: .track(uri))
    }

    /// Returns `3`, or `2-3` for the third track of the second disc; empty without a number.
    private func number(in metadata: [String: BusValue]) -> String {
        guard let track = metadata["xesam:trackNumber"]?.asCount else { return "" }
        let disc = metadata["xesam:discNumber"]?.asCount ?? 1
        return disc > 1 ? "\(disc)-\(track)" : "\(track)"
    }

    /// Returns the rows of a reply of `Library1.Albums`.
    public func albums(in reply: [BusValue]) -> [Row] { (reply.first?.asArray ?? []).compactMap(album) }

    private func album(_ value: BusValue) -> Row? {
        guard let fields = value.asStructure, fields.count == 7, let number = fields[0].asCount,
            let title = fields[1].asString
        else { return nil }
        let query = "albumid:\(number)"
        let artists = fields[2].asStrings ?? []
        let year = fields[3].asCount ?? 0
        let parts = [
            artists.joined(separator: ", "), year > 0 ? "\(year)" : "",
            words.count(fields[4].asCount ?? 0),
        ]
        let cover = fields[6].asString ?? ""
        return Row(
            title: title, subtitle: parts.filter { !$0.isEmpty }.map(\.keptApart).joined(separator: " – "),
            icon: "media-optical-cd-audio-symbolic", cover: cover.isEmpty ? nil : cover,
            audio: cover.isEmpty ? fields[5].asString : nil, file: fields[5].asString, coverName: title,
            target: .level(
                Level(
                    title: title, query: query, parts: [Part(member: "Search", argument: query)], artists: artists)))
    }

    private func name(_ value: BusValue, in member: String) -> Row? {
        guard let fields = value.asStructure, fields.count == 3, let name = fields[0].asString else { return nil }
        let count = words.count(fields[1].asCount ?? 0)
        let uri = fields[2].asString ?? ""
        if member == "Folders" {
            let query = "folder:" + Self.quoted(ResourceName.path(of: uri) ?? name)
            let parts = [Part(member: "Folders", argument: uri), Part(member: "Search", argument: query)]
            return Row(
                title: name, subtitle: count, icon: "folder-symbolic", file: uri,
                target: .level(Level(title: name, query: query, parts: parts)))
        }
        let isArtist = member == "Artists"
        let query = (isArtist ? "artist:" : "genre:") + Self.quoted(name)
        let parts = [Part(member: "Albums", argument: query), Part(member: "Search", argument: query)]
        return Row(
            title: name, subtitle: count,
            icon: isArtist ? "avatar-default-symbolic" : "applications-multimedia-symbolic",
            target: .level(Level(title: name, query: query, parts: parts)))
    }

    /// Returns a name between quotation marks that do not occur in the name.
    static func quoted(_ name: String) -> String {
        for (open, close) in [("\"", "\""), ("“", "”"), ("«", "»")] where !name.contains(close) {
            return open + name + close
        }
        return "\"" + name.filter { $0 != "\"" } + "\""
    }
}
