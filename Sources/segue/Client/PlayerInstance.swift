import SegueKit
import SegueMPRIS

/// The player chosen with `--instance NAME`: a separate player beside the default one. Every verb accepts the option,
/// so it is removed from the command line before the verbs are parsed.
struct PlayerInstance {
    static let option = "--instance"
    /// The argument with which shells request completions.
    private static let completion = "---completion"

    /// The name; nil for the default player.
    var name: String?
    /// The command line without the option and without the program name.
    var arguments: [String] = []
    /// The error in the option, as a sentence.
    var refusal: String?

    /// The instance chosen for this process.
    static let chosen = PlayerInstance(CommandLine.arguments.dropFirst())

    init(_ words: some Sequence<String>) {
        arguments = Array(words)
        guard arguments.first != Self.completion else {
            // The words typed so far follow the arguments of the shell's request.
            name = PlayerInstance(arguments.drop { $0 != "--" }.dropFirst()).name
            return
        }
        arguments = []
        var isOver = false
        var words = words.makeIterator()
        while let word = words.next() {
            isOver = isOver || word == "--"
            if !isOver, word == Self.option {
                choose(words.next() ?? "")
            } else if !isOver, word.hasPrefix(Self.option + "=") {
                choose(String(word.dropFirst(Self.option.count + 1)))
            } else {
                arguments.append(word)
            }
        }
    }

    private mutating func choose(_ word: String) {
        if BusNames.isInstanceName(word) {
            name = word
        } else {
            refusal = "'\(word)' is not an instance name: use letters, digits and _, and no digit at the beginning."
        }
    }

    /// The beginning of a command for this player, for sentences that name a verb.
    var command: String { name.map { "segue \(Self.option) \($0)" } ?? "segue" }

    /// The player's name on the bus.
    var busName: String { name.map(BusNames.instance) ?? BusNames.player }

    /// The folder of the player's session and log.
    var folder: String { UserFolder.state(ofInstance: name) }
}
