import ArgumentParser
import Glibc
import SegueFiles
import SegueKit

/// The verbs' access to the library.
enum LibraryAccess {
    /// The current time, in seconds since 1970.
    static var now: Int64 { LibraryTime.now }

    /// Opens the library. Reads the music folders first if they have never been read. Throws if there is no music
    /// folder.
    static func opened() throws -> LibrarySearch {
        if let library = LibrarySearch.user { return library }
        try update()
        guard let library = LibrarySearch.user else { throw CommandFailure("The library can't be read.") }
        return library
    }

    /// Returns the URIs of all tracks that a query finds. Throws a failure if there are none.
    static func uris(_ query: String) throws -> [String] {
        let query = try LibraryQuery(typed: query)
        let library = try opened()
        let uris = try reading { try library.tracks(query, now: now).map(\.uri) }
        guard !uris.isEmpty else { throw CommandFailure("Nothing was found.") }
        return uris
    }

    /// Returns the URIs of the tracks of an album, in order.
    static func uris(ofAlbum name: String) throws -> [String] {
        let library = try opened()
        guard let album = try reading({ try library.album(named: name, now: now) }) else {
            throw CommandFailure("There is no album “\(name)” in the music folders.")
        }
        return try uris("albumid:\(album.id)")
    }

    /// Returns the URIs of the tracks of a random album, in order.
    static func urisOfRandomAlbum() throws -> [String] {
        let library = try opened()
        let uris = try reading { try library.randomAlbum(now: now) }
        guard !uris.isEmpty else { throw CommandFailure("There is no album in the music folders.") }
        return uris
    }

    /// Updates the library, and shows the progress.
    static func update() throws {
        let settings = LibrarySettings(ConfigurationFile().read()?.configuration ?? Configuration())
        let folders = MusicFolders.of(settings.folders)
        guard !folders.isEmpty else {
            throw CommandFailure(
                "There is no music folder. `segue config set musicFolders FOLDER` names one.")
        }
        let terminal = Terminal.standardError
        let isShown = terminal.isTerminal
        let report = try reading {
            try LibraryWriter.update(
                folders, articles: settings.articles, in: LibraryDatabase.path, now: now
            ) { count in
                if isShown { terminal.write("\r\(count) files") }
            }
        }
        if isShown { terminal.write("\r\u{1B}[K") }
        for folder in folders where access(folder.description, R_OK | X_OK) != 0 {
            Terminal.tellLeftOut("\(folder): \(String(cString: strerror(errno))).")
        }
        let total = report.total == 1 ? "1 track" : "\(report.total) tracks"
        terminal.writeLine("\(total): \(report.found) new, \(report.changed) changed, \(report.removed) removed.")
    }

    /// Runs `body`. Converts its errors to failures that a person can act on.
    static func reading<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure("The library in \(LibraryDatabase.path) can't be used: \(error).")
        }
    }
}

extension LibrarySearch {
    static let optionHelp = ArgumentHelp(
        "Use the tracks that `segue search` finds for these words.", valueName: "words")
    static let optionRule = "--search and files exclude each other."
}
