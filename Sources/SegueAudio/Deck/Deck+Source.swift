import CGStreamer
import EventLoop
import SegueCore

/// The handling of a server's answers, before any data of the load reaches the decoder.
extension Deck {
    /// Observes the decoder's source, which queries the server.
    func attend(_ decoder: Element) {
        DecoderSource.observe(decoder) { [weak self] source in
            self?.grantTime(to: source)
            self?.listen(to: source)
        }
        DecoderSource.admit(decoder) { [weak self] address in
            guard let self, !RemotePlaylist.isRemote(address) else { return true }
            let error = ErrorSentences.foreign(address, in: route.address)
            inbox.post(.unplayable(self, error))
            return false
        }
        // A tag at the start of a station's data, mostly by its encoder, would replace the titles that the station
        // sends beside the music.
        InnerElements.observe(decoder, of: "mpegaudioparse") { [weak self] parser in
            _ = parser.pad("sink").addProbe(GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM) { [weak self] item in
                guard let self, case .event(let event) = item, shared.withLock({ $0.source.sendsTitles }),
                    Self.isTagOfContainer(event)
                else { return .pass }
                return .drop
            }
        }
        // If the demuxer can't read the end, it estimates a length from the number of bytes and the encoder's nominal
        // bit rate.
        InnerElements.observe(decoder, of: "oggdemux") { [weak self] demuxer in
            self?.shared.withLock { $0.source.isOgg = true }
            _ = demuxer.pad("sink").addProbe(GST_PAD_PROBE_TYPE_QUERY_UPSTREAM) { [weak self] item in
                guard let self, case .query(let query) = item, segue_query_type(query) == GST_QUERY_DURATION,
                    self.shared.withLock({ $0.source.parts != .offered })
                else { return .pass }
                return .drop
            }
        }
    }

    /// Returns true if the event carries a container's description of its content.
    private static func isTagOfContainer(_ event: UnsafeMutablePointer<GstEvent>) -> Bool {
        guard segue_event_type(event) == GST_EVENT_TAG else { return false }
        var list: UnsafeMutablePointer<GstTagList>?
        gst_event_parse_tag(event, &list)
        return list.map { Tags($0).line(GST_TAG_CONTAINER_FORMAT) != nil } ?? false
    }

    /// Extends the source's timeout to the limit of the load. Otherwise, the source ends the load once its server has
    /// been silent for 15 s.
    private func grantTime(to source: Element) {
        let wanted = Int32(limit.seconds.rounded(.up))
        if wanted > Self.sourceTimeout, source.has("timeout") { source.set("timeout", wanted) }
    }

    /// The source's default timeout, in seconds (GStreamer, souphttpsrc).
    private static let sourceTimeout: Int32 = 15

    private func listen(to source: Element) {
        let pad = source.pad("src")
        if access == .atWill { hold(pad) }
        pad.addTransform { [weak self] buffer in
            guard let self else { return nil }
            if let buffer { return take(buffer) }
            return endOfDocument()
        }
        // nonisolated(unsafe): a probe is called only while its pad exists.
        nonisolated(unsafe) let place = pad.pointer
        _ = pad.addProbe(GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM) { [weak self] item in
            guard let self, case .event(let event) = item else { return .pass }
            if segue_event_type(event) == GST_EVENT_EOS { return verdictOnSourceEnd(at: place) }
            if let answer = ServerAnswer(event) { note(answer) }
            return .pass
        }
        _ = pad.addProbe(GST_PAD_PROBE_TYPE_QUERY_UPSTREAM) { [weak self] item in
            guard let self, case .query(let query) = item else { return .pass }
            return verdict(onQuery: query)
        }
    }

    /// Holds the source's data back for a moment after each seek.
    private func hold(_ pad: Pad) {
        let pace = SeekPace()
        _ = pad.addProbe(GST_PAD_PROBE_TYPE_BUFFER) { item in
            if case .buffer(let buffer) = item { pace.wait(before: Int(gst_buffer_get_size(buffer))) }
            return .pass
        }
        let events = [GST_PAD_PROBE_TYPE_EVENT_BOTH, GST_PAD_PROBE_TYPE_EVENT_FLUSH].reduce(0) { $0 | $1.rawValue }
        _ = pad.addProbe(GstPadProbeType(rawValue: events)) { item in
            guard case .event(let event) = item else { return .pass }
            switch segue_event_type(event) {
            case GST_EVENT_SEEK: pace.seekBegan()
            case GST_EVENT_FLUSH_STOP: pace.seekDone()
            case GST_EVENT_EOS: pace.wait(before: nil)
            default: break
            }
            return .pass
        }
    }

