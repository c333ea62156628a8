import ArgumentParser
import SDBus
import SegueClient
import SegueFiles
import SegueKit

struct SearchVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Find tracks in the music folders.",
        discussion: """
            All words must be found, in any field; the last one may be the beginning of a word. Case, accents and \
            punctuation are ignored. These forms are special:
              title:, artist:, album:, genre:, composer:, folder:  search one field
              year:1990..1999, length:>20m, added:<7d, rating:>=4  compare
              played:0, plays:>9, played:>30d                      compare plays
              -word                                                excludes a word
              "several words"                                      follow one another

            A player keeps the index of the music folders up to date; without a player, the first search reads the \
            folders. If the output is not a terminal, prints one path per line, for `segue add -`, and for a part of a \
            file its URI. The exit status is 1 if nothing is found, and 2 if the query has a mistake.
            """)

    // A word after a minus sign would otherwise be an option.
    @Argument(parsing: .allUnrecognized, help: "The words to find.", completion: Completions.artists)
    var words: [String] = []

    @Flag(help: "Print one JSON array.")
    var json = false

    @Flag(help: "Show the albums of the tracks.")
    var albums = false

    @Flag(help: "Show the artists of the tracks.")
    var artists = false

    @Flag(help: "Show the number of tracks.")
    var count = false

    @Option(help: ArgumentHelp("Save the search as a playlist that fills itself.", valueName: "name"))
    var save: String?

    @Option(help: ArgumentHelp("Show at most this many results.", valueName: "number"))
    var limit = 1000

    /// The words before the separator `--`, and those after it, which are no options.
    private var parts: [ArraySlice<String>] {
        words.split(separator: "--", maxSplits: 1, omittingEmptySubsequences: false)
    }

    private var terms: [String] { Array(parts.joined()) }

    func validate() throws {
        if let option = parts[0].first(where: { $0.hasPrefix("--") }) {
            throw ValidationError("Unknown option '\(option)'")
        }
        guard !terms.isEmpty || save == nil && (albums || artists || count) else {
            throw ValidationError("Missing expected argument '<words> ...'")
        }
        guard [albums, artists, count].count(where: \.self) <= 1 else {
            throw ValidationError(
                "--albums, --artists and --count exclude one another.")
        }
        guard (1...LibrarySearch.limit).contains(limit) else {
            throw ValidationError("--limit takes a number from 1 to \(LibrarySearch.limit).")
        }
    }

    func run() throws {
        let query = try LibraryQuery(typed: terms)
        if let save {
            let client = try PlayerClient()
            try DaemonLauncher.ensureRunning(client)
            let text = LibraryQuery.text(typed: terms)
            try client.call("SaveSearch", on: .savedPlaylists, [.string(save), .string(text)])
            return
        }
        let library = try LibraryAccess.opened()
        let isFound = try LibraryAccess.reading { try answer(query, library) }
        guard isFound else { throw ExitCode(1) }
    }

    /// Prints the results. Returns false if there are none.
    private func answer(_ query: LibraryQuery, _ library: LibrarySearch) throws -> Bool {
        let now = LibraryAccess.now
        if count {
            let count = try library.count(query, now: now)
            Terminal.standardOutput.writeLine("\(count)")
            return count > 0
        }
        if albums {
            return show(try library.albums(query, now: now, limit: limit)) { album in
                [
                    ("id", .integer(album.id)), ("album", .string(album.title)),
                    ("artists", .array(album.artists.map { .string($0) })),
                    ("year", .optional(album.year.map { Double($0) })), ("tracks", .integer(Int64(album.count))),
                ]
            } line: { album in
                let people = album.artists.isEmpty ? "" : "\(album.artists.joined(separator: ", ")) – "
                return people + album.title + (album.year.map { " (\($0))" } ?? "") + "  \(album.count)"
            }
        }
        if artists {
            return show(try library.artists(query, now: now, limit: limit)) { artist in
                [("artist", .string(artist.name)), ("tracks", .integer(Int64(artist.count)))]
            } line: {
                "\($0.name)  \($0.count)"
            }
        }
        let isTerminal = Terminal.standardOutput.isTerminal
        return show(try library.tracks(query, now: now, limit: limit), \.json) { track in
            isTerminal ? track.line : track.path.line(of: track.excerpt)
        }
    }

    private func show<Item>(
        _ items: [Item], _ object: (Item) -> [(String, JSONValue)], line: (Item) -> String
    ) -> Bool {
        if json {
            let objects = items.map { JSONValue.object(object($0)).text }
            Terminal.standardOutput.writeLine("[" + objects.joined(separator: ",\n") + "]")
        } else {
            for item in items { Terminal.standardOutput.writeLine(printable(line(item))) }
        }
        if !json, items.isEmpty { Terminal.standardError.writeLine("Nothing was found.") }
        return !items.isEmpty
    }
}

extension LibraryQuery {
    /// Parses a query that a person has typed. Throws a `ValidationError` that shows the position of the error.
    init(typed text: String) throws {
        do {
            try self.init(text)
        } catch {
            throw ValidationError(error.sentence(about: text))
        }
    }

    /// Parses a query in words of the command line. A word with spaces was quoted for the shell, and is one phrase:
    /// `artist:the beatles` is `artist:"the beatles"`. With a quotation mark, another field or an excluded word in it,
    /// it is a query: `genre:pop year:1999`.
    init(typed words: [String]) throws { try self.init(typed: Self.text(typed: words)) }

    fileprivate static func text(typed words: [String]) -> String {
        let parts = words.map { word in
            guard word.contains(where: \.isWhitespace), !word.contains("\"") else { return word }
            let isQuery = word.split(whereSeparator: \.isWhitespace).dropFirst().contains { part in
                part.hasPrefix("-") && part.count > 1 || hasField(part)
            }
            guard !isQuery else { return word }
            guard let colon = word.firstIndex(of: ":"), hasField(word[...]) else { return "\"\(word)\"" }
            return "\(word[...colon])\"\(word[word.index(after: colon)...])\""
        }
        return parts.joined(separator: " ")
    }

    /// Returns true for a word such as `artist:Bach` or `year:1999`.
    private static func hasField(_ word: Substring) -> Bool {
        guard let colon = word.firstIndex(of: ":") else { return false }
        let name = word[..<colon].lowercased()
        return Field(rawValue: name) != nil || Figure(rawValue: name) != nil
    }
}

extension LibraryTrack {
    /// `Artist – Title  3:45  Album`.
    fileprivate var line: String {
        let people = tags.artists.isEmpty ? "" : "\(tags.artists.joined(separator: ", ")) – "
        let length = tags.length.map { "  \(MediaTime(nanoseconds: $0 * 1_000_000))" } ?? ""
        return people + displayTitle + length + (tags.album.map { "  \($0)" } ?? "")
    }

    fileprivate var json: [(String, JSONValue)] {
        func list(_ values: [String]) -> JSONValue { .array(values.map { .string($0) }) }
        return [
            ("title", .string(displayTitle)), ("artists", list(tags.artists)), ("album", .optional(tags.album)),
            ("albumArtists", list(tags.albumArtists)), ("genres", list(tags.genres)),
            ("composers", list(tags.composers)),
            ("year", .optional(tags.year.map { Double($0) })), ("track", .optional(tags.track.map { Double($0) })),
            ("disc", .optional(tags.disc.map { Double($0) })),
            ("length", .optional(tags.length.map { Double($0) / 1000 })), ("codec", .string(tags.codec)),
            ("url", .string(uri)),
        ]
    }
}
