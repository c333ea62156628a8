import ArgumentParser
import SegueKit

struct DoctorVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Show what works, what does not, and how to repair it.",
        discussion: """
            Examines the configuration, the folders of the player, the music library, the desktop's files, GStreamer \
            and its plug-ins, formats and outputs. Also examines the modules for AirPlay, the session bus, the running \
            player, and the service that keeps the computer awake. Exits with 1 if something is wrong.

            With --json, an object with version, healthy and the array findings:
              subject, text
              state    ok, note or wrong
              remedy   null if there is nothing to repair
            """)

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() throws {
        let findings =
            Diagnosis.files() + Diagnosis.library() + Diagnosis.plugins() + Diagnosis.sound()
            + Diagnosis.airPlay(hasDiscovery: DiscoveryExamination.isRunning) + [Diagnosis.installation()]
            + BusExamination.findings()
        let isHealthy = findings.allSatisfy { $0.state != .wrong }
        if json {
            let document = JSONValue.object([
                ("version", .string(Version.text)), ("healthy", .boolean(isHealthy)),
                ("findings", .array(findings.map(\.json))),
            ])
            Terminal.standardOutput.writeLine(document.text)
        } else {
            let width = findings.map(\.subject.columns).max() ?? 0
            for finding in findings { finding.write(width: width) }
        }
        if !isHealthy { throw ExitCode(1) }
    }
}

extension Finding {
    fileprivate var json: JSONValue {
        .object([
            ("subject", .string(subject)), ("state", .string(state.rawValue)), ("text", .string(text)),
            ("remedy", .optional(remedy)),
        ])
    }

    /// Writes the finding. `width` is the width of the column of subjects.
    fileprivate func write(width: Int) {
        let mark =
            switch state {
            case .ok: "ok"
            case .note: "--"
            case .wrong: "!!"
            }
        Terminal.standardOutput.writeLine("\(mark)  \(subject.padded(to: width))  \(printable(text))")
        if let remedy { Terminal.standardOutput.writeLine("    → \(printable(remedy))") }
    }
}
