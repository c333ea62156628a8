import ArgumentParser
import Glibc

/// The verbs that can follow `segue help`. The parser has that verb, and offers nothing after it.
struct HelpCompletion {
    private let candidates: [CompletionCandidate]

    /// Nil unless `arguments` are a shell's question about the words after `help`: `---completion help -- ARGUMENT
    /// INDEX CURSOR WORD…`, where INDEX counts the words from 0 to the one that is completed.
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

    /// The answer, as the script of the shell reads it.
    var text: String {
        let shell = getenv("SAP_SHELL").flatMap { CompletionShell(rawValue: String(cString: $0)) }
        let lines = candidates.map { $0.text(for: shell) }
        // The script for zsh drops the last line.
        return (lines + (shell == .zsh ? [" "] : [])).joined(separator: "\n")
    }
}
