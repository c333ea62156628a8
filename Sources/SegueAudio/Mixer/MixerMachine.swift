import SegueCore

/// What lies on the mixer's two pads, how far it has mixed, and how far it may. A value: it is told what is mixed and what comes or
/// ends, and answers with what is to be done. Samples are counted from the beginning of its timeline.
struct MixerMachine<Owner: AnyObject & Sendable>: Sendable {
    private enum State: Hashable {
        /// Nothing is put on the timeline, not yet or not any more.
        case closed
        case open
        /// Everything has been mixed.
        case ended
    }

    private struct Lying {
        var deck: Owner
        /// It is silent from here on, and ends where this block does; nil where it goes on to its own end.
        var silence: Int64?
        /// Where its end is; nil as long as it has not come.
        var end: Int64?
    }

    /// Whether there is a pad for one more load.
    enum Room: Hashable, Sendable {
        case free
        /// There will be, without anything that begins where it was asked for.
        case coming
        /// What lies on the pads goes on, at least as far as that.
        case none
    }

    /// One whose last sample has been mixed.
    struct Departure {
        var deck: Owner
        /// What it lay on; nil where another one has its pad already.
        var pad: Int?
    }

    /// What becomes of a block that has been mixed.
    enum BlockStep {
        /// It waits for room.
        case wait
        /// It has been taken before.
        case drop
        /// It is kept. With `isAwaited` somebody waits for it.
        case take([Departure], isAwaited: Bool)
    }

    /// Tells this timeline from those before it.
    private(set) var number = 0
    private var state = State.closed
    private var pads: [Lying?] = [nil, nil]
    /// What has given its pad to the load behind it, until it is mixed.
    private var joined: [Lying] = []
    /// So many samples have been mixed.
    private(set) var frontier: Int64 = 0
    /// It may mix up to here, and to the end of the block.
    private var allowance: Int64 = 0
    /// There is something that nobody has taken yet.
    private var hasNews = false
    /// Somebody waits for what is mixed next.
    private var isAwaited = false

    /// Whether loads can be put on the timeline.
    var isOpen: Bool { state == .open }
    var hasEnded: Bool { state == .ended }
    /// What lies on the pads.
    var decks: [Owner] { pads.compactMap { $0?.deck } }
    /// Whether there is a pad for what is to come onto the timeline behind `sample`, at the end of whose block a load on its way out ends.
    func room(at sample: Int64, blockEnd: (Int64) -> Int64) -> Room {
        if pads.contains(where: { $0 == nil }) { return .free }
        let isComing = pads.contains { lying in
            (lying?.end ?? lying?.silence.map(blockEnd)).map { $0 <= sample } ?? false
        }
        return isComing ? .coming : .none
    }

    /// A pad for what is to come onto the timeline, if it can.
    var freePad: Int? { state == .open ? pads.firstIndex { $0 == nil } : nil }

    /// Whether it waits for what begins at `sample`.
    func waits(for sample: Int64) -> Bool { state == .open && sample <= frontier && frontier < allowance }

    // MARK: - What comes and goes

    /// A timeline of these loads, two at most, each on the pad of its index, and where it is silent if it does not go on to its own end.
    mutating func open(with decks: [(deck: Owner, silence: Int64?)]) {
        state = .open
        for (pad, lying) in decks.enumerated() { pads[pad] = Lying(deck: lying.deck, silence: lying.silence) }
    }

    /// Nothing more comes onto the timeline.
    mutating func close() {
        if state == .open { state = .closed }
    }

    /// A new timeline, with nothing on it.
    mutating func reset() {
        self = MixerMachine(number: number + 1)
    }

    private init(number: Int) {
        self.number = number
    }

    init() {}

    /// The pad of `deck`, as long as something can come onto the timeline beside it or behind it.
    func pad(of deck: Owner) -> Int? {
        state == .open ? pads.firstIndex { $0?.deck === deck } : nil
    }

    /// `deck` lies on `pad` from now on; what lay there has come to its end at `sample`.
    mutating func put(_ deck: Owner, on pad: Int, at sample: Int64) {
        if let former = pads[pad] { joined.append(Lying(deck: former.deck, end: sample)) }
        pads[pad] = Lying(deck: deck)
    }

    /// `deck` is on its way out: silent from `sample` on.
    mutating func fades(_ deck: Owner, to sample: Int64) {
        if let pad = pads.firstIndex(where: { $0?.deck === deck }) { pads[pad]?.silence = sample }
    }

    /// The end of `deck` is at `sample`. Returns what is through with that already.
    mutating func ends(_ deck: Owner, at sample: Int64) -> [Departure] {
        if let pad = pads.firstIndex(where: { $0?.deck === deck }) { pads[pad]?.end = sample }
        return departures()
    }

    private mutating func departures() -> [Departure] {
        var found: [Departure] = []
        for (pad, lying) in pads.enumerated() {
            guard let lying, let end = lying.end, end <= frontier else { continue }
            pads[pad] = nil
            found.append(Departure(deck: lying.deck, pad: pad))
        }
        joined.removeAll { lying in
            guard let end = lying.end, end <= frontier else { return false }
            found.append(Departure(deck: lying.deck, pad: nil))
            return true
        }
        return found
    }

    // MARK: - What is mixed

    /// A block has been mixed.
    mutating func mixed(from start: Int64, to end: Int64) -> BlockStep {
        // Asked twice about one block: it is taken once.
        guard end > frontier else { return .drop }
        guard start < allowance else { return .wait }
        frontier = end
        hasNews = true
        defer { isAwaited = false }
        return .take(departures(), isAwaited: isAwaited)
    }

    /// Nothing more comes from any load.
    mutating func end() {
        state = .ended
        hasNews = true
    }

    /// It may mix up to this sample. True when it stands still and can go on.
    mutating func allow(upTo sample: Int64) -> Bool {
        guard sample > allowance else { return false }
        defer { allowance = sample }
        return frontier >= allowance
    }

    /// Whether something can be taken; if not, what comes next is awaited.
    mutating func request() -> Bool {
        isAwaited = !hasNews
        return hasNews
    }

    /// All that there is has been taken. The end stays news.
    mutating func taken() {
        if hasNews { isAwaited = false }
        hasNews = state == .ended
    }
}
