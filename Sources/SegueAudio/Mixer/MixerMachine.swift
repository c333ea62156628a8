/// The loads on the mixer's two sinks, the samples mixed so far, and the limit for mixing: a value without threads or
/// elements. Samples are counted from the beginning of the timeline.
///
/// A load that follows without a gap keeps the sink of the load before, so that the samples are contiguous however
/// short the loads are.
struct MixerMachine<Owner: AnyObject & Sendable>: Sendable {
    private enum State: Hashable {
        /// Nothing is put on the timeline: not yet, or no longer.
        case closed
        case open
        /// Everything has been mixed.
        case ended
    }

    /// A load on the timeline.
    struct Lying {
        var deck: Owner
        /// The sample from which the load is silent, and ends with the block; nil if it plays to its own end.
        var silence: Int64?
        /// The end of the load; nil until it has come.
        var end: Int64?
    }

    /// The availability of a sink for one more load.
    enum Room: Hashable, Sendable {
        case free
        /// A sink will be free by the requested sample, even if nothing begins there.
        case coming
        /// Both loads last at least to the requested sample.
        case none
    }

    /// A load whose last sample has been mixed.
    struct Departure {
        var deck: Owner
        /// The sink that the load was linked to; nil if another load has it already.
        var sink: Int?
    }

    /// How a mixed block is handled.
    enum BlockStep {
        /// The block waits for room.
        case wait
        /// The block has been taken before.
        case drop
        /// The block is kept. With `isAwaited`, a caller waits for it.
        case take([Departure], isAwaited: Bool)
    }

    /// The number that distinguishes this timeline from earlier ones.
    private(set) var number = 0
    private var state = State.closed
    /// The load on each sink; nil for a free one.
    private var lying: [Lying?] = [nil, nil]
    /// The loads that have passed their sinks on to the loads after them, until they are mixed.
    private var joined: [Lying] = []
    /// The number of samples that have been mixed.
    private(set) var frontier: Int64 = 0
    /// The sample up to which the mixer may mix, and on to the end of the block.
    private var allowance: Int64 = 0
    /// True if there is something that has not been taken yet.
    private var hasNews = false
    /// True if a caller waits for the next mixed block.
    private var isAwaited = false

    /// True if loads can be put on the timeline.
    var isOpen: Bool { state == .open }
    var hasEnded: Bool { state == .ended }
    /// The loads on the sinks.
    var decks: [Owner] { lying.compactMap { $0?.deck } }
    /// The indices of the sinks without a load.
    var freeSinks: [Int] { lying.indices.filter { lying[$0] == nil } }
    /// Returns the index of the sink of a load; nil if the load is not on the timeline.
    func sink(of deck: Owner) -> Int? { lying.firstIndex { $0?.deck === deck } }

    /// Returns the index of the other sink.
    private func sink(beside deck: Owner) -> Int { sink(of: deck) == 0 ? 1 : 0 }

    /// Returns the availability of the other sink in the block that begins at `sample`.
    func room(beside deck: Owner, at sample: Int64, blockEnd: (Int64) -> Int64) -> Room {
        guard let lying = lying[sink(beside: deck)] else { return .free }
        let end = lying.end ?? lying.silence.map(blockEnd)
        return end.map { $0 <= sample } ?? false ? .coming : .none
    }

    /// Returns true if the mixer waits for the block that begins at `sample`.
    func waits(for sample: Int64) -> Bool { state == .open && sample <= frontier && frontier < allowance }

    /// True if the mixer has not mixed the samples up to `end`, although all loads on the timeline have delivered them.
    ///
    /// A load that ends earlier has delivered all. `delivered` has the first missing sample of each load on a sink.
    func isSupplied(upTo end: Int64, delivered: [Int64]) -> Bool {
        let loads = lying.compactMap(\.self)
        guard state == .open, frontier < end, !loads.isEmpty, loads.count == delivered.count else { return false }
        return zip(loads, delivered).allSatisfy { load, sample in sample >= min(end, load.end ?? end) }
    }

    // MARK: - What comes and goes

    /// Begins a timeline with these loads, at most two. The first load gets the first sink.
    mutating func open(with loads: [Lying]) {
        state = .open
        for (sink, load) in loads.enumerated() { lying[sink] = load }
    }

    /// Closes the timeline to further loads.
    mutating func close() {
        if state == .open { state = .closed }
    }

    /// Begins a new, empty timeline.
    mutating func reset() {
        self = MixerMachine(number: number + 1)
    }

    private init(number: Int) {
        self.number = number
    }

    init() {}

    /// Returns true if something can come onto the timeline after this load.
    func admitsSuccessor(of deck: Owner) -> Bool { state == .open && sink(of: deck) != nil }

    /// Returns true if another load can be put beside this one.
    func admits(beside deck: Owner) -> Bool { admitsSuccessor(of: deck) && lying[sink(beside: deck)] == nil }

    /// Puts the load onto the timeline, beside `outgoing`.
    mutating func put(_ deck: Owner, beside outgoing: Owner) {
        lying[sink(beside: outgoing)] = Lying(deck: deck)
    }

    /// Puts the load onto the sink of `outgoing`, which ends at `sample`.
    mutating func join(_ deck: Owner, behind outgoing: Owner, at sample: Int64) {
        guard let sink = sink(of: outgoing) else { return }
        joined.append(Lying(deck: outgoing, end: sample))
        lying[sink] = Lying(deck: deck)
    }

    /// Notes that `deck` is fading out, and is silent from `sample` on.
    mutating func fades(_ deck: Owner, to sample: Int64) {
        if let sink = sink(of: deck) { lying[sink]?.silence = sample }
    }

    /// Notes the end of `deck` at `sample`. Returns the loads whose last sample has been mixed by now.
    mutating func ends(_ deck: Owner, at sample: Int64) -> [Departure] {
        if let sink = sink(of: deck) { lying[sink]?.end = sample }
        return departures()
    }

    private mutating func departures() -> [Departure] {
        var found: [Departure] = []
        for sink in lying.indices {
            guard let load = lying[sink], let end = load.end, end <= frontier else { continue }
            lying[sink] = nil
            found.append(Departure(deck: load.deck, sink: sink))
        }
        joined.removeAll { lying in
            guard let end = lying.end, end <= frontier else { return false }
            found.append(Departure(deck: lying.deck, sink: nil))
            return true
        }
        return found
    }

    // MARK: - What is mixed

    /// Handles a mixed block.
    mutating func mixed(from start: Int64, to end: Int64) -> BlockStep {
        // The probe may be called twice for one block, which is taken once.
        guard end > frontier else { return .drop }
        guard start < allowance else { return .wait }
        frontier = end
        hasNews = true
        defer { isAwaited = false }
        return .take(departures(), isAwaited: isAwaited)
    }

    /// Notes that no load delivers anything more.
    mutating func end() {
        state = .ended
        hasNews = true
    }

    /// Lets the mixer mix up to this sample. Returns true if the mixer is blocked and can continue.
    mutating func allow(upTo sample: Int64) -> Bool {
        guard sample > allowance else { return false }
        defer { allowance = sample }
        return frontier >= allowance
    }

    /// Returns true if something can be taken; otherwise the next block is awaited.
    mutating func request() -> Bool {
        isAwaited = !hasNews
        return hasNews
    }

    /// Notes that everything available has been taken. The end stays available.
    mutating func taken() {
        if hasNews { isAwaited = false }
        hasNews = state == .ended
    }
}
