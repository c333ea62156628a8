import EventLoop
import SegueTestSupport

/// Measures the audible output of a player on the monitor of a sink: of a private PulseAudio, and then of a private
/// PipeWire.
///
///     EarBenchmark [keys] [--count 30]       the time from a key to the ear.
///     EarBenchmark beginnings [--count 200]  the ramps with which starts and resumes begin, and clicks.
///     EarBenchmark steady [--minutes 30]     the holes in a sine while no key is pressed.
///
/// The player is the command that was built beside this program. If mpv or Audacious is installed, `keys` compares the
/// command with it; `steady` compares the command with paplay, which plays to another sink of the same server at the
/// same time. With `--seed N`, the random waits are repeated; with `--server pulseaudio` or `--server pipewire`, the
/// other server is left out.
@main
enum EarBenchmark {
    static func main() throws {
        let arguments = try Arguments(CommandLine.arguments.dropFirst())
        for kind in SoundServer.Kind.allCases where arguments.server.map({ $0 == kind }) ?? true {
            switch arguments.trial {
            case .keys: try measureKeys(kind, arguments)
            case .beginnings: try measureBeginnings(kind, arguments)
            case .steady: try measureSteadiness(kind, arguments)
            }
        }
    }

    private static func measureKeys(_ kind: SoundServer.Kind, _ arguments: Arguments) throws {
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
                    of: player, recorder: recorder, server: server, loop: loop, count: arguments.count ?? 30, &random))
        }
        try measure(MPRISPlayer.segue(playing: tracks, in: home, loop: loop))
        try measure(MPVPlayer(playing: tracks, in: home))
        try measure(MPRISPlayer.audacious(playing: tracks, in: home, loop: loop))

        print("Seed \(arguments.seed)\n")
        var table = Table(title: "On \(kind.rawValue)")
        for measurement in measurements { measurement.addTimes(to: &table) }
        table.print()
        for measurement in measurements { print(measurement.faults) }
        print("")
    }

    private static func measureBeginnings(_ kind: SoundServer.Kind, _ arguments: Arguments) throws {
        for patience in Recorder.Patience.allCases {
            let home = try Home()
            defer { home.remove() }
            let server = try SoundServer(kind, in: home)
            defer { server.end() }
            let loop = try EventLoop()
            let recorder = try Recorder(in: home, loop: loop, patience: patience)
            defer { recorder.end() }
            let player = try MPRISPlayer.segue(playing: Track.make(in: home), in: home, loop: loop)
            defer { player.end() }
            var random = SeededRandom(state: arguments.seed)
            let beginnings = try Beginnings(
                of: player, recorder: recorder, server: server, loop: loop, count: arguments.count ?? 200, &random)
            print("On \(kind.rawValue), with a recorder that \(patience.rawValue) (seed \(arguments.seed))\n")
            print(beginnings)
        }
    }

    private static func measureSteadiness(_ kind: SoundServer.Kind, _ arguments: Arguments) throws {
        let home = try Home()
        defer { home.remove() }
        let server = try SoundServer(kind, in: home, sinks: [SoundServer.sink, Steadiness.controlSink])
        defer { server.end() }
        let loop = try EventLoop()
        let steadiness = try Steadiness(on: server, minutes: arguments.minutes ?? 30, in: home, loop: loop)
        print("On \(kind.rawValue)\n")
        print(steadiness)
    }
}

/// The program's arguments: a trial, and pairs of a name and a value.
private struct Arguments {
    enum Trial: String {
        case keys, beginnings, steady
    }

    var trial = Trial.keys
    var count: Int?
    var minutes: Int?
    var seed = UInt64.random(in: 1...999_999)
    var server: SoundServer.Kind?

    init(_ words: ArraySlice<String>) throws {
        var words = words
        if let trial = words.first.flatMap({ Trial(rawValue: $0) }) {
            self.trial = trial
            words.removeFirst()
        }
        while let name = words.popFirst() {
            let value = words.popFirst() ?? ""
            let number = Int(value)
            switch name {
            case "--count" where number.map((1...10_000).contains) == true: count = number
            case "--minutes" where number.map((1...1440).contains) == true: minutes = number
            case "--seed" where number.map({ $0 >= 0 }) == true: seed = UInt64(number ?? 0)
            case "--server":
                server = SoundServer.Kind.allCases.first { $0.rawValue.lowercased() == value.lowercased() }
                guard server != nil else { throw Failure("there is no server \(value)") }
            default:
                throw Failure(
                    "\(name) \(value) means nothing; there are keys, beginnings, steady, --count 1…10000, "
                        + "--minutes 1…1440, --seed and --server")
            }
        }
    }
}
