import EventLoop
import SDBus
import SegueClient
import SegueCore
import SegueWindowModel
import Testing

@Suite struct WindowModelTests {
    /// Returns a model with a player that plays track 1 at 80 s and has planned a fade to track 2.
    private static func playing() -> WindowModel {
        var model = WindowModel()
        _ = model.receive(.playerAppeared(owner: ":1.7"), at: at(0))
        let player: [String: BusValue] = [
            "PlaybackStatus": .string("Playing"), "Metadata": .properties(Sample.metadata(1)),
            "Position": .int64(80_000_000), "Volume": .double(0.5),
        ]
        let pages = [[Sample.track(1), Sample.track(2)], []]
        for (page, entries) in zip([0, 2].map { QueueMirror.Page(reading: 1, offset: $0) }, pages) {
            _ = model.receive(.page(page, revision: 1, entries: entries), at: at(0))
        }
        for interface in [PlayerInterface.crossfade, .queue] {
            _ = model.receive(.player(.properties(interface, [:])), at: at(0))
        }
        _ = model.receive(.player(.properties(.control, ["State": .string("playing")])), at: at(0))
        _ = model.receive(.player(.properties(.transitions, Sample.transition())), at: at(0))
        _ = model.receive(.player(.properties(.player, player)), at: at(0))
        return model
    }

    private static func at(_ seconds: Double) -> MonotonicTime {
        MonotonicTime(nanoseconds: Int64(seconds * 1e9))
    }

    @Test("What is being opened can be cancelled", arguments: PlayerState.Kind.allCases)
    func awaiting(state: PlayerState.Kind) {
        var model = Self.playing()
        _ = model.receive(.player(.properties(.control, ["State": .string(state.rawValue)])), at: Self.at(1))
        #expect(model.isAwaiting == [.preparing, .preparingCrossfade, .seeking].contains(state))
    }

    @Test(
        "Lyrics are shown without the times of those who sing along",
        arguments: [
            ("One\nTwo", "One\nTwo"), ("[Chorus]\nOne: [two]", "[Chorus]\nOne: [two]"),
            ("[ti:A]\r\n[00:01.20] One\r\n\r\n[01:02][02:03]Two", "One\n\nTwo"),
            ("[00:01.20]<00:01.20>One <00:02.00>two\n[00:03]", "One two\n"), ("3 < 4\n[12]\n[1:", "3 < 4\n[12]\n[1:"),
        ])
    func lyrics(tag: String, shown: String) {
        var model = Self.playing()
        let metadata = Sample.metadata(1).merging(["xesam:asText": .string(tag)]) { $1 }
        _ = model.receive(.player(.properties(.player, ["Metadata": .properties(metadata)])), at: Self.at(1))
        #expect(model.lyrics.text == shown)
    }

    @Test("A line of lyrics takes a time that grows with its length alone", .timeLimit(.minutes(1)))
    func longLyrics() {
        var model = Self.playing()
        let text = String(repeating: "[1:", count: 100_000)
        let metadata = Sample.metadata(1).merging(["xesam:asText": .string(text)]) { $1 }
        _ = model.receive(.player(.properties(.player, ["Metadata": .properties(metadata)])), at: Self.at(1))
        #expect(model.lyrics.text == text)
    }

