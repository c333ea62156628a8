import ArgumentParser
import Glibc
import SegueFiles
import SegueKit

/// The library for verbs.
enum LibraryAccess {
    /// Seconds since 1970.
    static var now: Int64 { LibraryTime.now }

    /// The library; reads the music folders first where that was never done. Throws where there is no music folder.
    static func opened() throws -> LibrarySearch {
        if let library = LibrarySearch.user { return library }
        try update()
        guard let library = LibrarySearch.user else { throw CommandFailure("The library can't be read.") }
        return library
    }

    /// The addresses of all tracks that a query finds. Throws a failure where there is none.
    static func uris(_ query: String) throws -> [String] {
        let query = try LibraryQuery(typed: query)
        let library = try opened()
        let uris = try reading { try library.tracks(query, now: now).map(\.uri) }
        guard !uris.isEmpty else { throw CommandFailure("Nothing was found.") }
        return uris
    }

    /// The addresses of the tracks of an album, in order.
    static func uris(ofAlbum name: String) throws -> [String] {
        let library = try opened()
        guard let album = try reading({ try library.album(named: name, now: now) }) else {
            throw CommandFailure("There is no album \(name) in the music folders.")
        }
        return try uris("albumid:\(album.id)")
    }

    /// The addresses of the tracks of an album at random.
    static func urisOfRandomAlbum() throws -> [String] {
        let library = try opened()
        let uris = try reading { try library.randomAlbum(now: now) }
        guard !uris.isEmpty else { throw CommandFailure("There is no album in the music folders.") }
        return uris
    }

    /// Brings the library up to date, and tells a person how far it is.
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
        terminal.writeLine("\(total): \(report.found) new, \(report.changed) changed, \(report.removed) gone.")
    }

    /// Runs `body`. Throws its errors as a failure that a person can act on.
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
        "Take what is found of the music folders, as `segue search` finds it.", valueName: "words")
    static let optionRule = "--search is in place of files."
}