    /// Corrects the source's answers. The source claims more than it knows, and the elements after it rely on the
    /// answers.
    private func verdict(onQuery query: UnsafeMutablePointer<GstQuery>) -> Pad.Verdict {
        var format = GST_FORMAT_UNDEFINED
        switch segue_query_type(query) {
        case GST_QUERY_SEEKING:
            // The source assumes that any server serves parts. A demuxer of Ogg that reads in order would look for the
            // length at the end, and often find a page before it. Without positions, the load is reopened at will.
            guard shared.withLock({ $0.source.parts != .offered || $0.source.isOgg && access == .inOrder }) else {
                return .pass
            }
            gst_query_parse_seeking(query, &format, nil, nil, nil)
            gst_query_set_seeking(query, format, 0, 0, -1)
            return .handled
        case GST_QUERY_DURATION:
            // If the server does not state the number of bytes, the source says that there is no length in time,
            // whatever the file states.
            gst_query_parse_duration(query, &format, nil)
            return format == GST_FORMAT_TIME ? .drop : .pass
        default: return .pass
        }
    }

    private func note(_ answer: ServerAnswer) {
        shared.withLock { $0.source.note(answer, at: route.address) }
    }

    /// Returns the verdict on the source's end of stream. An end caused by a refused part is not the end. An element
    /// that reads at will would read on, and GStreamer 1.22 then writes past its memory.
    private func verdictOnSourceEnd(at pad: UnsafeMutablePointer<GstPad>) -> Pad.Verdict {
        let (isPlaylist, parts) = shared.withLock { ($0.source.isPlaylist, $0.source.parts) }
        if isPlaylist { return .drop }
        guard access == .atWill, parts != .unknown else { return .pass }
        // By now the source has noticed a refusal.
        return Self.isSeekable({ gst_pad_query(pad, $0) }, in: GST_FORMAT_BYTES) ? .pass : .drop
    }

    // MARK: - Playlists

    /// Passes data to be played, and keeps the data of a playlist.
    private func take(_ buffer: UnsafeMutablePointer<GstBuffer>) -> UnsafeMutablePointer<GstBuffer>? {
        // A decoder may keep all that comes before the audio: pictures without end, for instance.
        let size = UInt64(gst_buffer_get_size(buffer))
        let isTooMuch = shared.withLock { shared in
            guard shared.machine.isLoading, !shared.hasSought else { return false }
            return !shared.source.countStart(size)
        }
        if isTooMuch { inbox.post(.unplayable(self, ErrorSentences.withoutStart(route.address))) }
        switch shared.withLock({ $0.source.take(Self.bytes(of: buffer)) }) {
        case .pass: return segue_buffer_ref(buffer)
        case .keep: return nil
        case .refuse:
            inbox.post(.playlistRead(self, .unusable(RemotePlaylist.tooLong(route.address))))
            return nil
        }
    }

    /// Returns the data to pass once all of a playlist has arrived; nil if there is none.
    private func endOfDocument() -> UnsafeMutablePointer<GstBuffer>? {
        guard let reading = shared.withLock({ $0.source.readPlaylist() }) else { return nil }
        switch reading {
        case .stream(let manifest): return Self.buffer(of: manifest)
        case .named, .unusable:
            inbox.post(.playlistRead(self, reading))
            return nil
        }
    }

    private static func bytes(of buffer: UnsafeMutablePointer<GstBuffer>) -> [UInt8] {
        let size = gst_buffer_get_size(buffer)
        return [UInt8](unsafeUninitializedCapacity: Int(size)) { memory, length in
            length = Int(gst_buffer_extract(buffer, 0, memory.baseAddress, size))
        }
    }

    private static func buffer(of bytes: [UInt8]) -> UnsafeMutablePointer<GstBuffer>? {
        guard let buffer = gst_buffer_new_allocate(nil, gsize(bytes.count), nil) else { return nil }
        gst_buffer_fill(buffer, 0, bytes, gsize(bytes.count))
        return buffer
    }
}
