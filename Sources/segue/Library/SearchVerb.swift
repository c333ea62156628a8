import ArgumentParser
import SDBus
import SegueClient
import SegueFiles
import SegueKit

struct SearchVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Find tracks in the music folders.",
        discussion: """
            All words must be found, in any field; the last one may be the beginning of a word. \
            title:, artist:, album:, genre:, composer: and folder: look in one field, year:1990..1999, \
            length:>20m, added:<7d, rating:>=4, played:0 and played:>30d compare, -word leaves out, and \
            "several words" stand one after the other. Case, accents and punctuation don't matter. A player keeps up \
            with the music folders; without one, the first search reads them.

            Prints a path on each line where the output is no terminal: for `segue add -`. The exit status is 1 when \
            nothing is found.
            """)

    @Argument(help: "Words to look for.", completion: Completions.artists)
    var words: [String]

    @Flag(help: "One JSON array.")
    var json = false

    @Flag(help: "The albums of the tracks.")
    var albums = false

    @Flag(help: "The artists of the tracks.")
    var artists = false

    @Flag(help: "How many tracks there are.")
    var count = false

    @Option(help: ArgumentHelp("Save the search as a playlist that fills itself.", valueName: "name"))
    var save: String?

    @Option(help: ArgumentHelp("Show at most this many.", valueName: "number"))
    var limit = 1000

    func validate() throws {
        guard [albums, artists, count].count(where: \.self) <= 1 else {
            throw ValidationError(
                "--albums, --artists and --count are different answers: one of them can be asked for.")
        }
        guard (1...LibrarySearch.limit).contains(limit) else {
            throw ValidationError("--limit takes a number from 1 to \(LibrarySearch.limit).")
        }
    }

    func run() throws {
        let query = try LibraryQuery(typed: words)
        if let save {
            let client = try PlayerClient()
            try DaemonLauncher.ensureRunning(client)
            let text = LibraryQuery.text(typed: words)
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
            isTerminal ? track.line : track.path.description
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
    /// Parses a query that a person has typed. Throws a failure that shows the position of the error.
    init(typed text: String) throws {
        do {
            try self.init(text)
        } catch {
            let before = text.prefix(error.place.lowerBound)
            throw CommandFailure("\(text): \(error) It is what stands behind “\(before)”.")
        }
    }

    /// Parses a query in words of the command line. A word with spaces was quoted for the shell, and is one phrase:
    /// `artist:the beatles` is `artist:"the beatles"`.
    init(typed words: [String]) throws { try self.init(typed: Self.text(typed: words)) }

    fileprivate static func text(typed words: [String]) -> String {
        let parts = words.map { word in
            guard word.contains(where: \.isWhitespace), !word.contains("\"") else { return word }
            guard let colon = word.firstIndex(of: ":"), Field(rawValue: word[..<colon].lowercased()) != nil else {
                return "\"\(word)\""
            }
            return "\(word[...colon])\"\(word[word.index(after: colon)...])\""
        }
        return parts.joined(separator: " ")
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
