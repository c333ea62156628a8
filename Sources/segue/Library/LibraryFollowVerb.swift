import ArgumentParser
import Glibc
import SegueKit

/// The helper process of a player that maintains the index of the music folders. Not a verb for people.
struct LibraryFollowVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "follow", abstract: "Keep the library up to date, for a player that asks.", shouldDisplay: false)

    @Argument(help: "The setting musicFolders.")
    var folders: String

    @Argument(help: "The setting articles.")
    var articles: String

    func run() throws {
        HelperConfinement.begin(decoding: false)
        func tell(_ news: LibraryNews) { Terminal.standardOutput.writeLine(news.line) }
        let folders = MusicFolders.of(folders)
        guard !folders.isEmpty else { return tell(.nothing) }
        try LibraryFollower.run(folders, articles: articles, tell: tell)
        throw CommandFailure("The music folders can't be watched: \(String(cString: strerror(errno))).")
    }
}
