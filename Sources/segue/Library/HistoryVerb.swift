import ArgumentParser
import Glibc
import SegueClient
import SegueCore
import SegueFiles
import SegueKit

struct HistoryVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Show the tracks that were played last.",
        discussion: """
            The most recent track comes first, each track once. If the output is not a terminal, prints one path or \
            address per line, for `segue add -`. The exit status is 1 if nothing was played.
            """)

    @Flag(help: "Print one JSON array.")
    var json = false

    @Option(help: ArgumentHelp("Show at most this many tracks.", valueName: "number"))
    var limit = 20

    func validate() throws {
        guard (1...LibrarySearch.limit).contains(limit) else {
            throw ValidationError("--limit takes a number from 1 to \(LibrarySearch.limit).")
        }
    }

    func run() throws {
        let session = "\(UserFolder.state(ofInstance: PlayerInstance.chosen.name))/session.sqlite"
        let played = PlayedTrack.last(limit, session: session)
        let library = LibrarySearch.user
        if json {
            let objects = played.map { track in
                let known = Self.known(track, in: library)
                return JSONValue.object([
                    ("url", .string(track.uri)), ("plays", .integer(track.plays)), ("time", .integer(track.time)),
                    ("title", .optional(known?.displayTitle)),
                    ("artists", .array((known?.tags.artists ?? []).map { .string($0) })),
                    ("album", .optional(known?.tags.album)),
                ]).text
            }
            Terminal.standardOutput.writeLine("[" + objects.joined(separator: ",\n") + "]")
        } else {
            for track in played { Terminal.standardOutput.writeLine(printable(line(track, library))) }
            if played.isEmpty { Terminal.standardError.writeLine("Nothing was played.") }
        }
        guard !played.isEmpty else { throw ExitCode(1) }
    }

    private static func path(of track: PlayedTrack) -> LocalPath? {
        FileURI.pathBytes(of: track.uri).map { LocalPath(bytes: $0) }
    }

    private static func known(_ track: PlayedTrack, in library: LibrarySearch?) -> LibraryTrack? {
        (try? library?.track(track.uri)) ?? nil
    }

    private func line(_ track: PlayedTrack, _ library: LibrarySearch?) -> String {
        guard let path = Self.path(of: track) else { return track.uri }
        guard Terminal.standardOutput.isTerminal else { return path.line(of: Excerpt(uri: track.uri)) }
        let known = Self.known(track, in: library)
        let people = known.map(\.tags.artists) ?? []
        let title = known?.displayTitle ?? path.displayStem
        return "\(Self.clock(track.time))  " + (people.isEmpty ? "" : "\(people.joined(separator: ", ")) – ") + title
    }

    /// Formats a time in the local time zone: `2026-11-27 19:04`.
    private static func clock(_ seconds: Int64) -> String {
        var (time, parts, text) = (time_t(seconds), tm(), [CChar](repeating: 0, count: 32))
        localtime_r(&time, &parts)
        let count = strftime(&text, text.count, "%Y-%m-%d %H:%M", &parts)
        return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
