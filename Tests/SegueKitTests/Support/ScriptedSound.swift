import EventLoop
import SegueAudio
import SegueCore
import SegueFiles
import SegueTestSupport
import Testing

@testable import SegueKit

/// The scripted engine of a player: it follows the player's instructions by the clock of a test, without files and
/// audio. Files load immediately.
final class ScriptedSound: SoundEngine {
    var onAnswer: (SoundAnswer) -> Void = { _ in }
    /// The commands without an answer so far.
    private var noted: [SoundChange: (ticket: CommandTicket, time: MonotonicTime)] = [:]
    /// The delay from the mixer to the ear.
    private static let latency = MediaTime(nanoseconds: 20_000_000)
    private var script = ScriptedEngine()
    private let clock: any PlayerClock
    private let files: ScriptedFiles
    private let onEvent: (AudioEvent) -> Void
    /// The time for which audio has been playing, and the start of the current stretch; nil in a pause and in silence.
    private var played = MediaTime.zero
    private var soundsSince: MediaTime?
    /// The distance of each deck from `sounded`.
    private var offsets: [LoadGeneration: MediaTime] = [:]
    /// The value of `sounded` at which the audible transition is over.
    private var transitionEnd = MediaTime.zero
    private var next: (any Alarm)?
    private var fadeOut: (any Alarm)?
    private var isClosed = false

    init(clock: any PlayerClock, files: ScriptedFiles, onEvent: @escaping (AudioEvent) -> Void) {
        self.clock = clock
        self.files = files
        self.onEvent = onEvent
        soon { self.happen(.outputReady(name: "null", fallback: nil)) }
    }

    // MARK: - Instructions

    func perform(_ instruction: AudioInstruction) {
        guard !isClosed else { return }
        if case .load(_, let uri, _, _, _) = instruction { script.library[uri] = files.metadata(of: uri) }
        script.perform(instruction)
        #expect(script.complaints.isEmpty)
        switch instruction {
        case .load(let generation, _, _, _, _): soon { self.answer(generation) }
        case .start(let generation, _, _, _, _):
            fadeOut?.cancel()
            answer(.start)
            if let deck = script[generation] { offsets[generation] = deck.position - sounded }
        case .quickFinish(let incoming, let duration):
            transitionEnd = sounded + duration
            soon { self.compressed(incoming, duration) }
        case .fadeOut(let duration, _):
            answer(.stop)
            fadeOut = clock.schedule(inNanoseconds: duration.nanoseconds) { [weak self] in
                self?.happen(.fadeOutCompleted)
            }
        case .stop: fadeOut?.cancel()
        case .pause: answer(.pause)
        case .resume:
            fadeOut?.cancel()
            answer(.start)
        case .setVolume: answer(.volume)
        case .selectOutput(let name): soon { self.happen(.outputReady(name: name, fallback: nil)) }
        case .reopenOutput: soon { self.happen(.outputReady(name: "null", fallback: nil)) }
        case .unload, .schedule, .cancelSchedule, .playOut, .setSkipDuration, .setOutputLatency, .improveOutput:
            break
        }
        plan()
    }

    func positions() -> [DeckPosition] {
        script.live.filter(\.isSounding).map { deck in
            let position = sounded + (offsets[deck.generation] ?? .zero)
            return DeckPosition(generation: deck.generation, heard: position, stopping: position)
        }
    }

    func note(_ ticket: CommandTicket, for change: SoundChange, at time: MonotonicTime) {
        noted[change] = (ticket, time)
    }

    private func answer(_ change: SoundChange) {
        guard let (ticket, time) = noted.removeValue(forKey: change) else { return }
        let passed = MediaTime(nanoseconds: clock.now.nanoseconds(since: time))
        onAnswer(SoundAnswer(ticket: ticket, mixed: passed, heard: passed + Self.latency))
    }

    func currentDevice(among devices: [OutputDevice]) -> OutputDevice? { nil }
    var soundPath: SoundPath { SoundPath() }
    func span(of generation: LoadGeneration) -> (start: Int64, end: Int64?)? { nil }
    var mixedSamples: Int64 { 0 }
    func fallSilent(_ completion: @escaping () -> Void) { completion() }
    func complete(_ completion: @escaping () -> Void) { completion() }

    func close() {
        isClosed = true
        next?.cancel()
        fadeOut?.cancel()
    }

    // MARK: - Events

    private func soon(_ action: @escaping () -> Void) {
        clock.schedule(at: clock.now) { [weak self] in
            guard self?.isClosed == false else { return }
            action()
        }
    }

    private func happen(_ event: AudioEvent) {
        script.happen(event)
        plan()
        onEvent(event)
    }

    private func answer(_ generation: LoadGeneration) {
        guard let deck = script[generation], !deck.isLoaded else { return }
        guard !files.isSilent(deck.uri) else {
            return files.onRelease(of: deck.uri) { [weak self] in self?.answer(generation) }
        }
        if files.isCorrupt(deck.uri) {
            happen(.loadFailed(generation, .fileLoadFailed(path: files.path(of: deck.uri), reason: "it is corrupt")))
        } else {
            happen(.loaded(generation, script.loadedTrack(deck)))
        }
    }