    @Test("Whatever numbers a player sends, there is something to be drawn")
    func anyNumber() throws {
        let numbers: [BusValue] =
            [.nan, .infinity, -.infinity, 1e308, -1e308].map { .double($0) }
            + [.int64(.max), .int64(.min), .uint64(.max), .array(of: "d", [.double(.nan), .double(-1e308)])]
        let names: [(PlayerInterface, String)] = [
            (.player, "Volume"), (.player, "Position"), (.queue, "Count"), (.queue, "CurrentIndex"),
            (.transitions, "Start"), (.transitions, "Duration"), (.transitions, "IncomingStart"),
            (.transitions, "OutgoingGains"), (.crossfade, "Duration"), (.crossfade, "StartedAt"),
            (.crossfade, "Progress"), (.crossfade, "OutgoingStart"), (.crossfade, "OutgoingGains"),
        ]
        for (interface, name) in names {
            for number in numbers {
                var model = Self.playing()
                if interface == .crossfade {
                    let fade: [String: BusValue] = [
                        "State": .string("Fading"), "Duration": .int64(8_000_000), "StartedAt": .int64(1_000_000),
                        "OutgoingTrack": .objectPath(Sample.path(2)), "IncomingTrack": .objectPath(Sample.path(1)),
                    ]
                    _ = model.receive(.player(.changed(.crossfade, fade)), at: Self.at(1))
                }
                _ = model.receive(.player(.changed(interface, [name: number])), at: Self.at(2))
                let strip = try #require(model.strip, "\(name) \(number)")
                let playhead = model.playhead(on: strip, at: Self.at(3))
                let times = [playhead, strip.whole.upperBound, strip.close.lowerBound, strip.close.upperBound]
                #expect(times.allSatisfy { $0.magnitude < 1e10 }, "\(name) \(number)")
                let gains = [strip.seam?.outgoingGain(at: playhead), strip.seam?.incomingGain(at: playhead)]
                #expect(gains.compactMap(\.self).allSatisfy { (0...1).contains($0) }, "\(name) \(number)")
                #expect((0...1).contains(model.properties.volume))
                _ = ClockText.text(model.position(at: Self.at(3)))
            }
        }
    }

    @Test func everythingIsReadWhenAPlayerAppears() {
        var model = WindowModel()
        let outcome = model.receive(.playerAppeared(owner: ":1.7"), at: Self.at(0))
        for interface in [PlayerInterface.player, .control, .crossfade, .queue, .transitions] {
            #expect(outcome.requests.contains(.player(.properties(interface))))
        }
        #expect(outcome.requests.contains(.page(QueueMirror.Page(reading: 1, offset: 0))))
        #expect(!model.isComplete && !model.knowsQueue)
        #expect(Self.playing().isComplete && Self.playing().knowsQueue)
    }

    @Test func thePositionMovesWithTheClock() {
        var model = Self.playing()
        #expect(model.position(at: Self.at(3)) == MediaTime(seconds: 83))
        #expect(model.position(at: Self.at(900)) == MediaTime(seconds: 100), "never beyond the end")
        _ = model.receive(.player(.changed(.player, ["PlaybackStatus": .string("Paused")])), at: Self.at(3))
        #expect(model.position(at: Self.at(9)) == MediaTime(seconds: 83))
        #expect(!model.isMoving)
        _ = model.receive(.player(.seeked(MediaTime(seconds: 20))), at: Self.at(9))
        #expect(model.position(at: Self.at(9)) == MediaTime(seconds: 20))
    }

    /// During a skip to another track, that track is shown; it is silent and not moving, except while its server is
    /// queried.
    @Test func theCandidateOfASkipStandsStillUntilItIsHeard() {
        var model = Self.playing()
        #expect(model.isMoving, "a planned fade is prepared while the track plays")
        let connecting: [String: BusValue] = [
            "State": .string("preparingCrossfade"), "Connecting": .string("https://example.org/stream"),
        ]
        _ = model.receive(.player(.changed(.control, connecting)), at: Self.at(1))
        #expect(model.isMoving)
        _ = model.receive(.player(.changed(.control, ["Connecting": .string("")])), at: Self.at(2))
        #expect(!model.isMoving)
        _ = model.receive(.player(.seeked(.zero)), at: Self.at(2))
        #expect(model.position(at: Self.at(9)) == .zero)
        _ = model.receive(.player(.changed(.control, ["State": .string("crossfading")])), at: Self.at(9))
        #expect(model.isMoving)
    }

