import ArgumentParser

/// A word offered for completion, with an explanation for shells that show one.
struct CompletionCandidate: Equatable {
    var word: String
    var explanation: String?

    /// Returns a line in the format of `shell`'s completion script; nil for a shell without a script.
    func text(for shell: CompletionShell?) -> String {
        let word = printable(word)
        let explanation = explanation.map(printable)
        switch shell {
        case .zsh?:
            let escaped = word.escaped { $0 == ":" || $0 == "\\" }
            return explanation.map { "\(escaped):\($0)" } ?? escaped
        case .fish?: return explanation.map { "\(word)\t\($0)" } ?? word
        default: return bashLine(word, explanation)
        }
    }

    /// Escapes the words, because bash expands completions: `$(…)` in the name of a device would run. `BashCompletions`
    /// shows the text after the tab.
    private func bashLine(_ word: String, _ explanation: String?) -> String {
        func literal(_ text: String) -> String {
            text.escaped { !($0.isASCII && ($0.isLetter || $0.isNumber) || "-_.:/@,+%=".contains($0)) }
        }
        return explanation.map { "\(literal(word))\t\(literal($0.fitted(to: 60)))" } ?? literal(word)
    }
}

extension String {
    /// Returns the text with a backslash before each character that needs one.
    fileprivate func escaped(_ needsBackslash: (Character) -> Bool) -> String {
        reduce(into: "") { result, character in
            if needsBackslash(character) { result.append("\\") }
            result.append(character)
        }
    }
}
