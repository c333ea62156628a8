import ArgumentParser
import Glibc
import SegueKit

struct AnalyseVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "analyse",
        abstract: "Measure the audio of files: loudness, peaks, tempo, how each begins and ends.",
        discussion: """
            Decodes each file once, and changes nothing. No player is needed. Files that can't be analysed are left \
            out and named on stderr, and the rest is analysed. The exit status is 1 if nothing is left.

            With --json, prints one object per line for each file. Times are in seconds, and unknown values are null:
              uri, title, version
              seconds, channels         length and number of channels
              loudness, range           LUFS and LU
              peak, truePeak            linear and dBTP
              heardLoudness, heardPeak  the same from two speakers
              sustained                 the median of the momentary loudness, LUFS
              firstSound, lastSound     where the audio begins and ends
              beginning, ending         edge, floor, fade and ramps of both ends
              lastGap, unheard          the silence before hidden audio; the part not analysed
              mixRamp                   the ends by tags: pairs of decibels and seconds
              rhythm                    version, tempo (if both ends agree), head and tail
            head and tail are the beats of the first and the last 60 s of audio:
              tempo, certainty          beats per minute; pulse, beat or bar
              period, phase             seconds between beats; the time of a beat
              bar                       beats in a bar; the first one, counted from phase
              range                     the part in which the beats were found
              reason                    instead of all these: short, weak or unsteady

            --curves adds momentary, the loudness around each tenth of a second in hundredths of a LUFS, from two \
            speakers. It also adds low, middle and high, the peaks of each tenth of a second below 120 Hz, up to 4 kHz \
            and above, in half decibels below full scale. With --ends, a file of five minutes or more first has a \
            line about its beginning and its end alone; unheard is the part in between.
            """)

    @Argument(help: "Files, folders or playlists.", completion: .file())
    var files: [String]

    @Flag(help: "Print one JSON object per line for each file.")
    var json = false

    @Flag(help: "With --json, add the loudness and the peaks over time.")
    var curves = false

    @Flag(help: "With --json, first print the beginning and the end of a long file.")
    var ends = false

    func validate() throws {
        guard json || !curves && !ends else { throw ValidationError("--curves and --ends require --json.") }
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
        guard count > 0 else { throw CommandFailure("Everything that was named was left out.") }
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