    /// During the fade of a stop, the position moves, unless the stop has already returned it to the start of the
    /// track.
    @Test(arguments: [
        (first: 0, later: 50, isMoving: true), (first: 80, later: 0, isMoving: false),
    ])
    func thePositionThatWasReadLastCountsWhileAStopFadesOut(first: Int, later: Int, isMoving: Bool) {
        var model = Self.playing()
        let position = BusValue.int64(Int64(first) * 1_000_000)
        _ = model.receive(.player(.changed(.player, ["Position": position])), at: Self.at(1))
        let outcome = model.receive(
            .player(.changed(.control, ["State": .string("fadingOut")])), at: Self.at(2))
        #expect(outcome.requests == [.player(.position)])
        _ = model.receive(.player(.seeked(MediaTime(seconds: Double(later)))), at: Self.at(2))
        #expect(model.isMoving == isMoving)
        let passed = isMoving ? 1.0 : 0
        #expect(model.position(at: Self.at(3)) == MediaTime(seconds: Double(later) + passed))
    }

    /// A stop with a fade ends in `finished` too, as does a mode that ends playback after each track.
    @Test(arguments: [
        (status: "Finished", index: 1, track: 2, played: 2, isOver: true),
        (status: "Stopped", index: 1, track: 2, played: 2, isOver: false),
        (status: "Finished", index: 0, track: 1, played: 1, isOver: false),
        (status: "Finished", index: 1, track: 2, played: 1, isOver: false),
    ])
    func theQueueHasBeenPlayedWhereItsLastEntryHasEnded(
        status: String, index: Int64, track: Int, played: Int, isOver: Bool
    ) {
        var model = Self.playing()
        let before = ["Metadata": BusValue.properties(Sample.metadata(played))]
        let after: [String: BusValue] = [
            "PlaybackStatus": .string("Stopped"), "Metadata": .properties(Sample.metadata(track)),
        ]
        let control = ["State": BusValue.string("finished"), "StatusText": .string(status)]
        let changes: [(PlayerInterface, [String: BusValue])] = [
            (.player, before), (.player, after), (.queue, ["Count": .int64(2), "CurrentIndex": .int64(index)]),
            (.control, control),
        ]
        for (interface, values) in changes {
            #expect(!model.hasPlayedQueue)
            _ = model.receive(.player(.changed(interface, values)), at: Self.at(1))
        }
        #expect(model.hasPlayedQueue == isOver)
        _ = model.receive(.player(.changed(.queue, ["Count": .int64(3)])), at: Self.at(2))
        #expect(!model.hasPlayedQueue, "an entry was added behind the last one")
    }

    @Test func theStripShowsThePlan() throws {
        let strip = try #require(Self.playing().strip)
        #expect(strip.outgoing == Sample.path(1))
        #expect(strip.incoming == Sample.path(2))
        #expect(strip.incomingLength == 100)
        #expect(strip.seam?.start == 90)
        #expect(strip.seam?.reason == "Because.")
        #expect(!strip.isFading)
    }

    @Test func aTransitionToNothingEndsTheTrack() throws {
        var model = Self.playing()
        _ = model.receive(.player(.changed(.transitions, ["Tier": .string("")])), at: Self.at(1))
        let strip = try #require(model.strip)
        #expect(strip.incoming == nil && strip.seam == nil)
    }

    /// When the fade begins, MPRIS shows the incoming track, and the player plans the following transition. Whatever
    /// the order of these signals, the strip continues to show the fade.
    @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    func theFadeStaysOnTheAxisOfTheTrackThatGoes(order: [Int]) throws {
        var model = Self.playing()
        let signals: [WindowInput] = [
            .player(.changed(.player, ["Metadata": .properties(Sample.metadata(2))])),
            .player(
                .changed(
                    .crossfade,
                    [
                        "State": .string("Fading"), "OutgoingTrack": .objectPath(Sample.path(1)),
                        "IncomingTrack": .objectPath(Sample.path(2)), "Duration": .int64(8_000_000),
                        "StartedAt": .uint64(10_000_000), "OutgoingStart": .int64(90_000_000),
                        "OutgoingGains": .array(of: "d", [.double(1), .double(1)]),
                        "IncomingGains": .array(of: "d", [.double(0.5), .double(1)]), "Reason": .string("Why."),
                    ])),
            .player(.changed(.transitions, Sample.transition(start: 70, from: 2, to: 3))),
        ]
        for index in order { _ = model.receive(signals[index], at: Self.at(10)) }
        let strip = try #require(model.strip)
        #expect(strip.isFading)
        #expect(strip.outgoing == Sample.path(1) && strip.incoming == Sample.path(2))
        #expect(strip.seam?.start == 90 && strip.seam?.duration == 8)
        #expect(strip.seam?.outgoingGains == [1, 1] && strip.seam?.incomingGains == [0.5, 1])
        #expect(strip.seam?.reason == "Why.")
        #expect(model.fadeProgress(at: Self.at(14)) == 0.5)
        #expect(model.playhead(on: strip, at: Self.at(14)) == 94)
        #expect(model.outgoingTrack?.title == "Track 1")
        #expect(model.track?.title == "Track 2")
    }

