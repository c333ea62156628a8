import Foundation
import Glibc

/// A shell at whose prompt a person presses Tab.
enum Shell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish

    /// The command that starts the shell without the machine's settings, as for a person's login.
    fileprivate var command: String {
        switch self {
        case .bash: "bash --norc --noprofile -i"
        case .zsh: "zsh -f -i"
        case .fish: "fish --no-config -i"
        }
    }

    /// Returns commands that load the completion script, and show a prompt that a program can wait for.
    fileprivate func setUp(script: String, folder: String) -> String {
        switch self {
        case .bash:
            "PS1='READY '; bind 'set show-all-if-ambiguous on'; bind 'set page-completions off'; source \(script)"
        case .zsh:
            "PS1='READY '; fpath=(\(folder) $fpath); autoload -U compinit; compinit -u -d \(folder)/dump; LISTMAX=1000"
        case .fish: "source \(script); function fish_prompt; echo -n 'READY '; end"
        }
    }

    /// The required name of the completion script.
    fileprivate var scriptName: String { self == .zsh ? "_segue" : "segue.\(rawValue)" }
}

extension Session {
    /// Types `line` and Tab at a prompt of `shell`, and waits until the terminal shows each of `wanted`.
    func pressTab(in shell: Shell, after line: String, shows wanted: [String]) async throws {
        let folder = self.folder.appendingPathComponent("shell")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let script = folder.appendingPathComponent(shell.scriptName)
        try await segue("completions", shell.rawValue).output.write(to: script, atomically: true, encoding: .utf8)
        // zsh has a module for terminals, to test its own completion; here it drives the other shells too.
        let driver = """
            zmodload zsh/zpty
            zpty shell "stty cols 150 rows 100; exec \(shell.command)"
            zpty -w shell \(quoted(shell.setUp(script: script.path, folder: folder.path) + "; echo DO''NE"))
            zpty -r -m shell shown '*DONE*READY*'
            zpty -w -n shell \(quoted(line))$'\\t'
            while zpty -r -m shell part '?'; do print -rn -- "$part"; done
            """
        let typed = folder.appendingPathComponent("driver.zsh")
        try driver.write(to: typed, atomically: true, encoding: .utf8)
        let path = BuiltProducts.segue.deletingLastPathComponent().path + ":" + (environment["PATH"] ?? "")
        let person = try start("zsh", ["-f", typed.path], environment: ["PATH": path, "TERM": "xterm"])
        do {
            for text in wanted { try await person.wrote(text) }
        } catch {
            person.send(SIGTERM)
            throw error
        }
        person.send(SIGTERM)
        _ = try await person.finish()
    }

    private func quoted(_ text: String) -> String {
        "'" + text.replacingOccurrences(of: "'", with: #"'\''"#) + "'"
    }
}
