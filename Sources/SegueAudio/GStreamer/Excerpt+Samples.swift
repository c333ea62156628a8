import SegueCore

extension Excerpt {
    /// The time by which a stream's end is set before its last sample's end. Decoders cut at a time in nanoseconds, and
    /// would sometimes leave one sample too many. At the highest rate, a sample takes longer.
    private static let margin = MediaTime(nanoseconds: 100)

    /// The times between which a stream of `rate` hertz has the excerpt: those of the nearest samples, so that
    /// excerpts that meet have each sample once. The end is nil for the end of the file.
    func times(atRate rate: Int32?) -> (start: MediaTime, end: MediaTime?) {
        guard let rate else { return (start, end) }
        func nearest(_ time: MediaTime) -> MediaTime { MediaTime(samples: time.samples(rate: rate), rate: rate) }
        return (nearest(start), end.map { nearest($0) - Self.margin })
    }
}