    @Test func aSkipFadesWhereTheTrackWas() throws {
        var model = Self.playing()
        _ = model.receive(.player(.changed(.player, ["Metadata": .properties(Sample.metadata(3))])), at: Self.at(2))
        _ = model.receive(
            .player(
                .changed(
                    .crossfade,
                    [
                        "State": .string("Fading"), "OutgoingTrack": .objectPath(Sample.path(1)),
                        "IncomingTrack": .objectPath(Sample.path(3)), "Duration": .int64(1_000_000),
                        "StartedAt": .uint64(2_000_000), "OutgoingStart": .int64(82_000_000),
                    ])), at: Self.at(2))
        let strip = try #require(model.strip)
        #expect(strip.seam?.start == 82 && strip.seam?.duration == 1)
        #expect(model.playhead(on: strip, at: Self.at(2.5)) == 82.5)
    }

    /// A window opened during a fade has not seen the plan, and knows nothing about the outgoing track.
    @Test func aFadeWhoseBeginningWasNotSeenIsShownWhereItIs() throws {
        var model = WindowModel()
        _ = model.receive(.playerAppeared(owner: ":1.7"), at: Self.at(0))
        _ = model.receive(.player(.properties(.player, ["Metadata": .properties(Sample.metadata(2))])), at: Self.at(0))
        let fade: [String: BusValue] = [
            "State": .string("Fading"), "OutgoingTrack": .objectPath(Sample.path(1)),
            "IncomingTrack": .objectPath(Sample.path(2)), "Duration": .int64(8_000_000), "StartedAt": .uint64(0),
            "OutgoingStart": .int64(88_000_000), "IncomingStart": .int64(2_000_000),
        ]
        let outcome = model.receive(.player(.properties(.crossfade, fade)), at: Self.at(4))
        #expect(outcome.requests.contains(.player(.tracks([Sample.path(1)]))))
        _ = model.receive(.player(.tracks([Sample.track(1)])), at: Self.at(4))
        let strip = try #require(model.strip)
        #expect(strip.seam?.start == 88 && strip.seam?.duration == 8)
        #expect(strip.seam?.incomingOrigin == 86)
        #expect(model.playhead(on: strip, at: Self.at(4)) == 92)
    }

    @Test func theNextEntryIsThePlannedOneOrTheOneBehind() {
        var model = Self.playing()
        #expect(model.next?.id == Sample.path(2))
        _ = model.receive(.player(.changed(.transitions, ["Tier": .string("")])), at: Self.at(1))
        #expect(model.next == nil, "nothing tells which entry plays")
        _ = model.receive(.player(.changed(.queue, ["CurrentIndex": .int64(0)])), at: Self.at(1))
        #expect(model.next?.id == Sample.path(2))
        _ = model.receive(.removed([Sample.path(2)]), at: Self.at(1))
        #expect(model.next == nil)
        #expect(model.withoutQueue.queue.rows.isEmpty && model.queue.rows.count == 1)
    }

    @Test func aPageThatCannotBeHadIsAskedForAgain() {
        var model = Self.playing()
        let page = QueueMirror.Page(reading: 2, offset: 0)
        #expect(model.receive(.replaced, at: Self.at(1)).requests == [.page(page)])
        guard let failure = WindowInput(answer: nil, to: .page(page)) else {
            Issue.record("A failure says something.")
            return
        }
        #expect(model.receive(failure, at: Self.at(1)).requests == [.page(page)])
        #expect(!model.knowsQueue)
    }