    private func compressed(_ incoming: LoadGeneration, _ duration: MediaTime) {
        guard let running = script.running, running.incoming == incoming, let offset = offsets[incoming] else { return }
        let elapsed = sounded + offset - (script[incoming]?.position ?? .zero)
        let progress = min(1, elapsed.seconds / max(running.duration.seconds, 0.001))
        let span = FadeSpan(progress: progress, position: sounded + offset, duration: duration)
        happen(.quickFinishing(incoming: incoming, span: span))
    }

    /// The time for which audio has been playing.
    private var sounded: MediaTime { played + (soundsSince.map { clock.time - $0 } ?? .zero) }

    /// Determines the next event of the audio, and its time.
    private func plan() {
        let isSounding = script.isRunning && script.live.contains(where: \.isSounding)
        played = sounded
        soundsSince = isSounding ? clock.time : nil
        next?.cancel()
        guard isSounding, !script.isFadingOut, let (rest, event) = upcoming else { return }
        next = clock.schedule(inNanoseconds: max(0, rest.nanoseconds)) { [weak self] in self?.reach(event) }
    }

    private var upcoming: (rest: MediaTime, event: AudioEvent)? {
        let end = script.running.map { running in
            (rest: transitionEnd - sounded, event: AudioEvent.transitionFinished(incoming: running.incoming))
        }
        let start = script.plan.map { plan in
            (rest: rest(until: plan), event: AudioEvent.transitionStarted(incoming: plan.incoming))
        }
        // A skip in a fade does not wait for the end of the fade.
        if let transition = [end, start].compactMap({ $0 }).min(by: { $0.rest < $1.rest }) { return transition }
        guard let deck = script.live.first(where: \.isSounding) else { return nil }
        return (restOf(deck), .ended(deck.generation))
    }

    private func rest(until plan: TransitionPlan) -> MediaTime {
        guard let outgoing = script[plan.outgoing], let offset = offsets[plan.outgoing] else { return .zero }
        switch plan.start {
        case _ where plan.kind == .gapless: return restOf(outgoing)
        case .at(let position): return position - (sounded + offset)
        case .now: return .zero
        }
    }

    private func restOf(_ deck: ScriptedEngine.Deck) -> MediaTime {
        let duration = script.loadedTrack(deck).metadata.duration ?? .zero
        return duration - (sounded + (offsets[deck.generation] ?? .zero))
    }

    private func reach(_ event: AudioEvent) {
        if case .transitionStarted(let incoming, _) = event, let plan = script.plan, let deck = script[incoming] {
            offsets[incoming] = deck.position - sounded
            transitionEnd = sounded + plan.duration
            if plan.start == .now { answer(.start) }
            let span = FadeSpan(position: deck.position, duration: plan.duration)
            happen(.transitionStarted(incoming: incoming, span: plan.kind == .crossfade ? span : nil))
        } else {
            happen(event)
        }
    }
}

/// The files that a scripted player can play. From any thread.
final class ScriptedFiles: Sendable {
    private let tracks = Locked<[String: MediaTime]>([:])
    private let corrupt = Locked<Set<String>>([])
    private let silent = Locked<Set<String>>([])
    private let waiting = Locked<[String: [LoopConfined<() -> Void>]]>([:])

    func add(_ path: String, seconds: Double) {
        tracks.withLock { $0[FileURI.uri(path: path)] = MediaTime(seconds: seconds) }
    }

    func addCorrupt(_ path: String) { corrupt.withLock { _ = $0.insert(FileURI.uri(path: path)) } }

    /// Adds a file that never loads, unless it is released.
    func addSilent(_ path: String) { silent.withLock { _ = $0.insert(FileURI.uri(path: path)) } }

    /// Calls `action` when the file is released. On the loop's thread, like `release`.
    func onRelease(of uri: String, _ action: @escaping () -> Void) {
        let action = LoopConfined(action)
        waiting.withLock { $0[uri, default: []].append(action) }
    }

    /// Releases a file, so that it loads.
    func release(_ path: String) {
        let uri = FileURI.uri(path: path)
        silent.withLock { _ = $0.remove(uri) }
        for action in waiting.withLock({ $0.removeValue(forKey: uri) }) ?? [] { action.value() }
    }

    func path(of uri: String) -> String { FileURI.path(of: uri)?.description ?? uri }

    func isCorrupt(_ uri: String) -> Bool { corrupt.withLock { $0.contains(uri) } }

    func isSilent(_ uri: String) -> Bool { silent.withLock { $0.contains(uri) } }

    func metadata(of uri: String) -> TrackMetadata {
        var metadata = TrackMetadata()
        metadata.duration = tracks.withLock { $0[uri] }
        return metadata
    }
}
