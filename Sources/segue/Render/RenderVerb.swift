public import ArgumentParser
import Glibc
import SegueKit

struct RenderVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Play into a WAV or FLAC file, as fast as the processor allows.",
        discussion: """
            Uses the same decks, mixer and fades as playback, with the settings of the configuration file. Two renders \
            of the same files are identical, byte for byte. OUT appears when it is complete, and replaces a file of \
            that name. An interrupted or failed render leaves the former file unchanged.

            \(PlayVerb.leftOutRule)

            REPORT is a JSON object:
              output, rate, samples, duration
              tracks       uri, title, firstSample, gain (decibels), gainSource
              transitions  the members below
              leftOut      a sentence for each file that is missing or incomplete
            Samples are counted from 0, and other times are in seconds. A transition has these members:
              from, to, kind, curve         the tracks, and the kind of the transition
              firstSample, lastSample, duration
              incomingStart                 where the incoming track begins in its file
              tier, reason                  the rule that decided, and a sentence
              fadeOut, fadeIn               the seconds between which a gain moves, or null
              outgoingTempo, incomingTempo  beats per minute; null if unknown
              alignment                     beat, pulse, free, related, apart, unknown, null
            """)

    @Argument(help: "Files, folders or playlists.", completion: .file())
    var files: [String]

    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp("The file to write: .wav or .flac.", valueName: "out"),
        completion: .file(extensions: ["wav", "flac"]))
    var output: String

    @Option(help: ArgumentHelp("Length of the crossfades, 1 to 30, or 0 for no crossfades.", valueName: "seconds"))
    var crossfade: String?

    @Option(
        help: ArgumentHelp(
            "Shape of the fades: \(FadeCurve.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "name"),
        completion: .list(FadeCurve.allCases.map(\.rawValue)))
    var curve: String?

    @Option(help: "Basis of the transitions: listen, the audio of the files, or plain, their ends alone.")
    var transitions: Configuration.TransitionMode?

    @Option(help: "f32, s16 or s24; the default is f32 for WAV, s24 for FLAC.")
    var format: RenderOptions.Format?

    @Option(
        help: ArgumentHelp(
            "Sample rate, 8000 to 192000; the default is the rate of most of the files.", valueName: "hertz"))
    var rate: Int32?

    @Option(
        help: ArgumentHelp("Write a report of tracks and transitions to this file; - is stdout.", valueName: "report"),
        completion: .file(extensions: ["json"]))
    var json: String?

    // MARK: - Options

    func validate() throws {
        guard let container else { throw ValidationError("'\(output)' ends in neither .wav nor .flac.") }
        if let rate, !RenderOptions.rates.contains(rate) {
            throw ValidationError("--rate takes 8000 to 192000 hertz, not \(rate).")
        }
        guard container == .wav || format != .f32 else {
            throw ValidationError("--format f32 is for WAV only: FLAC takes s16 or s24.")
        }
        guard json != output else { throw ValidationError("--json and --output name the same file.") }
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
            if let transitions { configuration.transitions = transitions }
        } catch {
            guard case .invalidConfiguration(let field, let value, let expected) = error else { throw error }
            let option = field == ConfigurationField.fadeCurve.rawValue ? "--curve" : "--crossfade"
            throw ValidationError("\(option) takes \(expected), not \(value).")
        }
    }

    // MARK: - Running

    func run() throws {
        // If the file exceeds the shell's size limit, the write fails with a sentence instead of ending the process.
        Glibc.signal(SIGXFSZ, SIG_IGN)
        let signal: Int32?
        do {
            signal = try render()
        } catch let error as AudioPlayerError {
            throw CommandFailure(error.description)
        }
        guard let signal else { return }
        Terminal.standardError.writeLine("segue: Interrupted; \(printable(output)) was not written.")
        Self.end(by: signal)
    }

    /// Renders the file. Returns the signal that interrupted the render; nil if the render is complete.
    private func render() throws -> Int32? {
        var leftOut: [String] = []
        let leaveOut = { (sentence: String) in
            leftOut.append(sentence)
            Self.clearProgress()
            Terminal.tellLeftOut(sentence)
        }
        let inputs = try ResourceArgument.uris(files, leaveOut: leaveOut)
        let path = try ResourceArgument.absolutePath(output)
        // Created before the long work, so that a report that cannot be written wastes none.
        let sheet = try json.flatMap { $0 == "-" ? nil : try UnfinishedFile(for: $0) }
        var configuration = ConfigurationFile().read()?.configuration ?? Configuration()
        try apply(to: &configuration)
        let options = RenderOptions(
            inputs: inputs, configuration: configuration, path: path, container: container ?? .wav,
            format: format ?? (container == .flac ? .s24 : .f32), rate: rate)
        defer { Self.clearProgress() }
        let outcome = try Renderer.run(
            options, endingOn: [SIGINT, SIGTERM, SIGHUP], progress: Self.show, warn: leaveOut)
        Self.clearProgress()
        switch outcome {
        case .interrupted(let signal): return signal
        case .complete(let report):
            let document = report.json(output: path, leftOut: leftOut).text
            if let sheet { try write(document + "\n", to: sheet) }
            Terminal.standardOutput.writeLine(json == "-" ? document : summary(of: report))
            return nil
        }
    }

    private func summary(of report: RenderReport) -> String {
        let count = report.tracks.count
        let length = MediaTime(samples: report.samples, rate: report.rate)
        return "\(output)  \(length)  \(count == 1 ? "1 track" : "\(count) tracks")"
    }

    private func write(_ text: String, to file: UnfinishedFile) throws {
        let stream = fopen(file.path, "w")
        let isWritten = stream.map { fputs(text, $0) >= 0 && fflush($0) == 0 } ?? false
        let reason = String(cString: strerror(errno))
        if let stream { fclose(stream) }
        guard isWritten else { throw CommandFailure("\(json ?? ""): \(reason).") }
        try file.commit()
    }

    /// Ends this process with the signal, so that a shell running a list of commands stops too.
    private static func end(by number: Int32) -> Never {
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, number)
        signal(number, SIG_DFL)
        raise(number)
        pthread_sigmask(SIG_UNBLOCK, &mask, nil)
        Glibc.exit(128 + number)
    }

    // MARK: - Progress

    private static func show(_ progress: RenderProgress) {
        guard Terminal.standardError.isTerminal else { return }
        switch progress {
        case .looking(let scan): Terminal.standardError.redraw(scan.line)
        case .checking(let fraction): Terminal.standardError.redraw(ProgressBar.line("Checking", fraction))
        case .rendering(let fraction): Terminal.standardError.redraw(ProgressBar.line("Rendering", fraction))
        }
    }

    private static func clearProgress() {
        if Terminal.standardError.isTerminal { Terminal.standardError.redraw("") }
    }
}

