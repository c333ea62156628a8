import SDBus
import SegueTestSupport
import Testing

@testable import SegueCore
@testable import SegueMPRIS

/// Calls of Transitions1.
@Suite struct PinCallTests {
    private let model = TransitionsInterface.model
    private let invalid = BusError.Name.invalidArguments.rawValue

    private static let pins = (1...3).map { number in
        TransitionPin(
            pair: TransitionPin.Pair(
                from: ContentIdentity(text: "a\(number)"), to: ContentIdentity(text: "b\(number)")),
            shape: TransitionPin.Shape(
                start: number == 1 ? nil : MediaTime(seconds: 30), duration: MediaTime(seconds: 4),
                curve: number == 1 ? nil : .linear),
            outgoingName: "One", incomingName: "Two")
    }

    private func pin(_ outgoing: String, _ start: Int64, _ duration: Int64, _ curve: String) throws -> MethodAction {
        try model.action(
            "Pin",
            [.objectPath(outgoing), .objectPath(path(3)), .int64(start), .int64(duration), .string(curve)],
            in: .playing())
    }

    @Test func aPinIsASeamBetweenTwoEntries() throws {
        let (two, three) = (EntryID(rawValue: 2), EntryID(rawValue: 3))
        #expect(
            try pin(path(2), 50_000_000, 3_000_000, "sCurve")
                == .commandAndWait(
                    .pin(
                        from: two, to: three,
                        TransitionPin.Shape(
                            start: MediaTime(seconds: 50), duration: MediaTime(seconds: 3), curve: .sCurve))))
        #expect(
            try pin(path(2), -1, 0, "")
                == .commandAndWait(
                    .pin(from: two, to: three, TransitionPin.Shape(start: nil, duration: .zero, curve: nil))))
        #expect(errorName { _ = try pin(path(2), 0, 0, "round") } == invalid)
        #expect(errorName { _ = try pin(path(99), 0, 0, "") } == invalid)
        #expect(
            try model.action("Unpin", [.objectPath(path(2)), .objectPath(path(3))], in: .playing())
                == .commandAndWait(.unpin(from: two, to: three)))
        #expect(
            try model.action("Unpin", [.objectPath(path(2)), .objectPath(TrackPath.none)], in: .playing())
                == .commandAndWait(.unpin(from: two, to: nil)))
        #expect(
            errorName {
                _ = try model.action("Unpin", [.objectPath(TrackPath.none), .objectPath(path(2))], in: .playing())
            } == invalid)
    }

    @Test func pinsAreListedInPagesAndRemovedByName() throws {
        let snapshot = Snapshot.playing { $0.pins = TransitionPins(Self.pins) }
        guard
            case .reply(let reply) = try model.action("ListPins", [.uint32(0), .uint32(2)], in: snapshot),
            let rows = reply.first?.asArray
        else {
            Issue.record("no list")
            return
        }
        #expect(rows.count == 2)
        #expect(
            rows.first?.asStructure == [
                .string("a1/b1"), .string("One"), .string("Two"), .int64(-1), .int64(4_000_000), .string(""),
            ])
        #expect(
            try model.action("ListPins", [.uint32(9), .uint32(2)], in: snapshot)
                == .reply([.array(of: "(sssxxs)", [])]))
        #expect(
            try model.action("RemovePins", [.strings(["a2/b2", "gone"])], in: snapshot)
                == .command(.removePins([Self.pins[1].pair])))
        #expect(errorName { _ = try model.action("RemovePins", [.strings(["gone"])], in: snapshot) } == invalid)
    }

    @Test("Details have what the file says and what was measured, and the gain of the entry that plays alone")
    func details() throws {
        let served = try ServedPlayer()
        func details(_ number: Int) throws -> [String: BusValue] {
            let answer = try served.callAndAnswer(
                "Details", of: BusNames.queueInterface, [.objectPath(path(UInt64(number)))])
            return try #require(answer.first?.asProperties)
        }
        served.player.change { $0.gain = TrackGain(linear: 0.5, source: .measured) }
        let curve = LoudnessCurve([-20, -20])
        let silence = PeakCurve(linear: [0, 0])
        served.player.measurement = TrackFacts.Measurement(
            seconds: 1, loudness: -14.5, range: 5, peak: 1, firstSound: 0, lastSound: 1, momentary: curve,
            low: silence, middle: silence, high: silence)
        let playing = try details(2)
        #expect(playing["loudness"] == .double(-14.5) && playing["loudnessRange"] == .double(5))
        #expect(playing["truePeak"] == .double(0))
        #expect(playing["gainSource"] == .string("measured"))
        #expect(abs((playing["gain"]?.asDouble ?? 0) + 6.02) < 0.01)
        #expect(try details(1)["gain"] == nil && details(1)["loudness"] == .double(-14.5))
        // The loudness of a file is unknown if only its ends were analysed.
        served.player.measurement?.unheard = 0.2...0.8
        #expect(try details(2)["loudness"] == nil && details(1)["truePeak"] == nil)
        served.player.measurement = nil
        #expect(try details(1)["truePeak"] == nil)
        #expect(
            errorName { _ = try QueueInterface.model.action("Details", [.objectPath("/x")], in: .playing()) } != nil)
    }

    @Test func anEnvelopeIsAnsweredWhenItIsKnown() throws {
        let served = try ServedPlayer()
        let arguments: [BusValue] = [.objectPath(path(2)), .uint32(2)]
        served.player.envelope = nil
        #expect(
            errorName { _ = try served.callAndAnswer("Envelope", of: BusNames.transitionsInterface, arguments) }
                == "io.github.segueplayer.Segue.Error.NotAnalysed")
        served.player.envelope = Envelope(
            duration: MediaTime(seconds: 9), low: [0, 255], middle: [1, 2], high: [3, 4])
        let answer = try served.callAndAnswer("Envelope", of: BusNames.transitionsInterface, arguments)
        #expect(answer.first == .int64(9_000_000))
        #expect(answer.dropFirst().map { $0.asArray?.compactMap(\.asInt64) } == [[0, 255], [1, 2], [3, 4]])
        #expect(
            errorName {
                _ = try model.action("Envelope", [.objectPath(path(2)), .uint32(5000)], in: .playing())
            } == invalid)
    }

    @Test func whoeverDrawsIsToldWhenAnEnvelopeIsKnownAndAPinSet() {
        var pinned = Snapshot.playing()
        pinned.pins = TransitionPins(Self.pins)
        let announcements = Announcements.of(
            .playing(), pinned, effects: [.report(.analysed(makeEntry(2)))], entries: { _ in [] })
        #expect(
            announcements.contains(
                .signal(
                    "EnvelopeKnown", interface: BusNames.transitionsInterface, path: BusNames.ownPath,
                    [.objectPath(path(2))])))
        #expect(
            announcements.contains(
                .signal("PinsChanged", interface: BusNames.transitionsInterface, path: BusNames.ownPath, [])))
    }
}
