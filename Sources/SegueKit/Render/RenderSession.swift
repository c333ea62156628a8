import EventLoop
import SegueAudio
import SegueCore

/// What is to be rendered, and how.
public struct RenderOptions: Sendable {
    public enum Container: String, Sendable, Hashable, CaseIterable {
        case wav
        case flac
    }

    /// How samples are stored: 32-bit floating point, the mixer's own, or integers, rounded without dither, so that two renders
    /// are the same. FLAC takes integers only: there, `f32` is written as `s24`.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        case f32
        case s16
        case s24
    }

    /// Absolute paths or URIs of files, folders and playlists; not streams, which have no end.
    public var inputs: [String]
    /// Fades and loudness; a render begins and ends without a fade of its own.
    public var configuration: Configuration
    /// Of the file to be written.
    public var path: String
    public var container: Container
    public var format: Format
    /// Hertz, 8000…192000.
    public var rate: Int32

    public init(
        inputs: [String], configuration: Configuration, path: String, container: Container = .wav,
        format: Format = .f32, rate: Int32 = 44100
    ) {
        self.inputs = inputs
        self.configuration = configuration
        self.path = path
        self.container = container
        self.format = format
        self.rate = rate
    }

    fileprivate var target: RenderTarget {
        let container: RenderTarget.Container = self.container == .flac ? .flac : .wav
        let format: SampleFormat =
            switch self.format {
            case .f32: .float32
            case .s16: .int16
            case .s24: .int24
            }
        return RenderTarget(path: path, container: container, format: format)
    }
}

/// Plays a queue into a file as fast as the processor allows (spec §4): the same core, decks, mixer and automation as for the ear.
public final class RenderSession {
    private let loop: EventLoop
    private let shell: PlayerShell
    private var report = RenderReport()
    private var failure: AudioPlayerError?
    private let progress: (Double) -> Void
    private let warn: (AudioPlayerError) -> Void
    private var count = 0

    /// Renders; returns when the file is complete. Blocks the calling thread.
    ///
    /// - Parameters:
    ///   - options: what, where to, and how.
    ///   - progress: called several times a second with the part that is done, 0…1.
    ///   - warn: called for each file that could not be played and was left out.
    /// - Returns: what lies where in the file.
    /// - Throws: `noValidTracksInPlaylist` when nothing could be played, `outputError` when the file can't be written,
    ///   `invalidConfiguration`. The file is then incomplete or missing.
    public static func run(
        _ options: RenderOptions, progress: @escaping (Double) -> Void, warn: @escaping (AudioPlayerError) -> Void
    ) throws(AudioPlayerError) -> RenderReport {
        let loop: EventLoop
        do { loop = try EventLoop() } catch { throw .engineError(reason: "\(error)") }
        return try RenderSession(options, loop: loop, progress: progress, warn: warn).render(options)
    }

    private init(
        _ options: RenderOptions, loop: EventLoop, progress: @escaping (Double) -> Void,
        warn: @escaping (AudioPlayerError) -> Void
    ) throws(AudioPlayerError) {
        var configuration = options.configuration
        configuration.fadeInDuration = .zero
        configuration.fadeOutDuration = .zero
        configuration.enableLooping = false
        try configuration.validate()
        self.loop = loop
        self.progress = progress
        self.warn = warn
        shell = PlayerShell(loop: loop, configuration: configuration, seed: 0)
    }

    private func render(_ options: RenderOptions) throws(AudioPlayerError) -> RenderReport {
        let (entries, problems) = MediaScan.expand(options.inputs, workingDirectory: "/", progress: nil)
        for problem in problems { warn(problem) }
        guard !entries.isEmpty else {
            throw problems.first ?? .noValidTracksInPlaylist(reason: "nothing was named.")
        }
        if let stream = entries.first(where: { !$0.uri.hasPrefix("file:") }) {
            throw .unsupportedFormat(path: stream.uri, reason: "only files can be rendered, not streams")
        }
        count = entries.count
        report.rate = options.rate
        shell.observe { [weak self] _, new, effects in self?.follow(new, effects) }
        try shell.start(AudioEngine.Options(mode: .render(options.target), rate: options.rate))
        shell.perform(.edit(.replace(entries, play: true)))
        tick()
        loop.run()
        shell.close()
        if let failure, report.tracks.isEmpty { throw failure }
        progress(1)
        return report
    }

    private func follow(_ snapshot: Snapshot, _ effects: [Effect]) {
        report.samples = max(report.samples, shell.renderedSamples)
        for case .report(let event) in effects {
            switch event {
            case .trackStarted(let entry) where report.tracks.isEmpty:
                report.tracks.append(RenderReport.Track(entry, firstSample: 0))
            case .transitionStarted(let record): add(record)
            case .trackSkipped(_, let reason): warn(.noValidTracksInPlaylist(reason: reason))
            case .error(let error): failure = error
            case .loadStarted, .loadTimedOut, .trackStarted, .transitionPlanned, .transitionFinished, .outputReady,
                .outputLost, .streamTitle, .queueChanged, .played:
                break
            }
        }
        switch snapshot.state {
        case .finished, .failed: loop.stop()
        case .idle, .preparing, .preparingCrossfade, .playing, .crossfading, .paused, .crossfadePaused, .fadingOut,
            .buffering, .seeking:
            break
        }
    }

    private func add(_ record: TransitionRecord) {
        guard let incoming = shell.span(of: record.plan.incoming) else { return }
        let end = shell.span(of: record.plan.outgoing)?.end ?? incoming.start
        if report.tracks.isEmpty { report.tracks.append(RenderReport.Track(record.from, firstSample: 0)) }
        report.tracks.append(RenderReport.Track(record.to, firstSample: incoming.start))
        report.transitions.append(RenderReport.Transition(record, firstSample: incoming.start, endSample: end))
    }

    private func tick() {
        let done = Double(max(report.tracks.count - 1, 0))
        let position = shell.live.position.seconds
        let share = shell.snapshot.track?.metadata.duration.map { min(1, position / max($0.seconds, 0.001)) } ?? 0
        progress(min(1, (done + share) / Double(max(count, 1))))
        loop.schedule(at: MonotonicTime.now.advanced(byNanoseconds: 200_000_000)) { [weak self] in self?.tick() }
    }
}
