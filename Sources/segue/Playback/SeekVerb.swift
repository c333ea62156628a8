import ArgumentParser
import SDBus
import SegueClient
import SegueKit

struct SeekVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seek", abstract: "Go to a position in the track.",
        usage: "segue seek <position> | <percent>% | +<time> | -<time>",
        discussion: """
            A position is in seconds (12.5), in the form 1:30, or a percentage of the track (50%). + and - move \
            relative to the current position. A bare number means seconds here, and minutes in `segue sleep`.
            """)

    // Taken as an array, because the parser would otherwise read -5 as an option.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("12.5, 1:30, 50%, +10 or -5.", valueName: "position"))
    var words: [String]

    func validate() throws {
        guard let word = words.behindTerminator.first, words.behindTerminator.count == 1 else {
            throw ValidationError("`segue seek` takes one position.")
        }
        guard target != nil else {
            throw ValidationError("'\(word)' is not a position: write 12.5, 1:30, 50%, +10 or -5.")
        }
    }

    private enum Target {
        case absolute(MediaTime)
        case relative(MediaTime)
        /// A fraction of the track's length, 0…1.
        case share(Double)
    }

    private var target: Target? {
        guard let word = words.behindTerminator.first else { return nil }
        if word.last == "%" {
            let text = word.dropLast()
            guard text.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }), let percent = Double(text),
                percent <= 100
            else { return nil }
            return .share(percent / 100)
        }
        guard let sign = word.first, sign == "+" || sign == "-" else { return TimeText.time(word).map(Target.absolute) }
        return TimeText.time(word.dropFirst()).map { .relative(sign == "+" ? $0 : .zero - $0) }
    }

    func run() throws {
        let client = try PlayerClient.connect()
        switch target {
        case .absolute(let time): try client.call("SeekTo", on: .control, [.int64(time.microseconds)])
        case .relative(let time): try client.call("SeekBy", on: .control, [.int64(time.microseconds)])
        case .share(let share):
            let player = try client.properties(of: .player)
            let track = player["Metadata"]?.asProperties.flatMap(TrackSummary.init(metadata:))
            guard let length = track?.length else {
                let isStopped = player["PlaybackStatus"]?.asString == "Stopped"
                throw CommandFailure(
                    isStopped
                        ? "There is nothing to seek in: nothing is playing." : "The length of the track is unknown.")
            }
            let time = MediaTime(seconds: length.seconds * share)
            try client.call("SeekTo", on: .control, [.int64(time.microseconds)])
        case nil: break
        }
    }
}
