import ArgumentParser
import SDBus

struct CompletionsVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions", abstract: "Print the completion script of a shell.",
        discussion: """
            bash: segue completions bash > ~/.local/share/bash-completion/completions/segue
            zsh:  segue completions zsh > a folder of $fpath, as _segue
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

    @Argument(help: "bash, zsh or fish")
    var shell: Shell

    func run() {
        Terminal.standardOutput.writeLine(SegueCommand.completionScript(for: shell.kind))
    }
}

/// What only the running player can complete; nothing while none runs.
enum Completions {
    static func outputs() -> [String] {
        ["auto", "null"] + ((try? PlayerClient.connect().outputs().map(\.name)) ?? [])
    }

    /// The places of the queue, as many as can be looked through.
    static func places() -> [String] {
        guard let client = try? PlayerClient.connect(),
            let count = try? client.property("Count", of: .queue).asInt64, count > 0
        else { return [] }
        return (1...min(count, 200)).map(String.init)
    }
}
