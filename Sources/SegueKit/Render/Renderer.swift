import EventLoop
import SegueAudio
public import SegueCore
import SegueFiles

/// Plays a queue into a file as fast as the processor allows (design.md, Sound), with the core, decks, mixer and
/// automation of normal playback.
public final class Renderer {
    private let options: RenderOptions
    private let loop: EventLoop
    private let file: UnfinishedFile
    private let shell: PlayerShell
    private let inputs = RenderInputs()
    private let onProgress: (RenderProgress) -> Void
    private let warn: (String) -> Void
    private var report = RenderReport()
    private var count = 0
    private var sounds: [String: AnalysisOutcome] = [:]
    /// The reason why the file can't be completed.
    private var failure: AudioPlayerError?
    private var isCompleting = false
    private var lastWarning: String?
    private var signal: Int32?

    /// Renders, and returns when the file is complete or the render was interrupted. Blocks the calling thread.
    ///
    /// - Parameters:
    ///   - options: the inputs, the output and the settings.
    ///   - signals: the signals that end the render, which are blocked in the calling thread from then on. The calling
    ///     thread must be the main thread, before any other was started (see `SignalSource`).
    ///   - progress: called several times a second.
    ///   - warn: called with a sentence for each file that could not be played, or not to its end.
    /// - Returns: the report on the file, or the signal that ended the render.
    /// - Throws: `noValidTracksInPlaylist`, or the only problem, if nothing can be played. Throws `outputError` if the
    ///   file can't be written, or is one of the inputs. Throws `unsupportedFormat` for a stream, and
    ///   `invalidConfiguration` for invalid settings. Nothing has been written then.
    public static func run(
        _ options: RenderOptions, endingOn signals: [Int32] = [], progress: @escaping (RenderProgress) -> Void,
        warn: @escaping (String) -> Void
    ) throws(AudioPlayerError) -> RenderOutcome {
        let loop: EventLoop
        let renderer: Renderer
        do {
            loop = try EventLoop()
            renderer = try Renderer(options, loop: loop, progress: progress, warn: warn)
            if !signals.isEmpty {
                loop.add(try SignalSource(signals) { [weak renderer] in renderer?.interrupt($0) })
            }
        } catch let error as AudioPlayerError {
            throw error
        } catch {
            throw .engineError(reason: "\(error)")
        }
        return try renderer.render()
    }

    private init(
        _ options: RenderOptions, loop: EventLoop, progress: @escaping (RenderProgress) -> Void,
        warn: @escaping (String) -> Void
    ) throws(AudioPlayerError) {
        var configuration = options.configuration
        configuration.fadeInDuration = .zero
        configuration.fadeOutDuration = .zero
        configuration.enableLooping = false
        try configuration.validate()
        self.options = options
        self.loop = loop
        self.warn = warn
        onProgress = progress
        file = try UnfinishedFile(for: options.path)
        shell = PlayerShell(clock: LoopClock(loop), configuration: configuration, seed: 0)
    }

    private func render() throws(AudioPlayerError) -> RenderOutcome {
        tick()
        let loop = loop
        inputs.find(options.inputs, listening: options.configuration.transitions == .listen) { loop.stop() }
        loop.run()
        if let signal { return .interrupted(signal: signal) }
        try play(try playable())
        loop.run()
        shell.close()
        if let signal { return .interrupted(signal: signal) }
        if let failure { throw failure }
        try file.commit()
        onProgress(.rendering(1))
        return .complete(report)
    }

    private func interrupt(_ signal: Int32) {
        self.signal = signal
        loop.stop()
    }

    // MARK: - Preparation

    private func playable() throws(AudioPlayerError) -> RenderInputs.Finding {
        guard let found = inputs.result else { preconditionFailure("the loop ended before its inputs were found") }
        guard !found.entries.isEmpty else { throw AudioPlayerError(allOf: found.problems) }
        for problem in found.problems { warn(problem.description) }
        for entry in found.entries {
            guard let path = FileURI.pathBytes(of: entry.uri) else {
                throw .unsupportedFormat(path: entry.uri, reason: "only files can be rendered, not streams")
            }
            guard !file.willReplace(pathBytes: path) else {
                throw .outputError(output: options.path, reason: "it is one of the files to be rendered")
            }
        }
        return found
    }

