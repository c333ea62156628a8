import ArgumentParser
import SegueFiles
import SegueKit

struct LibraryVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "library", abstract: "Show and update the music library.",
        subcommands: [LibraryShowVerb.self, LibraryUpdateVerb.self, LibraryFollowVerb.self, LibraryImportVerb.self],
        defaultSubcommand: LibraryShowVerb.self)
}

struct LibraryShowVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the music folders and the number of tracks in them.")

    func run() throws {
        guard let library = LibrarySearch.user else {
            return Terminal.standardOutput.writeLine(
                "Nothing has been read yet. `segue library update` reads the music.")
        }
        try LibraryAccess.reading {
            for (path, read) in try library.roots() {
                let date = printable(WallTime(nanoseconds: read * 1_000_000_000).text)
                Terminal.standardOutput.writeLine("\(printable(path.description))  read \(date)")
            }
            let count = try library.count(LibraryQuery(), now: LibraryAccess.now)
            Terminal.standardOutput.writeLine(count == 1 ? "1 track" : "\(count) tracks")
        }
    }
}

struct LibraryUpdateVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update", abstract: "Read new and changed files in the music folders.",
        discussion: """
            The folders are those of the setting musicFolders; files are not changed. The tracks of a folder that \
            can't be reached, such as one on a USB stick, are kept for 90 days.
            """)

    func run() throws { try LibraryAccess.update() }
}
