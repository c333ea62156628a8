public import ArgumentParser
import Glibc
import SegueKit

struct RenderVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Play into a WAV or FLAC file, as fast as the processor allows.",
        discussion: """
            The same decks, mixer and fades as for the ear, with the settings of the configuration file. Two renders of the same files are \
            identical, byte for byte.

            REPORT is a JSON object with output, rate, samples, duration, tracks (uri, title, firstSample) and transitions (from, to, kind, \
            firstSample, lastSample, duration, curve); samples are counted from 0, durations are seconds.
            """)

    @Argument(help: "Files, folders or playlists.", completion: .file())
    var files: [String]

    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp("The file to write: .wav or .flac.", valueName: "out"),
        completion: .file(extensions: ["wav", "flac"]))
    var output: String

    @Option(help: ArgumentHelp("Length of the crossfades, 1 to 30, or 0 for joins without one.", valueName: "seconds"))
    var crossfade: String?

    @Option(
        help: ArgumentHelp(
            "\(FadeCurve.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "name"),
        completion: .list(FadeCurve.allCases.map(\.rawValue)))
    var curve: String?

    @Option(help: "f32, s16 or s24; without it f32 for WAV, s24 for FLAC.")
    var format: RenderOptions.Format?

    @Option(help: ArgumentHelp("Sample rate, 8000 to 192000.", valueName: "hertz"))
    var rate: Int32 = 44100

    @Option(
        help: ArgumentHelp("Write what is where to this file; - is stdout.", valueName: "report"),
        completion: .file(extensions: ["json"]))
    var json: String?

    // MARK: - Options

    func validate() throws {
        guard let container else { throw ValidationError("'\(output)' ends in neither .wav nor .flac.") }
        guard (8000...192_000).contains(rate) else {
            throw ValidationError("--rate takes 8000 to 192000 hertz, not \(rate).")
        }
        guard container == .wav || format != .f32 else {
            throw ValidationError("FLAC holds whole numbers: --format takes s16 or s24 for it.")
        }
        var configuration = Configuration()
        try apply(to: &configuration)
    }

    private var container: RenderOptions.Container? {
        let name = output.lowercased()
        return name.hasSuffix(".wav") ? .wav : name.hasSuffix(".flac") ? .flac : nil
    }

    private func apply(to configuration: inout Configuration) throws {
        do {
            if let crossfade { try configuration.set(.crossfadeDuration, to: crossfade) }
            if let curve { try configuration.set(.fadeCurve, to: curve) }
        } catch {
            guard case .invalidConfiguration(let field, let value, let expected) = error else { throw error }
            let option = field == ConfigurationField.fadeCurve.rawValue ? "--curve" : "--crossfade"
            throw ValidationError("\(option) takes \(expected), not \(value).")
        }
    }

    // MARK: - Running

    func run() throws {
        let inputs = try ResourceArgument.uris(files)
        let path = try ResourceArgument.absolutePath(output)
        var configuration = ConfigurationFile().read()?.configuration ?? Configuration()
        try apply(to: &configuration)
        let options = RenderOptions(
            inputs: inputs, configuration: configuration, path: path, container: container ?? .wav,
            format: format ?? (container == .flac ? .s24 : .f32), rate: rate)
        let report: RenderReport
        do {
            report = try RenderSession.run(options, progress: Self.showProgress, warn: Self.warn)
        } catch {
            Self.clearProgress()
            throw CommandFailure(error.description)
        }
        Self.clearProgress()
        if let json { try write(report, to: json, path: path) }
        if json != "-" {
            let length = MediaTime(samples: report.samples, rate: report.rate)
            let count = report.tracks.count
            Terminal.standardOutput.writeLine("\(output)  \(length)  \(count == 1 ? "1 track" : "\(count) tracks")")
        }
    }

    private func write(_ report: RenderReport, to destination: String, path: String) throws {
        let text = report.json(output: path).text + "\n"
        guard destination != "-" else {
            Terminal.standardOutput.write(text)
            return
        }
        guard let file = fopen(destination, "w") else {
            throw CommandFailure("\(destination): \(String(cString: strerror(errno))).")
        }
        let isWritten = fputs(text, file) >= 0
        guard fclose(file) == 0, isWritten else {
            throw CommandFailure("\(destination): \(String(cString: strerror(errno))).")
        }
    }

    // MARK: - Showing it

    private static func showProgress(_ fraction: Double) {
        guard Terminal.standardError.isTerminal else { return }
        let percent = "\(Int(fraction * 100))%".leftPadded(to: 4)
        Terminal.standardError.redraw("\(ProgressBar.text(fraction: fraction, width: 40)) \(percent)")
    }

    private static func clearProgress() {
        if Terminal.standardError.isTerminal { Terminal.standardError.redraw("") }
    }

    private static func warn(_ error: AudioPlayerError) {
        clearProgress()
        Terminal.standardError.writeLine("segue: \(printable(error.description))")
    }
}

extension RenderReport {
    /// The stable format of REPORT.
    fileprivate func json(output: String) -> JSONValue {
        .object([
            ("output", .string(output)),
            ("rate", .integer(Int64(rate))),
            ("samples", .integer(samples)),
            ("duration", .number(MediaTime(samples: samples, rate: rate).seconds)),
            ("tracks", .array(tracks.map(\.json))),
            ("transitions", .array(transitions.map(\.json))),
        ])
    }
}

extension RenderReport.Track {
    fileprivate var json: JSONValue {
        .object([("uri", .string(uri)), ("title", .string(title)), ("firstSample", .integer(firstSample))])
    }
}

extension RenderReport.Transition {
    fileprivate var json: JSONValue {
        .object([
            ("from", .string(from)), ("to", .string(to)), ("kind", .string(kind)),
            ("firstSample", .integer(firstSample)), ("lastSample", .integer(lastSample)),
            ("duration", .number(duration)), ("curve", .string(curve)),
        ])
    }
}

extension RenderOptions.Format: ExpressibleByArgument {}
