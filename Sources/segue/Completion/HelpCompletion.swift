import ArgumentParser
import Glibc

/// The verbs that can follow `segue help`. The parser offers no completions for that verb.
struct HelpCompletion {
    private let candidates: [CompletionCandidate]

    /// Parses a shell's request for the words after `help`; nil for any other arguments. The form is `---completion
    /// help -- ARGUMENT INDEX CURSOR WORD…`, where INDEX counts the words from 0 to the one being completed.
    init?(_ arguments: [String]) {
        guard arguments.starts(with: ["---completion", "help", "--"]), arguments.count > 6,
            let index = Int(arguments[4])
        else { return nil }
        let words = arguments.dropFirst(6).prefix(index).drop { $0 != "help" }.dropFirst()
        var verbs = SegueCommand.configuration.subcommands
        for word in words {
            verbs = verbs.first { $0.configuration.commandName == word }?.configuration.subcommands ?? []
        }
        candidates = verbs.filter { $0.configuration.shouldDisplay }.compactMap { verb in
            verb.configuration.commandName.map {
                CompletionCandidate(word: $0, explanation: verb.configuration.abstract)
            }
        }
    }

    /// The answer in the format of the shell's script.
    var text: String {
        let shell = getenv("SAP_SHELL").flatMap { CompletionShell(rawValue: String(cString: $0)) }
        let lines = candidates.map { $0.text(for: shell) }
        // The script for zsh drops the last line.
        return (lines + (shell == .zsh ? [" "] : [])).joined(separator: "\n")
    }
}
