import ArgumentParser
import SegueKit

/// The helper process of a player that reads the titles of its queue. Not a verb for people.
struct TitlesVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "titles", abstract: "Say what lists show of files, for a player that asks.", shouldDisplay: false)

    @Flag(help: "Say what the files hold, in a word that names the content.")
    var content = false

    @Flag(help: "Say where the picture that is inside of the file is.")
    var cover = false

    @Argument(help: "Absolute paths.")
    var files: [String]

    func run() {
        HelperConfinement.begin(decoding: !content)
        var commandLine = CommandLineBytes()
        for file in files {
            let path = commandLine.take(file)
            let answer =
                content
                ? TitleInquiry.content(of: path) : cover ? TitleInquiry.cover(of: path) : TitleInquiry.titles(of: path)
            Terminal.standardOutput.writeLine(answer)
        }
    }
}
