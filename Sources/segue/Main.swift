import ArgumentParser
import Glibc

/// Runs the verb that was asked for and turns what comes of it into the exit statuses of spec §7: 0 for success, 1 for a failure with
/// one sentence on stderr, 2 for bad usage.
@main
enum Main {
    static func main() {
        exit(status())
    }

    private static func status() -> Int32 {
        do {
            var command = try SegueCommand.parseAsRoot()
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

    /// Help and the version are answers; everything else that the parser reports is bad usage.
    private static func report(_ error: any Error) -> Int32 {
        guard SegueCommand.exitCode(for: error) != .success else {
            Terminal.standardOutput.write(SegueCommand.fullMessage(for: error) + "\n")
            return 0
        }
        let sentence = SegueCommand.message(for: error).split(separator: "\n").first.map(String.init) ?? "Bad usage."
        let stop = sentence.last?.isPunctuation == true && sentence.last != "'" ? "" : "."
        Terminal.standardError.write("segue: \(printable(sentence))\(stop) See `segue --help`.\n")
        return 2
    }
}
