import SegueCore

/// Measures the cost of planning a transition for two analysed tracks. The measured step of the player is the one in
/// which it receives the facts about the second track. The same step with the fade at the end of the file is the
/// comparison.
@main
enum PlanningBenchmark {
    static let pairs = 500

    static func main() {
        for minutes in [4, 20, 60] {
            var generator = Generator(state: 1)
            let listening = times(minutes: minutes, transitions: .listen, &generator)
            generator = Generator(state: 1)
            let plain = times(minutes: minutes, transitions: .plain, &generator)
            print(
                "\(pairs) pairs of \(minutes) min: listen median \(figure(listening[pairs / 2])), most "
                    + "\(figure(listening[pairs - 1])) ms; plain median \(figure(plain[pairs / 2])), most "
                    + "\(figure(plain[pairs - 1])) ms")
        }
    }

    /// Returns the times of one step for each pair, in milliseconds, the shortest first.
    private static func times(
        minutes: Int, transitions: Configuration.TransitionMode, _ generator: inout Generator
    ) -> [Double] {
        (0..<pairs).map { _ in
            let first = facts(seconds: minutes * 60, &generator)
            let second = facts(seconds: minutes * 60, &generator)
            return time(first, second, transitions)
        }.sorted()
    }

    private static func time(_ first: TrackFacts, _ second: TrackFacts, _ transitions: Configuration.TransitionMode)
        -> Double
    {
        var configuration = Configuration()
        configuration.transitions = transitions
        var session = Session(player: Player(configuration: configuration, seed: 1))
        let entries = ["file:///a", "file:///b"].map { NewEntry(uri: $0) }
        session.happen(.command(.edit(.replace(entries, play: true)), ticket: nil))
        for entry in entries { session.happen(.analysed(entry.uri, .unmeasured)) }
        for (uri, facts) in [("file:///a", first), ("file:///b", second)] {
            session.load(length: facts.measurement.seconds)
            session.happen(.identified(uri, ContentIdentity(text: uri)))
        }
        session.happen(.analysed("file:///a", .facts(first)))
        return session.happen(.analysed("file:///b", .facts(second)))
    }

    /// Returns a track with a random ending and beginning: loud, falling, or quiet.
    private static func facts(seconds: Int, _ generator: inout Generator) -> TrackFacts {
        let (head, tail) = (generator.number(to: 200), generator.number(to: 200))
        let (low, high) = (-20 - Double(generator.number(to: 30)), -12 - Double(generator.number(to: 6)))
        let count = seconds * 10
        let levels = (0..<count).map { index in
            let share = min(
                head > 0 ? Double(index) / Double(head) : 1, tail > 0 ? Double(count - index) / Double(tail) : 1, 1)
            return low + (high - low) * share + (index / 5 % 2 == 0 ? 3 : -3)
        }
        let peaks = levels.map { _ in 0.5 }
        return TrackFacts(
            TrackFacts.Measurement(
                seconds: Double(seconds), loudness: high, range: 9, peak: 0.5, firstSound: 0,
                lastSound: Double(seconds), momentary: LoudnessCurve(levels), low: PeakCurve(linear: peaks),
                middle: PeakCurve(linear: peaks), high: PeakCurve(linear: peaks)))
    }

    private static func figure(_ number: Double) -> String { "\((number * 1000).rounded() / 1000)" }

    /// A player, and the load that its engine was asked for.
    private struct Session {
        var player: Player
        private var loading: LoadGeneration?

        init(player: Player) { self.player = player }

        /// Handles an input. Returns the time that the step took, in milliseconds.
        @discardableResult
        mutating func happen(_ input: Input) -> Double {
            let start = ContinuousClock.now
            let step = player.handle(input, at: Moment(now: .zero))
            let elapsed = ContinuousClock.now - start
            for case .audio(.load(let generation, _, _, _, _)) in step.effects { loading = generation }
            return Double(elapsed.components.seconds) * 1e3 + Double(elapsed.components.attoseconds) / 1e15
        }

        /// Reports the file that was requested last as ready, with this length in seconds.
        mutating func load(length: Double) {
            guard let loading else { preconditionFailure("nothing was asked for") }
            var metadata = TrackMetadata()
            metadata.duration = MediaTime(seconds: length)
            happen(.audio(.loaded(loading, LoadedTrack(metadata: metadata))))
        }
    }

    /// A generator of the same numbers in every run.
    private struct Generator {
        var state: UInt64

        mutating func number(to limit: UInt64) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % limit)
        }
    }
}
