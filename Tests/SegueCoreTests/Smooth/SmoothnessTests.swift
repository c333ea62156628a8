import Testing

@testable import SegueCore

/// The costs of transitions, and the resulting order.
@Suite struct SmoothnessTests {
    /// Returns a track of one tempo and level, −18 LUFS as a whole.
    static func ends(
        _ tempo: Double?, level: Double = -18, quiet: Double = 2, fadesOut: Bool = false
    ) -> TrackEnds {
        let end = TrackEnds.End(tempo: tempo, level: level, quiet: quiet)
        return TrackEnds(loudness: -18, head: end, tail: end, fadesOut: fadesOut)
    }

    @Test func whatFitsBetterCostsLess() {
        let last = Self.ends(120)
        let ranked: [TrackEnds?] = [
            Self.ends(120), Self.ends(120, quiet: 0), Self.ends(123), Self.ends(nil), nil, Self.ends(97),
        ]
        var former = -1.0
        for first in ranked {
            let cost = Smoothness(from: last, to: first, isLevelled: true).cost
            #expect(cost >= former, "\(first as Any) after \(former)")
            former = cost
        }
        let cold = Self.ends(120, quiet: 0)
        #expect(
            Smoothness(from: cold, to: cold, isLevelled: true).cost
                > Smoothness(from: last, to: last, isLevelled: true).cost, "there is no room for the beats to meet")
        #expect(
            Smoothness(from: Self.ends(120, fadesOut: true), to: Self.ends(97, quiet: 0), isLevelled: true).cost
                > Smoothness(from: Self.ends(120, quiet: 0), to: Self.ends(97, quiet: 0), isLevelled: true).cost)
    }

    @Test(arguments: [
        (120.0, -18.0, Sentence.Code?.some(.chosenForTempoAndLevel)), (60, -18, .chosenForTempoAndLevel),
        (90, -18, .chosenForRelatedTempoAndLevel), (160, -25, .chosenForRelatedTempo),
        (97, -18, .chosenForLevel), (97, -25, nil), (122, -25, .chosenForTempo),
    ]) func itSaysWhatSpeaksForATrack(tempo: Double, level: Double, code: Sentence.Code?) {
        let step = Smoothness(from: Self.ends(120), to: Self.ends(tempo, level: level), isLevelled: true)
        #expect(step.merits.sentence?.code == code)
    }

    @Test func aGainMakesLevelsEven() {
        var loud = Self.ends(nil, level: -8)
        loud.loudness = -8
        let soft = Self.ends(nil)
        #expect(Smoothness(from: soft, to: loud, isLevelled: true).merits == .level)
        #expect(Smoothness(from: soft, to: loud, isLevelled: false).merits == [])
        #expect(
            Smoothness(from: soft, to: loud, isLevelled: false).cost
                > Smoothness(from: soft, to: loud, isLevelled: true).cost)
    }

    @Test func theSameArtistOrAlbumCostsMore() {
        func entry(_ id: UInt64, _ artist: String?, _ album: String?) -> QueueEntry {
            var metadata = TrackMetadata()
            metadata.artists = artist.map { [$0] } ?? []
            metadata.album = album
            return QueueEntry(id: EntryID(rawValue: id), uri: "file:///\(id)", metadata: metadata)
        }
        func cost(_ last: QueueEntry, _ first: QueueEntry) -> Double {
            var names = Smoothness.Names()
            return Smoothness(from: names.track(last, nil), to: names.track(first, nil), isLevelled: true).cost
        }
        let (a, b) = (entry(1, "A", "X"), entry(2, "B", "Y"))
        #expect(cost(a, b) < cost(a, entry(3, "A", "Y")))
        #expect(cost(a, entry(3, "A", "Y")) < cost(a, entry(3, "A", "X")))
        #expect(cost(entry(1, nil, nil), entry(2, nil, nil)) == cost(a, b), "no artist is no artist")
    }

    @Test func theSortedOrderIsSmooth() {
        // Tempi of which every third is alike, in a bad order.
        let tempi = [120.0, 97, 133, 120.1, 97.1, 133.1, 120.2, 97.2, 133.2]
        let entries = (tempi + [0]).indices.map { QueueEntry(id: EntryID(rawValue: UInt64($0) + 1), uri: "\($0)") }
        let sorted = SmoothSort.sorted(
            entries, { uri in Int(uri).flatMap { $0 < 9 ? Self.ends(tempi[$0]) : nil } }, isLevelled: true)
        let order = sorted.compactMap { Int($0.uri) }
        #expect(order.first == 0 && order.last == 9, "the first stays, what is unknown is last")
        #expect(Set(order).count == entries.count)
        let steps = zip(order.dropLast(), order.dropFirst().dropLast()).count { left, right in left % 3 != right % 3 }
        #expect(steps == 2, "\(order)")
    }

    @Test func aRunIsMovedWhereTheNearestOneLedAstray() {
        // The nearest-neighbour order leaves 99 BPM for the end, at a bad place.
        let tempi = [100.0, 101, 102, 99, 160, 161, 99.5]
        let entries = tempi.indices.map { QueueEntry(id: EntryID(rawValue: UInt64($0) + 1), uri: "\($0)") }
        let order = SmoothSort.sorted(entries, { Int($0).map { Self.ends(tempi[$0]) } }, isLevelled: true)
            .compactMap { Int($0.uri) }
        let rough = zip(order, order.dropFirst()).count { abs(tempi[$0] - tempi[$1]) > 3 }
        #expect(rough == 1, "\(order.map { tempi[$0] })")
    }

    @Test(arguments: [0, 1, 2, 3]) func fewAreSortedToo(count: Int) {
        let entries = (0..<count).map { QueueEntry(id: EntryID(rawValue: UInt64($0) + 1), uri: "\($0)") }
        #expect(SmoothSort.sorted(entries, { _ in Self.ends(120) }, isLevelled: true) == entries)
    }
}
