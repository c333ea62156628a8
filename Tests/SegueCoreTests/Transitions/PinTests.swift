import SegueTestSupport
import Testing

@testable import SegueCore

/// A transition that the user has set is the one that is heard.
@Suite struct PinTests {
    private let uris = ["file:///a.flac", "file:///b.flac", "file:///c.flac"]

    /// Returns a player in the first of three tracks of a minute, of which the second is loaded; both have been
    /// identified.
    private func playing(_ change: (inout Configuration) -> Void = { _ in }) -> PlayerHarness {
        var configuration = Configuration()
        change(&configuration)
        var harness = PlayerHarness.playing(["a.flac", "b.flac", "c.flac"], configuration: configuration)
        identify(&harness)
        return harness
    }

    private func identify(_ harness: inout PlayerHarness) {
        for uri in harness.looks { harness.handle(.identified(uri, ContentIdentity(text: uri))) }
    }

    private func pin(_ harness: inout PlayerHarness, _ start: Double?, _ duration: Double, _ curve: FadeCurve? = nil) {
        guard let planned = harness.snapshot.planned else { return }
        let shape = TransitionPin.Shape(
            start: start.map { MediaTime(seconds: $0) }, duration: MediaTime(seconds: duration), curve: curve)
        #expect(harness.command(.pin(from: planned.from.id, to: planned.to.id, shape)) == .done)
    }

    private struct Case: CustomTestStringConvertible {
        var start: Double?
        var duration: Double
        var kind: TransitionPlan.Kind
        var from: Double
        var length: Double

        var testDescription: String { "\(start ?? -1), \(duration)" }
    }

