import CGStreamer
import EventLoop
import SegueCore
import SegueFiles

/// Reads tags, length, format and cover of one local file, with a separate pipeline that decodes the first buffer.
/// Blocks, but no longer than its limit: not for the loop's thread.
///
/// GstDiscoverer would do much the same through a playbin, with all streams decoded, and a read could not be cancelled.
/// Here only audio is decoded, and `cancel` ends the wait.
final class TrackProbe: Sendable {
    private enum Stage {
        case waiting
        case running(BusReference)
        case finished
        case cancelled
    }

    private let path: LocalPath
    private let record: OpeningRecord
    private let limit: Int
    private let stage = Locked(Stage.waiting)

    init(_ path: LocalPath, record: OpeningRecord = OpeningRecord(), limit: Int = PlayableTrack.limit) {
        self.path = path
        self.record = record
        self.limit = limit
    }

    /// Cancels a read that is under way, or one that starts later; it then returns soon. From any thread.
    func cancel() {
        stage.withLock { stage in
            if case .running(let bus) = stage { bus.interrupt() }
            stage = .cancelled
        }
    }

    /// True if the result is no longer wanted.
    var isCancelled: Bool {
        stage.withLock { stage in
            if case .cancelled = stage { true } else { false }
        }
    }

    /// Reads everything that can be found without playing. The cover, and files beside this one, are read only with
    /// `artwork`. A cancelled read fails with `loadTimeout`.
    func read(artwork: ArtworkCache?) -> Result<TrackMetadata, AudioPlayerError> {
        if let problem = LocalFile.problem(with: path) ?? record.objection(to: uri) { return .failure(problem) }
        let end = MonotonicTime.now.advanced(byNanoseconds: Int64(limit) * 1_000_000_000)
        var metadata: TrackMetadata
        do {
            metadata = try firstImpression(until: end, artwork)
        } catch {
            return .failure(error)
        }
        if metadata.format == "MP3", let length = MPEGAudioLength.read(path) { metadata.duration = length }
        if let length = metadata.duration, let longest = FileLength.longest(path), length > longest {
            metadata.duration = nil
        }
        if let artwork, metadata.artURI == nil || metadata.lyrics == nil {
            let neighbours = Neighbours(of: path)
            if metadata.artURI == nil { metadata.artURI = neighbours.cover.flatMap { artwork.store($0) } }
            if metadata.lyrics == nil { metadata.lyrics = neighbours.lyricsText }
        }
        return .success(metadata)
    }

    /// A demuxer may push data before decodebin has linked it. It then fails although nothing is wrong with the file
    /// (AIFF: about one time in twelve), so a file that fails gets a second and a third chance.
    ///
    /// The elements always decide what is read next. With the data pushed to them, FFmpeg's demuxers (GStreamer 1.22)
    /// skip past the end of a damaged file forever, in a thread that nothing can end.
    private func firstImpression(
        until end: MonotonicTime, _ artwork: ArtworkCache?
    ) throws(AudioPlayerError) -> TrackMetadata {
        for _ in 0..<2 {
            do {
                return try probe(until: end, artwork)
            } catch .fileLoadFailed {
                continue
            }
        }
        return try probe(until: end, artwork)
    }

    private func probe(until end: MonotonicTime, _ artwork: ArtworkCache?) throws(AudioPlayerError) -> TrackMetadata {
        let pipeline = try ProbePipeline(path)
        let entry = record.begin(uri)
        defer { pipeline.close { entry.end() } }
        let bus = pipeline.bus
        let isWanted = stage.withLock { stage in
            if case .cancelled = stage { return false }
            stage = .running(bus)
            return true
        }
        guard isWanted else { throw timeout }
        defer {
            stage.withLock { stage in
                if case .running = stage { stage = .finished }
            }
        }
        let held = HeldBackError()
        DecodingErrors(in: pipeline.decoder.pointer, uri: uri) { error in
            held.note(error)
            bus.interrupt()
        }
        pipeline.start()
        var metadata = TrackMetadata()
        try waitForSound(pipeline, until: end, held) { message in apply(message, &metadata, artwork) }
        pipeline.describe(&metadata)
        // The demuxer that opens the file depends on the installation, and not every demuxer identifies AIFF.
        if isAIFF { metadata.format = "AIFF" }
        return metadata
    }

    private var isAIFF: Bool {
        guard let head = LocalFile.read(path, limit: 12), head.starts(with: "FORM".utf8) else { return false }
        return ["AIFF", "AIFC"].contains { head.dropFirst(8).elementsEqual($0.utf8) }
    }

    /// Waits until the first buffer has been decoded.
    private func waitForSound(
        _ pipeline: ProbePipeline, until limit: MonotonicTime, _ held: HeldBackError,
        onTags: (UnsafeMutablePointer<GstMessage>) -> Void
    ) throws(AudioPlayerError) {
        var end = limit
        while true {
            let rest = max(0, end.nanoseconds - MonotonicTime.now.nanoseconds)
            guard let message = gst_bus_timed_pop(pipeline.bus.pointer, GstClockTime(rest)) else {
                throw held.first ?? timeout
            }
            defer { gst_message_unref(message) }
            switch segue_message_type(message) {
            case GST_MESSAGE_TAG:
                onTags(message)
            case GST_MESSAGE_ERROR:
                throw pipeline.failure(of: message)
            case GST_MESSAGE_ASYNC_DONE:
                return
            case GST_MESSAGE_APPLICATION:
                if isCancelled { throw timeout }
                end = min(end, MonotonicTime.now.advanced(byNanoseconds: DecodingErrors.patience))
            default:
                break
            }
        }
    }

    private var uri: String { FileURI.uri(path) }

    private var timeout: AudioPlayerError { .loadTimeout(path: path.description, seconds: limit) }

    private func apply(
        _ message: UnsafeMutablePointer<GstMessage>, _ metadata: inout TrackMetadata, _ artwork: ArtworkCache?
    ) {
        var list: UnsafeMutablePointer<GstTagList>?
        gst_message_parse_tag(message, &list)
        guard let list else { return }
        defer { gst_tag_list_unref(list) }
        TagReader.apply(list, to: &metadata)
        // The same cover is repeated with each list of the stream: once is enough.
        if metadata.artURI == nil { metadata.artURI = artwork?.embeddedCover(in: list) }
    }
}

/// The first error inside the decoder.
private final class HeldBackError: Sendable {
    private let error = Locked<AudioPlayerError?>(nil)

    var first: AudioPlayerError? { error.withLock { $0 } }

    func note(_ news: AudioPlayerError) {
        error.withLock { $0 = $0 ?? news }
    }
}