extension RenderReport {
    /// Returns the stable JSON format of REPORT.
    fileprivate func json(output: String, leftOut: [String]) -> JSONValue {
        .object([
            ("output", .string(output)),
            ("rate", .integer(Int64(rate))),
            ("samples", .integer(samples)),
            ("duration", .number(MediaTime(samples: samples, rate: rate).seconds)),
            ("tracks", .array(tracks.map(\.json))),
            ("transitions", .array(transitions.map(\.json))),
            ("leftOut", .array(leftOut.map { .string($0) })),
        ])
    }
}

extension RenderReport.Track {
    fileprivate var json: JSONValue {
        .object([
            ("uri", .string(uri)), ("title", .string(title)), ("firstSample", .integer(firstSample)),
            ("gain", .number(gain.decibels)), ("gainSource", .string(gain.source.rawValue)),
        ])
    }
}

extension RenderReport.Transition {
    fileprivate var json: JSONValue {
        .object([
            ("from", .string(from)), ("to", .string(to)), ("kind", .string(kind)),
            ("firstSample", .integer(firstSample)), ("incomingStart", .number(incomingStart)),
            ("lastSample", .integer(lastSample)),
            ("duration", .number(duration)), ("curve", .string(curve)), ("tier", .string(tier)),
            ("reason", .string(reason)), ("fadeOut", Self.json(fadeOut)), ("fadeIn", Self.json(fadeIn)),
            ("outgoingTempo", .optional(beats?.outgoing?.tempo)), ("incomingTempo", .optional(beats?.incoming?.tempo)),
            ("alignment", .optional(beats?.alignment.rawValue)),
        ])
    }

    private static func json(_ span: ClosedRange<Double>?) -> JSONValue {
        span.map { .array([.number($0.lowerBound), .number($0.upperBound)]) } ?? .null
    }
}

extension RenderOptions.Format: ExpressibleByArgument {}
extension Configuration.TransitionMode: ExpressibleByArgument {}
