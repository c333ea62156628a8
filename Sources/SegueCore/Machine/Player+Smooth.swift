/// Smooth shuffle: the choice of the next track among the upcoming entries (design.md, Smooth shuffle).
extension Player {
    /// True if smooth shuffle is in effect.
    private var isSmooth: Bool { modes.isSmooth && queue.isShuffled }

    /// Chooses the entry for this place of the line, and moves it to the place after its leader. Does nothing if the
    /// next entry is settled already, or if the track that follows is not the next entry of the play order.
    mutating func chooseWhatFollows(at place: Int) {
        guard isSmooth, search.passedOver.isEmpty, let leader = leader(of: place), let next = wanted(at: place),
            !smooth.isSettled(next.id), queue.entry(from: leader.entry.id, offset: 1, wrapping: false)?.id == next.id
        else { return }
        var names = Smoothness.Names()
        let last = names.track(leader.entry, ends[leader.entry.uri])
        let steps = smooth.candidates(upcoming(behind: leader.entry.id)).map { entry in
            (entry.id, Smoothness(from: last, to: names.track(entry, ends[entry.uri]), isLevelled: isLevelled))
        }
        guard let (chosen, step) = steps.min(by: { $0.1.cost < $1.1.cost }) else { return }
        smooth.settle(chosen, because: step.merits)
        guard let change = queue.move(chosen, to: .after(leader.entry.id), current: nil) else { return }
        announce(change)
        report(.queueChanged)
    }

    /// Settles entries that the user has placed.
    mutating func keepPlace(of ids: [EntryID]) {
        guard modes.isSmooth else { return }
        for id in ids { smooth.settle(id) }
    }

    /// The reason for the choice of the next track; nil if none was made.
    var choice: Sentence? {
        guard isSmooth, let next = standby, next.purpose == .advance else { return nil }
        return smooth.reason(for: next.entry.id)
    }

    /// The entry after which new entries are shuffled in: the last settled entry after the shown one.
    var lastSettled: EntryID? {
        guard isSmooth, let shown = target?.id else { return target?.id }
        let upcoming = upcoming(behind: shown)
        let run = smooth.settledRun(upcoming)
        return run == 0 ? shown : upcoming[run - 1].id
    }

    /// Returns the next entries of the play order, as many as there are choices.
    private func upcoming(behind id: EntryID) -> [QueueEntry] {
        queue.index(of: id).map { queue.entries(in: $0 + 1..<$0 + 1 + SmoothOrder.choices) } ?? []
    }

    /// All entries in a smooth order, the shown one first.
    var smoothOrder: [EntryID] {
        let entries = queue.reader()
        let first = entries.first { $0.id == target?.id } ?? entries.first
        let order = [first].compactMap(\.self) + entries.filter { $0.id != first?.id }
        return SmoothSort.sorted(order, { ends[$0] }, isLevelled: isLevelled).map(\.id)
    }

    /// True if loudness gains are applied.
    private var isLevelled: Bool { configuration.loudnessMode != .off }
}
