import ArgumentParser

struct CompletionsVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions", abstract: "Print the completion script of a shell.",
        discussion: """
            bash: segue completions bash > ~/.local/share/bash-completion/completions/segue
            zsh:  segue completions zsh > _segue, in a folder of $fpath
            fish: segue completions fish > ~/.config/fish/completions/segue.fish
            """)

    enum Shell: String, ExpressibleByArgument, CaseIterable {
        case bash
        case zsh
        case fish

        var kind: CompletionShell {
            switch self {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        }
    }

    @Argument(help: "bash, zsh or fish.")
    var shell: Shell

    func run() {
        Terminal.standardOutput.writeLine(CompletionScript.text(for: shell))
    }
}
