import ArgumentParser
import Glibc
import SDBus
import SegueKit

struct DoctorVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Say what works, what does not, and what mends it.",
        discussion: "Exits with 1 when something needs mending.")

    func run() throws {
        var examination = Examination()
        examination.examineConfiguration()
        examination.examineStateFolder()
        examination.examineBus()
        let width = examination.findings.map(\.subject.columns).max() ?? 0
        for finding in examination.findings {
            let mark = finding.remedy == nil ? "ok" : "!!"
            Terminal.standardOutput.writeLine(
                "\(mark)  \(finding.subject.padded(to: width))  \(printable(finding.text))")
            if let remedy = finding.remedy { Terminal.standardOutput.writeLine("    → \(remedy)") }
        }
        guard examination.findings.allSatisfy({ $0.remedy == nil }) else { throw ExitCode(1) }
    }
}

/// What the doctor looked at, in order.
private struct Examination {
    struct Finding {
        var subject: String
        var text: String
        /// What mends it; nil when nothing is wrong.
        var remedy: String?
    }

    private(set) var findings: [Finding] = []

    private mutating func note(_ subject: String, _ text: String, remedy: String? = nil) {
        findings.append(Finding(subject: subject, text: text, remedy: remedy))
    }

    mutating func examineConfiguration() {
        let file = ConfigurationFile()
        guard let reading = file.read() else {
            note("Configuration", "defaults; \(file.path) does not exist")
            return
        }
        guard let problem = reading.problems.first else {
            note("Configuration", file.path)
            return
        }
        note("Configuration", "\(problem)", remedy: "correct the file, or run `segue config set`")
    }

    mutating func examineStateFolder() {
        let path = UserFolder.state.path
        if access(path, W_OK | X_OK) == 0 {
            note("State", path)
        } else if errno == ENOENT {
            note("State", "\(path) does not exist yet")
        } else {
            note("State", "\(path): \(String(cString: strerror(errno)))", remedy: "chown -R $USER \(path)")
        }
    }

    mutating func examineBus() {
        do {
            let client = try PlayerClient()
            note("Session bus", "connected")
            guard let name = client.name else {
                note("Player", "not running; `segue play` starts it")
                return
            }
            let properties = try client.properties(of: .control)
            note("Player", "\(name), version \(properties["Version"]?.asString ?? "unknown")")
            examineOutput(properties)
            try examineFormats(client)
        } catch let failure as CommandFailure {
            note("Session bus", failure.sentence, remedy: "dbus-run-session -- segue daemon")
        } catch {
            note("Session bus", "\(error)", remedy: "dbus-run-session -- segue daemon")
        }
    }

    private mutating func examineOutput(_ properties: [String: BusValue]) {
        let output = properties["Output"]?.asString ?? "none"
        let fallback = properties["OutputFallback"]?.asString ?? ""
        guard !fallback.isEmpty else {
            note("Output", output)
            return
        }
        note(
            "Output", "\(output): \(fallback)",
            remedy: "start PipeWire or PulseAudio, or `segue output list` and choose one")
    }

    private mutating func examineFormats(_ client: PlayerClient) throws {
        let types = Set(try client.property("SupportedMimeTypes", of: .root).asStrings ?? [])
        for (format, candidates, package) in Self.formats {
            let isThere = !types.isDisjoint(with: candidates)
            note(format, isThere ? "plays" : "no decoder", remedy: isThere ? nil : "sudo apt-get install \(package)")
        }
    }

    /// The usual formats: names of their MIME types, and Debian's package with the decoder.
    private static let formats = [
        ("FLAC", ["audio/flac", "audio/x-flac"], "gstreamer1.0-plugins-good"),
        ("WAV", ["audio/x-wav", "audio/wav", "audio/vnd.wave"], "gstreamer1.0-plugins-good"),
        ("MP3", ["audio/mpeg", "audio/mp3"], "gstreamer1.0-plugins-good"),
        ("Ogg Vorbis", ["audio/ogg", "audio/x-vorbis+ogg", "audio/vorbis"], "gstreamer1.0-plugins-base"),
        ("Opus", ["audio/opus", "audio/x-opus+ogg"], "gstreamer1.0-plugins-base"),
        ("AAC", ["audio/mp4", "audio/aac", "audio/x-m4a"], "gstreamer1.0-libav"),
    ]
}