    @Test func newsOfRowsAndPlaylistsAreTold() {
        var model = Self.playing()
        let news = Sample.track(2, title: "Two")
        #expect(model.receive(.entriesChanged([news]), at: Self.at(1)).hasRowNews)
        #expect(!model.receive(.entriesChanged([news]), at: Self.at(1)).hasRowNews)
        #expect(model.receive(.playlistsChanged, at: Self.at(1)).hasPlaylistNews)
        #expect(model.receive(.playerAppeared(owner: ":1.8"), at: Self.at(2)).hasPlaylistNews)
    }

    @Test func outlinesAreAskedForOnce() {
        var model = WindowModel()
        _ = model.receive(.playerAppeared(owner: ":1.7"), at: Self.at(0))
        var asked: [WindowRequest] = []
        asked += model.receive(.player(.properties(.transitions, Sample.transition())), at: Self.at(0)).requests
        for _ in 0..<2 {
            asked +=
                model.receive(
                    .player(.changed(.player, ["Metadata": .properties(Sample.metadata(1))])), at: Self.at(0)
                ).requests
        }
        let envelopes = asked.filter { if case .envelope = $0 { true } else { false } }
        #expect(Set(envelopes.map { "\($0)" }).count == 2)
        #expect(envelopes.count == 2)
        let again = model.receive(.envelopeKnown(track: Sample.path(1)), at: Self.at(1)).requests
        #expect(again == [.envelope(track: Sample.path(1))])
        #expect(model.receive(.envelopeKnown(track: Sample.path(9)), at: Self.at(1)).requests.isEmpty)
    }

    @Test func aPlayerThatGoesLeavesNothingBehind() {
        var model = Self.playing()
        let outcome = model.receive(.playerVanished, at: Self.at(5))
        #expect(model.presence == .gone)
        #expect(model.track == nil && model.strip == nil)
        #expect(outcome.queueChanges == [QueueMirror.Change(place: 0, removed: 2, added: 0)])
        #expect(!model.isMoving)
    }

    @Test func onlyWhatAPersonMissesIsTold() {
        var model = Self.playing()
        #expect(model.receive(.event(kind: "trackStarted", text: "No."), at: Self.at(1)).notices.isEmpty)
        let skip = model.receive(.event(kind: "trackSkipped", text: "Why."), at: Self.at(1)).notices
        #expect(skip.map(\.text) == ["Why."] && skip.allSatisfy(\.isSkip))
        #expect(model.receive(.event(kind: "error", text: "So."), at: Self.at(1)).notices.map(\.isSkip) == [false])
    }

    @Test func anErrorThatTheStateShowsIsToldOnce() {
        var model = Self.playing()
        _ = model.receive(.player(.changed(.control, ["Error": .string("a: it is gone.")])), at: Self.at(1))
        for (kind, text) in [("trackSkipped", "Passed over a: a: it is gone."), ("error", "a: it is gone.")] {
            #expect(model.receive(.event(kind: kind, text: text), at: Self.at(1)).notices.isEmpty, "\(kind)")
        }
        #expect(model.receive(.event(kind: "error", text: "b: it is gone."), at: Self.at(1)).notices.count == 1)
        _ = model.receive(.player(.changed(.player, ["Metadata": .properties([:])])), at: Self.at(1))
        #expect(
            model.receive(.event(kind: "error", text: "a: it is gone."), at: Self.at(1)).notices.count == 1,
            "without a track, the state has no line")
    }

    /// Keys without an effect are greyed out.
    @Test func theWayOnAndBackIsThePlayers() {
        var model = Self.playing()
        #expect(!model.properties.canGoNext && !model.properties.canGoPrevious)
        _ = model.receive(.player(.changed(.player, ["CanGoNext": .boolean(true)])), at: Self.at(1))
        #expect(model.properties.canGoNext && !model.properties.canGoPrevious)
        _ = model.receive(.player(.changed(.player, ["CanGoPrevious": .boolean(true)])), at: Self.at(1))
        #expect(model.properties.canGoNext && model.properties.canGoPrevious)
    }
}
