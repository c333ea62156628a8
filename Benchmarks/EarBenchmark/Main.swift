import EventLoop
import SegueTestSupport

/// From key to ear: how long after a press its change is heard, on the monitor of a sink of a private PulseAudio, and
/// then of a private PipeWire.
///
///     EarBenchmark [--count 30] [--seed 1]
///
/// Each key is pressed `count` times, with random waits in between, on the command that was built beside this program,
/// and for comparison on mpv and Audacious if they are installed.
@main
enum EarBenchmark {
    static func main() throws {
        let arguments = try Arguments(CommandLine.arguments.dropFirst())
        print("Seed \(arguments.seed), \(arguments.count) presses of each key\n")
        for kind in SoundServer.Kind.allCases { try measure(kind, arguments) }
    }

    private static func measure(_ kind: SoundServer.Kind, _ arguments: Arguments) throws {
        let home = try Home()
        defer { home.remove() }
        let server = try SoundServer(kind, in: home)
        defer { server.end() }
        let tracks = try Track.make(in: home)
        let loop = try EventLoop()
        var measurements: [Measurement] = []
        func measure(_ player: (any Player)?) throws {
            guard let player else { return }
            defer { player.end() }
            let recorder = try Recorder(in: home, loop: loop)
            defer { recorder.end() }
            var random = SeededRandom(state: arguments.seed)
            measurements.append(
                try Measurement(
                    of: player, recorder: recorder, server: server, loop: loop, count: arguments.count, &random))
        }
        try measure(MPRISPlayer.segue(playing: tracks, in: home, loop: loop))
        try measure(MPVPlayer(playing: tracks, in: home))
        try measure(MPRISPlayer.audacious(playing: tracks, in: home, loop: loop))

        var table = Table(title: "On \(kind.rawValue)")
        for measurement in measurements { measurement.addTimes(to: &table) }
        table.print()
        for measurement in measurements { print(measurement.faults) }
        print("")
    }
}

/// The program's arguments: pairs of a name and a number.
private struct Arguments {
    var count = 30
    var seed = UInt64.random(in: 1...999_999)

    init(_ words: ArraySlice<String>) throws {
        var words = words
        while let name = words.popFirst() {
            guard let number = words.popFirst().flatMap({ UInt64($0) }) else {
                throw Failure("\(name) needs a number behind it")
            }
            switch name {
            case "--count" where (1...10_000).contains(number): count = Int(number)
            case "--seed": seed = number
            default: throw Failure("\(name) \(number) means nothing; there are --count 1…10000 and --seed")
            }
        }
    }
}
