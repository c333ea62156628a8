import CGStreamer
import EventLoop
public import SegueCore
import SegueFiles

/// Decodes a local file once, from start to end, and measures its audio. Blocks for as long as that takes, so it must
/// not run on the loop's thread.
public final class SoundAnalysis: Sendable {
    /// The longest file that is analysed, in seconds.
    public static let longest = 6.0 * 3600
    /// The time without progress after which the analysis of a file fails, in seconds.
    public static let patience = 8

    /// The parts of a long file that are measured first: those by which a transition is planned. Shorter files are left
    /// out, because the whole of such a file is measured nearly as soon.
    private static let extent = EndsAnalysis<SoundMeter>.Extent(
        head: MediaTime(seconds: 60), tail: MediaTime(seconds: 90), shortest: MediaTime(seconds: 300),
        patience: MediaTime(seconds: 120))

    /// The number of progress checks a second.
    private static let looks = 4

    private let uri: String
    private let record: OpeningRecord
    private let bus = Locked<BusReference?>(nil)
    private let isCancelled = Locked(false)
    private let ends: EndsAnalysis<SoundMeter>

    /// Creates an analysis of the file at a `file:` URI. `record` notes that the file is being decoded. A file that
    /// `record` holds under suspicion is not decoded.
    public init(uri: String, record: OpeningRecord = OpeningRecord()) {
        self.uri = uri
        self.record = record
        ends = EndsAnalysis(uri: uri, Self.extent, record: record) { SoundMeter(rate: $0, $1, rhythm: false) }
    }

    /// Cancels an analysis that is under way, or one that starts later; the analysis fails soon. From any thread.
    public func cancel() {
        isCancelled.withLock { $0 = true }
        bus.withLock { $0 }?.interrupt()
        ends.cancel()
    }

    /// Measures only the beginning and the end of a long file, which takes a moment. Returns nil if the file is too
    /// short for this to be of use, or if the measurement fails.
    public func measureEnds() -> TrackFacts? {
        guard let path = FileURI.path(of: uri), LocalFile.problem(with: path) == nil, record.objection(to: uri) == nil,
            let found = ends.run()
        else { return nil }
        var (beginning, ending) = (found.beginning, found.ending)
        guard let tail = ending?.finish() else { return nil }
        let head = beginning.finish()
        return TrackFacts.Measurement(beginning: head, ending: tail, seconds: found.duration.seconds)
            .map { TrackFacts($0) }
    }

    /// Measures the file. If the length of the file is known, `progress` is called a few times a second with the
    /// completed part, 0…1.
    ///
    /// Throws the error that keeps the file from being decoded to its end. Throws `loadTimeout` if decoding makes no
    /// progress for `patience` seconds.
    public func run(progress: (Double) -> Void = { _ in }) throws(AudioPlayerError) -> AnalysedTrack {
        guard let path = FileURI.path(of: uri) else {
            throw .unsupportedFormat(path: uri, reason: "only files can be analysed, not streams")
        }
        if let problem = LocalFile.problem(with: path) ?? record.objection(to: uri) { throw problem }
        let pipeline = try SamplePipeline(uri: uri)
        bus.withLock { $0 = pipeline.bus }
        let entry = record.begin(uri)
        defer {
            pipeline.close { entry.end() }
            bus.withLock { $0 = nil }
        }
        return try measure(pipeline, progress)
    }

    private func measure(
        _ pipeline: SamplePipeline, _ progress: (Double) -> Void
    ) throws(AudioPlayerError) -> AnalysedTrack {
        let probe = MeterProbe(on: pipeline)
        defer { probe.remove() }
        let held = Locked<AudioPlayerError?>(nil)
        DecodingErrors(in: pipeline.decoder.pointer, uri: uri) { error in held.withLock { $0 = $0 ?? error } }
        var metadata = TrackMetadata()
        pipeline.start()
        try waitForEnd(of: pipeline, held, progress: { probe.seconds }, report: progress) { tags in
            TagReader.apply(tags, to: &metadata)
        }
        guard let measurement = probe.finish() else {
            throw misfit(of: pipeline) ?? ErrorSentences.withoutAudio(uri: uri)
        }
        return AnalysedTrack(
            uri: uri, metadata: metadata.limited(to: Excerpt(uri: uri)), facts: TrackFacts(measurement))
    }

    /// Waits until the whole file has been decoded.
    private func waitForEnd(
        of pipeline: SamplePipeline, _ held: Locked<AudioPlayerError?>, progress: () -> Double,
        report: (Double) -> Void, onTags: (UnsafePointer<GstTagList>) -> Void
    ) throws(AudioPlayerError) {
        var (reached, idle) = (0.0, 0)
        while !isCancelled.withLock({ $0 }) {
            let interval = GstClockTime(1_000_000_000 / Self.looks)
            let message = gst_bus_timed_pop(pipeline.bus.pointer, interval)
            defer { if let message { gst_message_unref(message) } }
            if let message, try isEnd(message, pipeline, onTags) { return }
            let seconds = progress()
            guard seconds <= Self.longest else {
                throw .fileLoadFailed(path: ErrorSentences.place(uri), reason: "it is too long to be analysed")
            }
            if let duration = pipeline.duration?.seconds, duration > 0 { report(min(seconds / duration, 1)) }
            // Intervals are counted, not time: a process that was stopped meanwhile has not waited.
            idle = seconds > reached ? 0 : idle + (message == nil ? 1 : 0)
            reached = max(reached, seconds)
            // decodebin may not post an error; nothing else happens then.
            if idle >= 2, let error = held.withLock({ $0 }) { throw error }
            guard idle < Self.patience * Self.looks else {
                throw .loadTimeout(path: ErrorSentences.place(uri), seconds: Self.patience)
            }
        }
        throw .fileLoadFailed(path: ErrorSentences.place(uri), reason: "the analysis was cancelled")
    }

    private func isEnd(
        _ message: UnsafeMutablePointer<GstMessage>, _ pipeline: SamplePipeline,
        _ onTags: (UnsafePointer<GstTagList>) -> Void
    ) throws(AudioPlayerError) -> Bool {
        switch segue_message_type(message) {
        case GST_MESSAGE_EOS: return true
        case GST_MESSAGE_ASYNC_DONE: if !pipeline.moveToExcerpt() { pipeline.element.setState(GST_STATE_PLAYING) }
        case GST_MESSAGE_ERROR where !DecodedStream.isUnlinked(message): throw failure(of: message, in: pipeline)
        case GST_MESSAGE_TAG:
            var list: UnsafeMutablePointer<GstTagList>?
            gst_message_parse_tag(message, &list)
            guard let list else { break }
            onTags(list)
            gst_tag_list_unref(list)
        default: break
        }
        return false
    }

    private func failure(
        of message: UnsafeMutablePointer<GstMessage>, in pipeline: SamplePipeline
    ) -> AudioPlayerError {
        guard let error = ElementError(message) else { preconditionFailure("an error message has an error") }
        return misfit(of: pipeline) ?? ErrorSentences.error(error, uri: uri)
    }

    /// Returns the reason why the stream can't be played, also if the decoder ends without a sample and without an
    /// error.
    private func misfit(of pipeline: SamplePipeline) -> AudioPlayerError? {
        pipeline.misfit.map { ErrorSentences.unfit($0, uri: uri) }
    }
}