    @Test(arguments: [
        Case(start: nil, duration: 4, kind: .crossfade, from: 56, length: 4),
        Case(start: 40, duration: 8, kind: .crossfade, from: 40, length: 8),
        Case(start: 58, duration: 8, kind: .crossfade, from: 58, length: 2),
        Case(start: 40, duration: 0, kind: .cut, from: 40, length: 0.01),
        Case(start: nil, duration: 0, kind: .gapless, from: 0, length: 0),
        Case(start: 90, duration: 8, kind: .gapless, from: 0, length: 0),
    ]) private func whatIsSetIsPlanned(_ row: Case) throws {
        for transitions in Configuration.TransitionMode.allCases {
            var harness = playing { $0.transitions = transitions }
            pin(&harness, row.start, row.duration, .linear)
            let plan = try #require(harness.engine.plan)
            #expect(plan.kind == row.kind)
            #expect(plan.tier == .pinned)
            #expect(plan.curve == .linear)
            #expect(abs(plan.duration.seconds - row.length) < 0.02)
            if plan.kind != .gapless { #expect(plan.start == .at(MediaTime(seconds: row.from))) }
        }
    }

    /// Undo reverts the most recent action: the pin, and then the edit before it.
    @Test func undoTakesAPinBack() throws {
        var harness = playing()
        let plain = try #require(harness.engine.plan)
        pin(&harness, 40, 8)
        pin(&harness, 45, 8)
        #expect(harness.snapshot.undoText == "Restore the transition from “a” to “b”.")
        #expect(harness.command(.edit(.undo)) == .done)
        #expect(harness.engine.plan?.start == .at(MediaTime(seconds: 40)))
        #expect(harness.snapshot.undoText == "Let the player choose the transition from “a” to “b”.")
        #expect(harness.command(.edit(.undo)) == .done)
        #expect(harness.engine.plan == plain)
        #expect(harness.snapshot.pins.all.isEmpty)
        #expect(harness.queueNames == ["a.flac", "b.flac", "c.flac"])
        for start in [40.0, 45] {
            #expect(harness.command(.edit(.redo)) == .done)
            #expect(harness.engine.plan?.start == .at(MediaTime(seconds: start)))
        }
        #expect(harness.command(.removePins(harness.snapshot.pins.all.map(\.pair))) == .done)
        #expect(harness.command(.edit(.undo)) == .done)
        #expect(harness.engine.plan?.start == .at(MediaTime(seconds: 45)))
        #expect(harness.state.kind == .playing)
    }

    @Test func itsCurveStaysWhenItIsMoved() throws {
        var harness = playing()
        pin(&harness, 40, 8, .linear)
        pin(&harness, 41, 8)
        #expect(try #require(harness.engine.plan).curve == .linear)
        #expect(harness.engine.plan?.start == .at(MediaTime(seconds: 41)))
        pin(&harness, 41, 8, .equalPower)
        #expect(harness.engine.plan?.curve == .equalPower)
    }

    @Test func itWinsOverTheSoundAndOverTheAlbum() throws {
        var harness = playing()
        pin(&harness, 50, 5)
        for uri in harness.analyses { harness.handle(.analysed(uri, .facts(SyntheticTrack.song(60).facts))) }
        #expect(try #require(harness.engine.plan).tier == .pinned)
        let planned = try #require(harness.snapshot.planned)
        #expect(harness.command(.unpin(from: planned.from.id, to: planned.to.id)) == .done)
        #expect(try #require(harness.engine.plan).tier == .ramped)
        #expect(harness.command(.unpin(from: planned.from.id, to: planned.to.id)) == .nothingToDo)
    }

    @Test func whatIsSetForATrackCountsWhateverFollows() throws {
        var harness = playing()
        let ids = harness.player.queue.entries(in: 0..<3).map(\.id)
        func shape(_ start: Double) -> TransitionPin.Shape {
            TransitionPin.Shape(start: MediaTime(seconds: start), duration: MediaTime(seconds: 5), curve: nil)
        }
        #expect(harness.command(.pin(from: ids[0], to: nil, shape(40))) == .done)
        #expect(harness.engine.plan?.start == .at(MediaTime(seconds: 40)))
        #expect(harness.snapshot.pins.all.first?.incomingName == "")
        // The pin of two files precedes the pin of one.
        #expect(harness.command(.pin(from: ids[0], to: ids[1], shape(45))) == .done)
        #expect(harness.engine.plan?.start == .at(MediaTime(seconds: 45)))
        harness.command(.edit(.remove([ids[1]])))
        harness.load()
        identify(&harness)
        #expect(harness.snapshot.planned?.to.id == ids[2])
        #expect(harness.engine.plan?.start == .at(MediaTime(seconds: 40)))
        #expect(harness.engine.plan?.tier == .pinned)
        // An unpin removes the pin that applies.
        #expect(harness.command(.unpin(from: ids[0], to: ids[2])) == .done)
        #expect(harness.engine.plan?.tier == .plain)
        #expect(harness.snapshot.pins.all.map(\.incomingName) == ["b"])
        #expect(harness.command(.unpin(from: ids[0], to: nil)) == .nothingToDo)
    }

    @Test func oneThatHasToBeShorterEndsWhereItWasToEnd() throws {
        var harness = PlayerHarness()
        var short = TrackMetadata()
        short.duration = MediaTime(seconds: 20)
        harness.engine.library = ["file:///b.flac": short]
        harness.handle(.audio(.outputReady(name: "test", fallback: nil)))
        harness.command(.edit(.replace(["a.flac", "b.flac"].map { NewEntry(uri: "file:///\($0)") }, play: true)))
        harness.load()
        identify(&harness)
        pin(&harness, 30, 30)
        let plan = try #require(harness.engine.plan)
        #expect(plan.start == .at(MediaTime(seconds: 50)))
        #expect(plan.duration == MediaTime(seconds: 10))
    }

    @Test(arguments: [
        (40, 120, true, "beat"), (40.2, 120, true, "free"), (40, 97, true, "apart"), (40, 120, false, "pulse"),
    ])
    func whatIsSetMayFallOnTheBeat(start: Double, tempo: Double, isCertain: Bool, alignment: String) throws {
        var harness = playing()
        let facts = SyntheticTrack.song(60).facts
        harness.handle(.analysed(uris[0], .facts(facts.beating(120))))
        harness.handle(.analysed(uris[1], .facts(facts.beating(tempo, isCertain: isCertain))))
        pin(&harness, start, 8)
        #expect(try #require(harness.engine.plan).beats?.alignment.rawValue == alignment)
    }

    /// After a seek past the pinned start, the track ends like one that is pinned to its end.
    @Test func aPlaceThatHasPassedIsLeftForAnotherTime() throws {
        var harness = playing()
        harness.elapsed = MediaTime(seconds: 30)
        pin(&harness, 20, 5)
        let plan = try #require(harness.engine.plan)
        #expect(plan.start == .at(MediaTime(seconds: 55)))
        #expect(plan.duration == MediaTime(seconds: 5))
        // In the middle of the transition, the rest of it is used.
        pin(&harness, 28, 5)
        let rest = try #require(harness.engine.plan)
        #expect(rest.start == .at(MediaTime(seconds: 30)))
        #expect(rest.duration == MediaTime(seconds: 3))
    }

    @Test func oneAtTheEndEndsWithTheSoundAndNotWithTheFile() throws {
        var harness = playing()
        pin(&harness, nil, 4)
        for uri in harness.analyses {
            harness.handle(.analysed(uri, .facts(SyntheticTrack.song(45).thenSilence(15).facts)))
        }
        let plan = try #require(harness.engine.plan)
        #expect(plan.tier == .pinned)
        #expect(plan.duration == MediaTime(seconds: 4))
        #expect(plan.start == .at(MediaTime(seconds: 41.05)))
    }

    @Test func itComesBackWithItsFilesAndWithTheSession() throws {
        var harness = playing()
        pin(&harness, 50, 5)
        let session = harness.player.savedSession(at: harness.moment)
        #expect(session.pins.map(\.incomingName) == ["b"])

        var other = PlayerHarness()
        other.handle(.restore(SavedSession(pins: session.pins)))
        other.handle(.audio(.outputReady(name: "test", fallback: nil)))
        // The files have been moved.
        let moved = ["file:///elsewhere/1.flac", "file:///elsewhere/2.flac"]
        other.command(.edit(.replace(moved.map { NewEntry(uri: $0) }, play: true)))
        other.load()
        #expect(other.looks == moved)
        for (uri, content) in zip(moved, uris) {
            other.handle(.identified(uri, ContentIdentity(text: content)))
        }
        let plan = try #require(other.engine.plan)
        #expect(plan.tier == .pinned)
        #expect(plan.start == .at(MediaTime(seconds: 50)))
    }

    @Test func whatCantBeSetIsRefusedWithASentence() {
        var harness = playing()
        let ids = harness.player.queue.entries(in: 0..<3).map(\.id)
        func refusal(_ first: EntryID, _ second: EntryID, _ start: Double?, _ duration: Double) -> String? {
            let shape = TransitionPin.Shape(
                start: start.map { MediaTime(seconds: $0) }, duration: MediaTime(seconds: duration), curve: nil)
            guard case .failed(let error)? = harness.command(.pin(from: first, to: second, shape)) else { return nil }
            return error.description
        }
        #expect(refusal(ids[0], ids[1], nil, 31)?.contains("0 to 30 s") == true)
        #expect(refusal(ids[0], ids[1], -2, 3)?.contains("begins at 0 s") == true)
        #expect(refusal(ids[0], EntryID(rawValue: 999), nil, 3)?.contains("not in the queue") == true)
        harness.command(.edit(.insert([NewEntry(uri: "http://x.example/s")], at: .next, play: false)))
        let stream = harness.player.queue.entry(at: 1)
        #expect(stream.flatMap { refusal(ids[0], $0.id, nil, 3) }?.contains("over the network") == true)
        #expect(harness.snapshot.pins.all.isEmpty)
    }

    @Test func whatDoesNotComeNextIsLookedAtFirst() throws {
        var harness = playing()
        let ids = harness.player.queue.entries(in: 0..<3).map(\.id)
        let shape = TransitionPin.Shape(start: nil, duration: MediaTime(seconds: 3), curve: nil)
        #expect(harness.command(.pin(from: ids[1], to: ids[2], shape)) == nil)
        let first = harness.ticket
        #expect(harness.looks == [uris[2]])
        #expect(harness.command(.unpin(from: ids[2], to: ids[0])) == nil)
        let second = harness.ticket
        harness.handle(.identified(uris[2], ContentIdentity(text: uris[2])))
        #expect(harness.outcomes[first] == .done)
        #expect(harness.outcomes[second] == .nothingToDo)
        #expect(harness.snapshot.pins.all.map(\.outgoingName) == ["b"])
        #expect(harness.looks.isEmpty || !harness.openTickets.contains(second))
    }

    @Test func whatCantBeLookedAtIsNotSet() {
        var harness = playing()
        let ids = harness.player.queue.entries(in: 0..<3).map(\.id)
        let shape = TransitionPin.Shape(start: nil, duration: MediaTime(seconds: 3), curve: nil)
        for isGone in [false, true] {
            #expect(harness.command(.pin(from: ids[1], to: ids[2], shape)) == nil)
            let ticket = harness.ticket
            if isGone {
                harness.command(.edit(.remove([ids[2]])))
            } else {
                harness.handle(.analysed(uris[2], .failed("it can't be read.")))
            }
            guard case .failed(let error)? = harness.outcomes[ticket] else {
                Issue.record("\(harness.outcomes)")
                return
            }
            #expect(error.description.contains(isGone ? "not in the queue" : "can't be read"))
        }
        #expect(harness.snapshot.pins.all.isEmpty && harness.openTickets.isEmpty)
    }

    @Test func onlySoManyWait() {
        var harness = playing()
        let ids = harness.player.queue.entries(in: 0..<3).map(\.id)
        let outcomes = (0...PinRequests.limit).map { seconds in
            harness.command(
                .pin(
                    from: ids[1], to: ids[2],
                    TransitionPin.Shape(start: nil, duration: MediaTime(seconds: Double(seconds) / 10), curve: nil)))
        }
        #expect(outcomes.dropLast().allSatisfy { $0 == nil })
        guard case .failed? = outcomes[PinRequests.limit] else {
            Issue.record("\(outcomes)")
            return
        }
        harness.handle(.identified(uris[2], ContentIdentity(text: uris[2])))
        #expect(harness.openTickets.isEmpty && harness.doubleOutcomes.isEmpty)
    }

    @Test func theOldestMakeRoom() {
        var pins = TransitionPins()
        for number in 0..<TransitionPins.limit + 5 {
            pins.set(
                TransitionPin(
                    pair: TransitionPin.Pair(
                        from: ContentIdentity(text: "\(number)"), to: ContentIdentity(text: "next")),
                    shape: TransitionPin.Shape(start: nil, duration: .zero, curve: nil), outgoingName: "",
                    incomingName: ""
                ))
        }
        #expect(pins.all.count == TransitionPins.limit)
        #expect(pins.all.first?.pair.outgoing.text == "\(TransitionPins.limit + 4)")
    }

    @Test func anEnvelopeIsThePeaksInEvenParts() {
        let facts = SyntheticTrack.song(40).thenSilence(40).facts
        let envelope = facts.measurement.envelope(bins: 8)
        #expect(envelope.duration.seconds > 79)
        for band in [envelope.low, envelope.middle, envelope.high] {
            #expect(band.count == 8)
            #expect(band[6] == 0 && band[7] == 0)
        }
        #expect(facts.measurement.envelope(bins: 0).middle.count == 1)
        #expect(facts.measurement.envelope(bins: 4096).middle.count == 4096)
    }
}
