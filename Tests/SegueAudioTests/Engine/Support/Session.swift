import EventLoop
import SegueCore

@testable import SegueAudio

/// The core and the engine together, with a clock and without a bus: commands in, a recording out.
final class Session {
    let loop: EventLoop
    private(set) var player: Player
    /// Every state that the machine came to.
    private(set) var states: [PlayerState] = []
    /// The most loads that were on the mixer's timeline at once, and that could be heard.
    private(set) var mostMixed = 0
    private(set) var mostAudible = 0
    private(set) var isFinished = false
    private var made: AudioEngine?
    private var deadlines: [PlayerTimer: Deadline] = [:]
    private var inputs: [Input] = []
    private var isStepping = false

    init(_ configuration: Configuration, recording path: String, on loop: EventLoop) throws {
        self.loop = loop
        player = Player(configuration: configuration, seed: 1)
        made = try AudioEngine(loop: loop, options: AudioEngine.Options(mode: .live(output: "file:" + path))) {
            [weak self] in self?.receive(.audio($0))
        }
    }

    var engine: AudioEngine {
        guard let made else { preconditionFailure("the engine exists from init on") }
        return made
    }

    private var moment: Moment {
        Moment(now: MediaTime(nanoseconds: MonotonicTime.now.nanoseconds), positions: engine.positions())
    }

    var position: MediaTime { player.livePosition(at: moment).position }
    var fadeProgress: Double { player.livePosition(at: moment).fadeProgress }

    func perform(_ command: Command) { receive(.command(command, ticket: nil)) }

    private func receive(_ input: Input) {
        inputs.append(input)
        guard !isStepping, !isFinished else { return }
        isStepping = true
        while !inputs.isEmpty { step(inputs.removeFirst()) }
        isStepping = false
    }

    private func step(_ input: Input) {
        let before = player.state
        for effect in player.handle(input, at: moment).effects {
            switch effect {
            case .audio(let instruction): engine.perform(instruction)
            case .arm(let timer, let time):
                deadlines[timer]?.cancel()
                deadlines[timer] = loop.schedule(at: MonotonicTime(nanoseconds: time.nanoseconds)) { [weak self] in
                    self?.receive(.timer(timer))
                }
            case .disarm(let timer): deadlines.removeValue(forKey: timer)?.cancel()
            case .readMetadata, .complete, .report, .queueChanged, .seeked: break
            }
        }
        if player.state != before { states.append(player.state) }
    }

    /// Calls `action` when `condition` holds, asked again with every hundredth of a second.
    func when(_ condition: @escaping () -> Bool, _ action: @escaping () -> Void) {
        count()
        guard !condition() else { return action() }
        loop.schedule(at: .now.advanced(byNanoseconds: 10_000_000)) { [weak self] in
            guard let self, !isFinished else { return }
            when(condition, action)
        }
    }

    private func count() {
        let loads = engine.loads.decks + engine.loads.leaving
        mostMixed = max(mostMixed, loads.count { $0.isPlaying })
        let heard = engine.heardSample
        mostAudible = max(
            mostAudible,
            engine.audible.count { $0.timeline.startSample <= heard && $0.endSample.map { $0 > heard } ?? true })
    }

    func finish() {
        isFinished = true
        for deadline in deadlines.values { deadline.cancel() }
        engine.close()
    }

    /// Runs until all have finished. False when that takes longer than `limit` seconds.
    static func run(_ sessions: [Session], limit: Double = 60) -> Bool {
        guard let loop = sessions.first?.loop else { return true }
        let deadline = loop.schedule(at: .now.advanced(byNanoseconds: Int64(limit * 1e9))) { loop.stop() }
        func watch() {
            guard !sessions.allSatisfy(\.isFinished) else { return loop.stop() }
            loop.schedule(at: .now.advanced(byNanoseconds: 20_000_000), watch)
        }
        watch()
        loop.run()
        deadline.cancel()
        defer { for session in sessions where !session.isFinished { session.finish() } }
        return sessions.allSatisfy(\.isFinished)
    }
}
