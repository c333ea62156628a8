/// A part of a whole that goes from 0 to 1: the progress that one item among many counts for.
struct Share {
    var start = 0.0
    var end = 1.0

    init() {}

    private init(start: Double, end: Double) {
        self.start = start
        self.end = end
    }

    /// Creates one of `count` equal parts of the whole.
    init(_ index: Int, of count: Int) {
        self = Share().part(index, of: count)
    }

    /// Returns one of `count` equal parts of this share.
    func part(_ index: Int, of count: Int) -> Share {
        let width = (end - start) / Double(max(count, 1))
        return Share(start: start + width * Double(index), end: start + width * Double(index + 1))
    }
}
