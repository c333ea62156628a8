import SegueKit
import SegueMPRIS

/// The player that `--instance NAME` stands for: one with a name of its own, beside the one that all verbs are for
/// otherwise. The option goes with every verb, so it is taken out of the command line before the verbs see it.
struct PlayerInstance {
    static let option = "--instance"
    /// How the shells ask for what Tab may put in.
    private static let completion = "---completion"

    /// The name; nil for the one player.
    var name: String?
    /// The command line without the option, and without the name of the program.
    var arguments: [String] = []
    /// What is wrong with the option, as a sentence.
    var refusal: String?

    /// The instance that this process was called for.
    static let chosen = PlayerInstance(CommandLine.arguments.dropFirst())

    init(_ words: some Sequence<String>) {
        arguments = Array(words)
        guard arguments.first != Self.completion else {
            // What a person has typed so far stands behind the question of the shell.
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
            refusal = "'\(word)' is no name of an instance: letters, digits and _, no digit at the beginning."
        }
    }

    /// How a person begins a command for this player, for sentences that name a verb.
    var command: String { name.map { "segue \(Self.option) \($0)" } ?? "segue" }

    /// The player's name on the bus.
    var busName: String { name.map(BusNames.instance) ?? BusNames.player }

    /// Where the player keeps its session and its log.
    var folder: String { UserFolder.state(ofInstance: name) }
}