    private func play(_ found: RenderInputs.Finding) throws(AudioPlayerError) {
        count = found.entries.count
        sounds = found.sounds
        let usual = found.commonRate ?? 44100
        report.rate = options.rate ?? min(max(usual, RenderOptions.rates.lowerBound), RenderOptions.rates.upperBound)
        shell.observe { [weak self] _, new, effects in self?.follow(new, effects) }
        do {
            let target = options.target(path: file.path)
            try shell.start(AudioEngine.Options(mode: .render(target), rate: report.rate), on: loop)
        } catch {
            throw named(error)
        }
        shell.perform(.edit(.replace(found.entries, play: true)))
    }

    /// Returns the error with the requested path, because the file is written under another path.
    private func named(_ error: AudioPlayerError) -> AudioPlayerError {
        guard case .outputError(_, let reason) = error else { return error }
        return .outputError(output: options.path, reason: reason)
    }

    // MARK: - Rendering

    private func follow(_ snapshot: Snapshot, _ effects: [Effect]) {
        report.samples = max(report.samples, shell.renderedSamples)
        // A render needs no covers: the facts from the loads are enough, and arrive in time.
        for case .readMetadata(let requests) in effects {
            for request in requests { shell.receive(.metadataRead(request.id, nil)) }
        }
        for case .analyse(let wishes) in effects {
            for uri in wishes.sounds + wishes.later {
                shell.receive(.analysed(uri, sounds[uri] ?? .failed("it was not analysed.")))
            }
        }
        let isTransition = effects.contains { if case .report(.transitionStarted) = $0 { true } else { false } }
        for case .report(let event) in effects {
            switch event {
            // A track that has broken off is followed without a transition.
            case .trackStarted(let entry) where !isTransition: begin(entry, at: report.samples, snapshot)
            case .transitionStarted(let record): add(record, snapshot)
            case .trackSkipped(_, let reason): leaveOut(reason)
            case .outputLost(_, let reason, _): failure = .outputError(output: options.path, reason: reason)
            case .error(let error):
                if report.tracks.isEmpty { failure = named(error) } else { leaveOut(error.description) }
            case .loadStarted, .loadProgress, .loadTimedOut, .trackStarted, .transitionPlanned, .transitionFinished,
                .outputReady, .streamTitle, .queueChanged, .played, .rated, .analysed,
                .playlistStarted, .sessionTrouble:
                break
            }
        }
        switch snapshot.state {
        case .finished: complete()
        case .failed: loop.stop()
        case .idle, .preparing, .preparingCrossfade, .playing, .crossfading, .paused, .crossfadePaused, .fadingOut,
            .buffering, .seeking:
            if failure != nil { loop.stop() }
        }
    }

    /// Warns with the sentence, unless it was the last one: an error that ends the queue is reported twice.
    private func leaveOut(_ sentence: String) {
        guard sentence != lastWarning else { return }
        lastWarning = sentence
        warn(sentence)
    }

    /// Completes the file; does nothing if that has been requested.
    private func complete() {
        guard !isCompleting else { return }
        isCompleting = true
        shell.complete { [loop] in loop.stop() }
    }

    private func begin(_ entry: QueueEntry, at firstSample: Int64, _ snapshot: Snapshot) {
        let gain = snapshot.gain ?? TrackGain(linear: 1, source: .off)
        report.tracks.append(RenderReport.Track(entry, firstSample: firstSample, gain: gain))
    }

    private func add(_ record: TransitionRecord, _ snapshot: Snapshot) {
        guard let incoming = shell.span(of: record.plan.incoming) else { return }
        let end = shell.span(of: record.plan.outgoing)?.end ?? incoming.start
        begin(record.to, at: incoming.start, snapshot)
        report.transitions.append(
            RenderReport.Transition(record, firstSample: incoming.start, endSample: end, rate: report.rate))
    }

    private func tick() {
        onProgress(count == 0 ? inputs.current : .rendering(share))
        loop.schedule(at: MonotonicTime.now.advanced(byNanoseconds: 200_000_000)) { [weak self] in self?.tick() }
    }

    private var share: Double {
        let done = Double(max(report.tracks.count - 1, 0))
        let position = shell.live.position.seconds
        let track = shell.snapshot.track?.metadata.duration.map { min(1, position / max($0.seconds, 0.001)) } ?? 0
        return min(1, (done + track) / Double(count))
    }
}
