import EventLoop
import SegueCore

@testable import SegueAudio
@testable import SegueKit

/// The core and the engine together, with a clock and without a bus: commands in, a recording out.
final class Session {
    let loop: EventLoop
    /// Every state of the state machine, in order.
    private(set) var states: [PlayerState] = []
    /// The most loads that were on the mixer's timeline at once, and the most that could be heard at once.
    private(set) var mostMixed = 0
    private(set) var mostAudible = 0
    private(set) var isFinished = false
    private var made: AudioEngine?
    private let shell: PlayerShell

    init(_ configuration: Configuration, recording path: String, on loop: EventLoop) throws {
        self.loop = loop
        shell = PlayerShell(clock: LoopClock(loop), configuration: configuration, seed: 1)
        shell.observe { [weak self] old, new, _ in
            if new.state != old.state { self?.states.append(new.state) }
        }
        let session = LoopConfined(self)
        try shell.start(AudioEngine.Options(mode: .live(output: "file:" + path)), on: loop) {
            loop, options, record, onEvent throws(AudioPlayerError) in
            let engine = try AudioEngine(loop: loop, options: options, record: record, onEvent: onEvent)
            session.value.made = engine
            return engine
        }
    }

    var engine: AudioEngine {
        guard let made else { preconditionFailure("the engine exists from init on") }
        return made
    }

    var player: Player { shell.player }
    var position: MediaTime { shell.live.position }
    var fadeProgress: Double { shell.live.fadeProgress }

    func perform(_ command: Command) { shell.perform(command) }

    /// Calls `action` when `condition` holds, which is checked every hundredth of a second.
    func when(_ condition: @escaping () -> Bool, _ action: @escaping () -> Void) {
        count()
        guard !condition() else { return action() }
        loop.schedule(at: .now.advanced(byNanoseconds: 10_000_000)) { [weak self] in
            guard let self, !isFinished else { return }
            when(condition, action)
        }
    }

    private func count() {
        let loads = engine.loader.loads.decks + engine.loader.loads.leaving
        mostMixed = max(mostMixed, loads.count { $0.isPlaying })
        let heard = engine.heardSample
        mostAudible = max(
            mostAudible,
            engine.score.onTape.compactMap(\.span).count {
                $0.timeline.startSample <= heard && $0.end.map { $0 > heard } ?? true
            })
    }

    func finish() {
        isFinished = true
        shell.close()
    }

    /// Runs until all sessions have finished. Returns false if that takes longer than `limit` seconds.
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
