import SegueCore

/// Libraries of 200 tracks, in the order of a shuffle, of the smooth shuffle and of the smooth sort.
struct OrdersReport {
    private(set) var isMet = true

    private static let libraries = 10
    private static let size = 200

    /// Counts of neighbours in an order.
    private struct Neighbours {
        var count = 0
        var aligned = 0
        var clashing = 0

        func share(_ path: KeyPath<Neighbours, Int>) -> Double { 100 * Double(self[keyPath: path]) / Double(count) }
    }

    private let tracks: [String: (track: Track, facts: TrackFacts)]

    init(_ all: [Track]) {
        tracks = Dictionary(all.map { ($0.uri, ($0, $0.facts(withRhythm: true))) }, uniquingKeysWith: { $1 })
        var (shuffled, smooth, sorted) = (Neighbours(), Neighbours(), Neighbours())
        for library in 0..<Self.libraries {
            var generator = RandomSource(seed: UInt64(library))
            let uris = Array(tracks.keys.sorted().shuffled(using: &generator).prefix(Self.size))
            let orders = [smoothShuffle(uris), smoothSort(uris)]
            for order in orders where order.sorted() != uris.sorted() {
                print("a library came back with other tracks: \(order.count) of \(uris.count)")
                isMet = false
            }
            count(uris, &shuffled)
            count(orders[0], &smooth)
            count(orders[1], &sorted)
        }
        print("\(Self.libraries) libraries of \(min(Self.size, tracks.count)) tracks: neighbours")
        for (name, neighbours) in [("shuffle", shuffled), ("smooth shuffle", smooth), ("smooth sort", sorted)] {
            print(
                "  \(name): on the beat or the pulse \(PlansReport.figure(neighbours.share(\.aligned))) %, clashing "
                    + "\(PlansReport.figure(neighbours.share(\.clashing))) %")
        }
        print("targets: on the beat or the pulse 4 times as often as with shuffle, clashing a quarter as often")
        isMet = isMet && smooth.aligned >= 4 * shuffled.aligned && 4 * smooth.clashing <= shuffled.clashing
    }

    private func known(_ uris: [String]) -> Planner {
        var planner = Planner(.listen)
        planner.happen(
            .endsRestored(
                uris.compactMap { uri in
                    tracks[uri].flatMap { TrackEnds($0.facts) }.map { FileEnds(uri: uri, ends: $0) }
                }))
        planner.happen(.command(.edit(.replace(uris.map { NewEntry(uri: $0) }, play: false)), ticket: nil))
        return planner
    }

    /// Returns the order in which smooth shuffle plays the tracks.
    private func smoothShuffle(_ uris: [String]) -> [String] {
        var planner = known(uris)
        planner.happen(.command(.setMode(.smooth, true), ticket: nil))
        planner.happen(.command(.setShuffle(true), ticket: nil))
        planner.happen(.command(.play, ticket: nil))
        var order: [String] = []
        while let uri = planner.player.snapshot.track?.uri, order.count < uris.count {
            order.append(uri)
            planner.happen(.command(.next, ticket: nil))
        }
        return order
    }

    private func smoothSort(_ uris: [String]) -> [String] {
        var planner = known(uris)
        planner.happen(.command(.edit(.sort(.smooth)), ticket: nil))
        return planner.player.queue.reader().map(\.uri)
    }

    private func count(_ order: [String], _ neighbours: inout Neighbours) {
        for (last, first) in zip(order, order.dropFirst()) {
            guard let last = tracks[last], let first = tracks[first],
                let pair = Planner.plan(last, first, .listen)
            else { continue }
            neighbours.count += 1
            if [.onBeat, .onPulse].contains(pair.plan.tier) { neighbours.aligned += 1 }
            let hearing = Hearing(pair, from: last.facts, to: first.facts)
            if PairsReport.areApart(last.facts, first.facts), hearing.bothLoud > PairsReport.longestClash {
                neighbours.clashing += 1
            }
        }
    }
}
