/// Smooth shuffle: what follows is chosen among the next entries of the shuffled order (design.md, Smooth shuffle).
extension Player {
    /// Whether what follows is chosen.
    private var isSmooth: Bool { modes.isSmooth && queue.isShuffled }

    /// Chooses what follows the load before this place of the line, and moves it there. Does nothing where that stays
    /// as it is, and where something else than the next entry of the order follows.
    mutating func chooseWhatFollows(at place: Int) {
        guard isSmooth, search.passedOver.isEmpty, let leader = leader(of: place), let next = wanted(at: place),
            !smooth.isSettled(next.id), queue.entry(from: leader.entry.id, offset: 1, wrapping: false)?.id == next.id
        else { return }
        let upcoming = (1...SmoothOrder.choices).compactMap {
            queue.entry(from: leader.entry.id, offset: $0, wrapping: false)
        }
        var names = Smoothness.Names()
        let last = names.track(leader.entry, ends[leader.entry.uri])
        let steps = smooth.candidates(upcoming).map { entry in
            (entry.id, Smoothness(from: last, to: names.track(entry, ends[entry.uri]), isLevelled: isLevelled))
        }
        guard let (chosen, step) = steps.min(by: { $0.1.cost < $1.1.cost }) else { return }
        smooth.settle(chosen, because: step.merits.sentence)
        guard let change = queue.move(chosen, to: .after(leader.entry.id), current: nil) else { return }
        announce(change)
        report(.queueChanged)
    }

    /// A person has put these entries where they are.
    mutating func keepPlace(of ids: [EntryID]) {
        guard modes.isSmooth else { return }
        for id in ids { smooth.settle(id) }
    }

    /// Why the track that follows was chosen, as a sentence; empty where it was not.
    var choice: String {
        guard isSmooth, let next = standby, next.purpose == .advance else { return "" }
        return smooth.reason(for: next.entry.id)
    }

    /// The entry behind which new ones are dealt: what has been chosen is not parted from the shown one.
    var lastSettled: EntryID? {
        guard isSmooth, let shown = target?.id else { return target?.id }
        let upcoming = (1...SmoothOrder.choices).compactMap { queue.entry(from: shown, offset: $0, wrapping: false) }
        let run = smooth.settledRun(upcoming)
        return run == 0 ? shown : upcoming[run - 1].id
    }

    /// All entries, in an order that begins with the shown one.
    var smoothOrder: [EntryID] {
        let entries = queue.reader()
        let first = entries.first { $0.id == target?.id } ?? entries.first
        let order = [first].compactMap(\.self) + entries.filter { $0.id != first?.id }
        return SmoothSort.sorted(order, { ends[$0] }, isLevelled: isLevelled).map(\.id)
    }

    /// Whether all tracks are made equally loud.
    private var isLevelled: Bool { configuration.loudnessMode != .off }
}
