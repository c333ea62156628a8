import ArgumentParser
import Glibc
import SegueKit

struct AnalyseVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "analyse",
        abstract: "Measure the sound of files: loudness, peaks, tempo, how each begins and ends.",
        discussion: """
            Decodes each file once, and changes nothing. No player is needed. What can't be analysed is left out and \
            named on stderr, and the rest goes on; it is a failure when nothing is left.

            With --json, one object on a line for each file: uri, title, mixRamp (what tags say of beginning and \
            ending, as pairs of decibels and seconds), version, seconds, channels, loudness (LUFS), range (LU), peak \
            (linear), heardLoudness and heardPeak (the same from two speakers), firstSound, lastSound, unheard, \
            rhythm, truePeak (dBTP), sustained (LUFS), beginning and ending (edge, floor, fade, ramps) and lastGap; \
            all times are seconds, and what is not known is null. rhythm has version, tempo (beats a minute, where \
            both ends agree), and head and tail, the grids of the first and the last 60 s of sound: tempo, certainty \
            (pulse, beat or bar), period, phase (the time of a beat), bar (beats in a bar, and the first one, counted \
            from phase) and range; or, where there is no grid, reason (short, weak or unsteady). --curves adds \
            momentary, the loudness around each tenth of a second in hundredths of a LUFS, from two speakers, and \
            low, middle and high, the highest peak in each tenth of a second below 120 Hz, up to 4 kHz and above, in \
            half decibels below full scale. With --ends, a file of five minutes and more has a line first that tells \
            of its beginning and its end alone; unheard is the part in between.
            """)

    @Argument(help: "Files, folders or playlists.", completion: .file())
    var files: [String]

    @Flag(help: "One JSON object for each file, on a line.")
    var json = false

    @Flag(help: "With --json, the loudness and the peaks over time too.")
    var curves = false

    @Flag(help: "With --json, the beginning and the end of a long file first.")
    var ends = false

    func validate() throws {
        guard json || !curves && !ends else { throw ValidationError("--curves and --ends are for --json.") }
    }

    func run() throws {
        HelperConfinement.begin(decoding: true)
        let progress = AnalysisProgress()
        var sentences: [String] = []
        let leaveOut = { (sentence: String) in sentences.append(sentence) }
        let locations = try ResourceArgument.uris(files, leaveOut: leaveOut)
        let (uris, problems) = TrackAnalysis.files(at: locations) { progress.show($0) }
        for problem in problems { leaveOut(problem.description) }
        progress.clear()
        // A single problem is the only sentence of the failure.
        guard !uris.isEmpty || sentences.count != 1 else { throw CommandFailure(sentences[0]) }
        for sentence in sentences { Terminal.tellLeftOut(sentence) }
        let isOne = uris.count == 1 && sentences.isEmpty
        var count = 0
        for (index, uri) in uris.enumerated() {
            do throws(AudioPlayerError) {
                let analysis = TrackAnalysis(of: uri)
                if ends, let facts = analysis.runEnds() {
                    write(AnalysedTrack(uri: uri, metadata: TrackMetadata(), facts: facts))
                }
                let track = try analysis.run { part in
                    // If the player that reads the output was killed, the analysis must not continue.
                    guard Terminal.standardOutput.hasReader else { Glibc._exit(1) }
                    progress.show(index, of: uris.count, part: part)
                }
                progress.clear()
                write(track)
                count += 1
            } catch {
                progress.clear()
                if isOne { throw CommandFailure(error.description) }
                Terminal.tellLeftOut(error.description)
            }
        }
        guard count > 0 else { throw CommandFailure("Nothing is left of what was named.") }
    }

    private func write(_ track: AnalysedTrack) {
        if json {
            Terminal.standardOutput.writeLine(track.json(curves: curves).text)
        } else {
            for line in FactsText(track).lines { Terminal.standardOutput.writeLine(line) }
        }
    }
}

extension AnalysedTrack {
    /// Returns the stable JSON format of a line.
    fileprivate func json(curves: Bool) -> JSONValue {
        .object(
            [("uri", .string(uri)), ("title", .string(title)), ("mixRamp", metadata.mixRamp?.json ?? .null)]
                + facts.members(curves: curves))
    }
}

extension MixRamp {
    fileprivate var json: JSONValue {
        func list(_ points: [Point]) -> JSONValue {
            .array(points.map { .array([.number($0.decibels), .number($0.seconds)]) })
        }
        return .object([("beginning", list(beginning)), ("ending", list(ending))])
    }
}
