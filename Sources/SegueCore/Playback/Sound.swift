/// The loads that play, or are paused: none, one track, or two tracks in a transition.
struct Sound: Sendable {
    private enum Content: Sendable {
        case silence(Silence)
        case one(Load)
        /// Joined or cut: some milliseconds of the previous track may still be queued.
        case joined(from: Load, to: Load)
        /// The track has ended or failed. Some milliseconds of the previous track may still be queued.
        case ended(QueueEntry, rest: Load?)
        /// The outgoing track may fall silent before the fade is over.
        case fading(from: Load?, to: Load, Fade)
    }

    private var content = Content.silence(.idle)
    /// The motion of the loaded tracks: playing, or the reason for not playing. In silence, nothing moves.
    private(set) var motion = Motion.standing(at: .zero)
    /// True if the engine's clock runs: playing, or fading to silence.
    var isRunning: Bool { motion.isRunning }

    /// The track that counts as playing, or that has most recently ended or failed; nil in silence.
    var track: QueueEntry? {
        switch content {
        case .silence: nil
        case .one(let load), .joined(_, let load), .fading(_, let load, _): load.entry
        case .ended(let track, _): track
        }
    }

    /// The load that counts as playing; in a fade, the incoming one.
    var current: Load? {
        switch content {
        case .silence, .ended: nil
        case .one(let load), .joined(_, let load), .fading(_, let load, _): load
        }
    }

    /// The outgoing load.
    var outgoing: Load? {
        switch content {
        case .silence, .one: nil
        case .joined(let load, _): load
        case .ended(_, let load), .fading(let load, _, _): load
        }
    }

    /// The fade that is heard, or paused.
    var fade: Fade? {
        guard case .fading(_, _, let fade) = content else { return nil }
        return fade
    }

    var loads: [Load] { [current, outgoing].compactMap { $0 } }

    /// The state if no navigation or seek is pending.
    var state: PlayerState {
        switch content {
        case .silence(let silence): silence.state
        case .one(let load), .joined(_, let load): motion.state(of: load.entry, fill: load.fill)
        case .ended(let track, _): motion.state(of: track, fill: 0)
        case .fading(_, let load, let fade): fade.state(to: load.entry)
        }
    }

    // MARK: - Loads

    /// Begins a load from silence, or instead of everything that was loaded.
    mutating func begin(_ load: Load, isRunning: Bool) {
        content = .one(load)
        motion = isRunning ? .running : .standing(at: load.start)
    }

    /// Makes `incoming` the playing load when its first sample is heard, with a fade or without one. Does nothing while
    /// nothing plays.
    mutating func goOver(to incoming: Load, along fade: Fade?) {
        guard let leaving = current else { return }
        content = fade.map { .fading(from: leaving, to: incoming, $0) } ?? .joined(from: leaving, to: incoming)
    }

    /// Ends the fade: one track plays on alone. Returns the other one, unless it had fallen silent. Does nothing
    /// without a fade.
    mutating func endFade(keeping survivor: Fade.Side) -> Load? {
        guard case .fading(let from, let to, _) = content else { return nil }
        guard survivor == .outgoing, let from else {
            content = .one(to)
            return from
        }
        content = .one(from)
        return to
    }

    /// Ends the fade without a survivor: both tracks fade to silence together.
    mutating func forgetFade() {
        guard case .fading(let from, let to, _) = content else { return }
        content = from.map { .joined(from: $0, to: to) } ?? .one(to)
    }

    /// Removes the outgoing track. In a fade, the incoming one continues along its curve.
    mutating func loseOutgoing() {
        switch content {
        case .silence, .one: break
        case .joined(_, let to): content = .one(to)
        case .ended(let track, _): content = .ended(track, rest: nil)
        case .fading(_, let to, let fade): content = .fading(from: nil, to: to, fade)
        }
    }

    /// Removes the playing track, which has ended or failed outside of a fade.
    mutating func loseCurrent() {
        switch content {
        case .silence, .ended: break
        case .one(let load): content = .ended(load.entry, rest: nil)
        case .joined(let from, let to): content = .ended(to.entry, rest: from)
        case .fading: preconditionFailure("a fade has to end before its incoming track is gone")
        }
    }

    /// Removes all loads.
    mutating func fallSilent(_ silence: Silence) {
        content = .silence(silence)
        motion = .standing(at: .zero)
    }

    // MARK: - The clock of the engine

    mutating func run() { motion = .running }
    mutating func fadeOut(_ track: QueueEntry, over duration: MediaTime) { motion = .fadingOut(track, over: duration) }
    mutating func wait() { motion = .waiting }
    mutating func halt(at position: MediaTime) { motion = .standing(at: position) }
    mutating func haltStalled() { motion = .standingStalled }

    /// Records that the playing track has ended. Does nothing unless the engine's clock runs without a fade to silence.
    mutating func runDry() {
        if motion == .running { motion = .waiting }
    }

    // MARK: - Facts

    /// Changes a load. Does nothing if the load is not playing or outgoing.
    mutating func update(_ generation: LoadGeneration, _ change: (inout Load) -> Void) {
        map { if $0.generation == generation { change(&$0) } }
    }

    /// Adopts new metadata of an entry.
    mutating func refresh(_ entry: QueueEntry) {
        map { $0.refresh(entry) }
        updateFade { $0.from.refresh(entry) }
        if case .ended(var track, let rest) = content {
            track.refresh(entry)
            content = .ended(track, rest: rest)
        }
        if case .fadingOut(var track, let duration) = motion {
            track.refresh(entry)
            motion = .fadingOut(track, over: duration)
        }
    }

    /// Changes the course of the fade, or its announced progress. Does nothing without a fade.
    mutating func updateFade(_ change: (inout Fade) -> Void) {
        guard case .fading(let from, let to, var fade) = content else { return }
        change(&fade)
        content = .fading(from: from, to: to, fade)
    }

    private mutating func map(_ change: (inout Load) -> Void) {
        func changed(_ load: Load) -> Load {
            var load = load
            change(&load)
            return load
        }
        content =
            switch content {
            case .silence(let silence): .silence(silence)
            case .one(let load): .one(changed(load))
            case .joined(let from, let to): .joined(from: changed(from), to: changed(to))
            case .ended(let track, let rest): .ended(track, rest: rest.map(changed))
            case .fading(let from, let to, let fade): .fading(from: from.map(changed), to: changed(to), fade)
            }
    }
}
