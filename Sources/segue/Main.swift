import ArgumentParser
import Glibc

/// Runs the requested verb and converts the outcome to an exit status (design.md, Command line): 0 for success, 1 for a
/// failure with one sentence on stderr, 2 for bad usage.
@main
enum Main {
    static func main() {
        Terminal.openMissing()
        let status = status()
        guard status == 0, let code = Terminal.standardOutput.failure else { exit(status) }
        Terminal.standardError.writeLine("segue: The output could not be written: \(String(cString: strerror(code))).")
        exit(1)
    }

    private static func status() -> Int32 {
        if let refusal = PlayerInstance.chosen.refusal {
            Terminal.standardError.writeLine("segue: \(printable(refusal))")
            return 2
        }
        if let completion = HelpCompletion(PlayerInstance.chosen.arguments) {
            Terminal.standardOutput.writeLine(completion.text)
            return 0
        }
        do {
            var command = try SegueCommand.parseAsRoot(PlayerInstance.chosen.arguments)
            try command.run()
            return 0
        } catch let failure as CommandFailure {
            Terminal.standardError.write("segue: \(printable(failure.sentence))\n")
            return 1
        } catch let code as ExitCode {
            return code.rawValue
        } catch {
            return report(error)
        }
    }

    /// Prints help and the version as answers; reports everything else from the parser as bad usage.
    private static func report(_ error: any Error) -> Int32 {
        let arguments = PlayerInstance.chosen.arguments
        let usage = Usage(arguments)
        let isAnswer = SegueCommand.exitCode(for: error) == .success
        let message = SegueCommand.message(for: error)
        // The parser does not recognise an unknown verb: it parses the word as an argument, or shows the help of the
        // preceding command.
        let isUnexpected = message.lowercased().contains("unexpected argument")
        if let refusal = usage.refusal, isUnexpected || isAnswer && arguments.first == "help" {
            Terminal.standardError.writeLine("segue: \(printable(refusal))")
            return 2
        }
        guard !isAnswer else {
            Terminal.standardOutput.write(SegueCommand.fullMessage(for: error) + "\n")
            return 0
        }
        let lines = message.split(separator: "\n").map(String.init)
        // The parser lists more than a few values on separate lines.
        let values = lines.dropFirst().filter { $0.hasPrefix("  - ") }.map { String($0.dropFirst(4)) }
        let sentence = (lines.first ?? "Bad usage.") + (values.isEmpty ? "" : " " + values.joined(separator: ", "))
        let stop = sentence.last?.isPunctuation == true && sentence.last != "'" ? "" : "."
        Terminal.standardError.write("segue: \(printable(sentence))\(stop) See `\(usage.path) --help`.\n")
        return 2
    }
}
