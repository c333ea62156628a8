import Foundation
import SegueTestSupport
import Testing

@testable import SegueCore

/// The player requests the facts about the audio of its tracks, and plans by the answers.
@Suite struct ListeningPlayerTests {
    private let uris = ["file:///a.flac", "file:///b.flac", "file:///c.flac"]

    /// Returns a player in the first of three tracks of a minute, of which the second is loaded.
    private func playing(_ change: (inout Configuration) -> Void = { _ in }) -> PlayerHarness {
        var configuration = Configuration()
        change(&configuration)
        return PlayerHarness.playing(["a.flac", "b.flac", "c.flac"], configuration: configuration)
    }

    private static let fading = SyntheticTrack.song(48, tail: SyntheticTrack().then(12, from: -14, to: -55)).facts
    private static let cold = SyntheticTrack.song(60).facts

    @Test func whatPlaysAndWhatComesNextIsAnalysed() {
        var harness = playing()
        #expect(harness.analyses == Array(uris[0...1]))
        harness.handle(.analysed(uris[0], .facts(Self.cold)))
        #expect(harness.analyses == [uris[0], uris[1]], "nothing new is asked for")
        harness.command(.stop)
        #expect(harness.analyses.isEmpty)
    }

    @Test func whatIsBehindThatIsAnalysedLater() {
        var harness = playing()
        #expect(harness.later == [uris[2]])
        // The facts are not used in a plan yet; the envelope of the file is known.
        harness.handle(.analysed(uris[2], .facts(Self.cold)))
        #expect(harness.events.contains { if case .analysed(let entry) = $0 { entry.uri == uris[2] } else { false } })
        #expect(harness.player.facts(of: uris[2]) == nil)
        harness.command(.setRepeat(.track))
        #expect(harness.later.isEmpty)
        harness.command(.setRepeat(.queue))
        #expect(harness.later == [uris[2]])
        let more = (0..<100).map { NewEntry(uri: "file:///more/\($0).flac") } + [NewEntry(uri: "http://x.example/s")]
        harness.command(.edit(.insert(more, at: .next, play: false)))
        harness.load()
        #expect(harness.analyses == [uris[0], more[0].uri])
        #expect(harness.later == more[1...50].map(\.uri))
        harness.command(.stop)
        #expect(harness.later.isEmpty)
    }

    @Test func factsWithoutARhythmAreInUseUntilItJoinsThem() throws {
        var harness = playing()
        var measurement = Self.cold.measurement
        measurement.rhythm = nil
        for uri in uris[0...1] { harness.handle(.analysed(uri, .facts(TrackFacts(measurement)))) }
        #expect(harness.analyses.isEmpty && harness.later == uris)
        #expect(try #require(harness.engine.plan).tier == .ramped)
        harness.handle(.analysed(uris[1], .facts(Self.cold)))
        #expect(harness.player.facts(of: uris[1]) == Self.cold)
        // The rest of the list is requested with the next change.
        harness.command(.setRepeat(.track))
        #expect(harness.later == [uris[0]])
        harness.command(.setRepeat(.off))
        #expect(harness.later == [uris[0], uris[2]])
    }

    @Test func nothingIsAnalysedForPlainTransitions() {
        #expect(playing { $0.transitions = .plain }.later.isEmpty)
        #expect(playing { $0.transitions = .plain }.analyses.isEmpty)
        let joined = playing {
            $0.crossfadeDuration = .zero
            $0.loudnessMode = .off
        }
        #expect(joined.analyses.isEmpty)
    }

    @Test func thePlanIsPlainUntilBothAreKnown() throws {
        var harness = playing()
        var plan = try #require(harness.engine.plan)
        #expect(plan.tier == .plain)
        #expect(plan.explanation.text == "The track has not been analysed yet.")
        harness.handle(.analysed(uris[0], .facts(Self.fading)))
        plan = try #require(harness.snapshot.planned).plan
        #expect(plan.explanation.text == "The next track has not been analysed yet.")
        #expect(plan.start == .at(MediaTime(seconds: 50)))
        harness.handle(.analysed(uris[1], .facts(Self.cold)))
        plan = try #require(harness.engine.plan)
        #expect(plan.tier == .ramped)
        #expect(plan.fadeOut == nil)
        #expect(plan.explanation.text.hasPrefix("The ending fades out by itself over 1"))
    }

    @Test func aFailedAnalysisLeavesThePlainFade() throws {
        var harness = playing()
        harness.handle(.analysed(uris[0], .failed("its sound could not be decoded.")))
        harness.handle(.analysed(uris[1], .facts(Self.cold)))
        let plan = try #require(harness.snapshot.planned).plan
        #expect(plan.tier == .plain)
        #expect(plan.explanation.text == "The track could not be analysed: its sound could not be decoded.")
        #expect(harness.events.allSatisfy { if case .error = $0 { false } else { true } })
    }

    @Test func aColdEndingIsFollowedAtItsLastSound() throws {
        var harness = playing()
        // Ten seconds of silence after the music.
        harness.handle(.analysed(uris[0], .facts(SyntheticTrack.song(50).thenSilence(10).facts)))
        harness.handle(.analysed(uris[1], .facts(Self.cold)))
        let plan = try #require(harness.engine.plan)
        guard case .at(let start) = plan.start else {
            Issue.record("\(plan)")
            return
        }
        #expect(abs((start + plan.duration).seconds - 50.05) < 0.02)
        #expect(plan.duration.seconds < 0.6)
        #expect(plan.fadeOut == nil && plan.fadeIn == nil)
    }

    @Test func whatIsLeftOutAsSilenceIsNoQuietBeginning() throws {
        var configuration = Configuration()
        configuration.trimSilence = true
        configuration.trimThreshold = -40
        var harness = PlayerHarness(configuration: configuration)
        harness.engine.audible = [
            uris[0]: .zero...MediaTime(seconds: 50), uris[1]: MediaTime(seconds: 8)...MediaTime(seconds: 60),
        ]
        harness.handle(.audio(.outputReady(name: "test", fallback: nil)))
        harness.command(.edit(.replace(uris.map { NewEntry(uri: $0) }, play: true)))
        harness.load()
        // Ten seconds after one track, and eight before the other, are below the threshold, and not silent.
        let last = SyntheticTrack.song(50, tail: SyntheticTrack().then(10, from: -50)).facts
        harness.handle(.analysed(uris[0], .facts(last)))
        let head = SyntheticTrack().then(8, from: -45)
        harness.handle(.analysed(uris[1], .facts(SyntheticTrack.song(52, head: head).facts)))
        let plan = try #require(harness.engine.plan)
        #expect(plan.tier == .ramped)
        guard case .at(let start) = plan.start else {
            Issue.record("\(plan)")
            return
        }
        #expect(abs((start + plan.duration).seconds - 50) < 0.1, "\(plan)")
        #expect(plan.duration.seconds < 1, "both are loud at once: \(plan)")
    }

    /// A track is shown with its first audio, and the silence before it is left out.
    @Test(arguments: [5.0, 25, 29]) func aLongSilenceInFrontIsLeftOut(seconds: Double) throws {
        var harness = playing()
        harness.handle(.analysed(uris[0], .facts(Self.cold)))
        let next = SyntheticTrack().thenSilence(seconds).then(60 - seconds, from: -14, swing: 3)
        harness.handle(.analysed(uris[1], .facts(next.facts)))
        harness.load()
        let plan = try #require(harness.engine.plan)
        #expect(plan.tier == .ramped)
        #expect(plan.duration.seconds < 0.5, "both are loud at once: \(plan)")
        guard case .at(let start) = plan.start else {
            Issue.record("\(plan)")
            return
        }
        #expect(abs((start + plan.duration).seconds - 60) < 0.1)
        #expect(plan.fadeOut == nil)
        let first = MediaTime(seconds: seconds) - SilenceLimits.kept
        #expect(harness.snapshot.planned?.incomingStart == harness.standby?.position)
        #expect(harness.standby.map { abs(($0.position - first).seconds) < 0.02 } == true)
        harness.begin()
        #expect(harness.shownName == "b.flac")
        #expect(abs((harness.player.livePosition(at: harness.moment).position - first).seconds) < 0.02)
        #expect(harness.engine.complaints == [])
    }

    /// Reopening the track at its first audio would come too late for a transition that is on its way to the output.
    @Test func silenceThatIsFoundTooLateStays() throws {
        var harness = playing()
        let plan = try #require(harness.engine.plan)
        harness.elapsed = MediaTime(seconds: 50.5)
        let next = SyntheticTrack().thenSilence(5).then(55, from: -14, swing: 3)
        harness.handle(.analysed(uris[1], .facts(next.facts)))
        #expect(harness.standby?.position == .zero)
        #expect(harness.engine.plan == plan)
    }

    /// Tracks of an album keep the silence between them, and so do tracks that follow each other without a fade.
    @Test func silenceBetweenJoinedTracksStays() throws {
        var harness = playing { $0.crossfadeDuration = .zero }
        let next = SyntheticTrack().thenSilence(5).then(55, from: -14, swing: 3)
        harness.handle(.analysed(uris[1], .facts(next.facts)))
        #expect(harness.standby?.position == .zero)
    }

    @Test func silenceIsNotFadedTo() throws {
        let silent = SyntheticTrack().thenSilence(60).facts
        for (last, first) in [(Self.cold, silent), (silent, Self.cold)] {
            var harness = playing()
            harness.handle(.analysed(uris[0], .facts(last)))
            harness.handle(.analysed(uris[1], .facts(first)))
            let plan = try #require(harness.engine.plan)
            #expect(plan.kind == .gapless, "no note is taken down for nothing")
            #expect(plan.explanation.text == "One of the tracks is silent, and there is nothing to fade.")
        }
    }

    @Test func twoCalmPiecesOverlapWithEqualPower() throws {
        var harness = playing { $0.fadeCurve = .exponential }
        let calm = SyntheticTrack().then(60, from: -20).facts
        for uri in uris[0...1] { harness.handle(.analysed(uri, .facts(calm))) }
        let plan = try #require(harness.engine.plan)
        #expect(plan.curve == .equalPower, "any other one sags")
        #expect(plan.fadeOut != nil && plan.fadeIn != nil)
    }

    @Test func shortTracksFadeAsEver() throws {
        var harness = playing { $0.crossfadeDuration = MediaTime(seconds: 30.5) }
        harness.handle(.analysed(uris[0], .facts(Self.cold)))
        harness.handle(.analysed(uris[1], .facts(Self.cold)))
        let plan = try #require(harness.engine.plan)
        #expect(plan.tier == .short)
        #expect(plan.duration == MediaTime(seconds: 30))
        #expect(plan.fadeOut == 0...1)
    }

    @Test func whatIsMeasuredDecidesHowLoudTheNextTrackIs() throws {
        var harness = playing()
        #expect(try #require(harness.engine.plan).incomingGain == 1)
        harness.handle(.analysed(uris[1], .facts(SyntheticTrack.song(60, level: -11).facts)))
        // The loudest passage is at -8 LUFS.
        #expect(abs(try #require(harness.engine.plan).incomingGain - pow(10, -10.0 / 20)) < 1e-9)
        #expect(harness.sounding.count == 1)
    }

    /// A track with saved facts is equally loud each time, however long the look-up takes.
    @Test func aTrackThatIsReadyWaitsAMomentForWhatIsKeptOfItsSound() throws {
        for isRunning in [false, true] {
            for isSlow in [false, true] {
                for answer in [AnalysisOutcome.facts(SyntheticTrack().then(60, from: -28).facts), .unmeasured, nil] {
                    var harness = isRunning ? playing { $0.skipCrossfadeDuration = .zero } : PlayerHarness()
                    harness.knowsNothing = false
                    if isRunning {
                        harness.command(.jump(harness.player.queue.entries(in: 2..<3)[0].id))
                    } else {
                        harness.handle(.audio(.outputReady(name: "test", fallback: nil)))
                        harness.command(.edit(.replace([NewEntry(uri: uris[2])], play: true)))
                    }
                    let sounding = harness.sounding.count
                    if !isSlow, let answer { harness.handle(.analysed(uris[2], answer)) }
                    harness.load()
                    if isSlow || answer == nil {
                        #expect(harness.sounding.count == sounding && harness.engine.plan == nil, "it waits")
                        if let answer {
                            harness.handle(.analysed(uris[2], answer))
                        } else {
                            harness.wait(MediaTime(seconds: 0.051))
                        }
                    }
                    if isRunning { harness.begin() }
                    #expect(harness.state.kind == .playing && harness.shownName == "c.flac")
                    let gain = try #require(harness.snapshot.gain)
                    if case .facts? = answer {
                        #expect(gain.source == .measured && abs(gain.decibels - 10) < 0.01)
                    } else {
                        #expect(gain.source == .fallback)
                    }
                    #expect(harness.timers[.soundAwaited] == nil)
                }
            }
        }
    }

    @Test func whatIsKnownOfTheShownTrackOutlivesAStop() throws {
        var harness = playing()
        harness.handle(.analysed(uris[0], .facts(SyntheticTrack().then(60, from: -28).facts)))
        harness.command(.stop)
        harness.happen(.fadeOutCompleted)
        #expect(harness.analyses.isEmpty)
        harness.command(.play)
        harness.load()
        #expect(harness.snapshot.gain?.source == .measured)
    }

    @Test func whatCouldNotBeAnalysedIsTriedAgainAfterAStop() {
        var harness = playing()
        harness.handle(.analysed(uris[0], .failed("no")))
        harness.command(.stop)
        harness.happen(.fadeOutCompleted)
        harness.command(.play)
        harness.load()
        #expect(harness.analyses.contains(uris[0]))
    }

    @Test func whatAClientAsksForIsAnalysedWhateverPlays() {
        var harness = PlayerHarness()
        harness.handle(.audio(.outputReady(name: "test", fallback: nil)))
        harness.command(.edit(.replace((0..<100).map { NewEntry(uri: "file:///\($0)") }, play: false)))
        harness.handle(.soundRequested("file:///80"))
        #expect(harness.analyses == ["file:///80"])
        let step = harness.handle(.analysed("file:///80", .facts(Self.cold)))
        #expect(step.effects.contains { if case .report(.analysed) = $0 { true } else { false } })
        #expect(harness.player.facts(of: "file:///80") != nil && harness.analyses == ["file:///80"])
        for number in 0..<20 { harness.handle(.soundRequested("file:///\(number)")) }
        #expect(harness.analyses == (4..<20).map { "file:///\($0)" }, "the last 16")
        harness.command(.play)
        harness.load()
        #expect(harness.analyses.prefix(2) == ["file:///0", "file:///1"], "what plays comes first")
        harness.command(.stop)
        #expect(harness.analyses.isEmpty, "a stop stops that, too")
    }

    @Test func whatIsHeardKeepsItsLoudnessThroughAPauseAndASeek() throws {
        for isPaused in [true, false] {
            var harness = playing()
            if isPaused { harness.command(.pause) }
            let gain = try #require(harness.snapshot.gain)
            harness.handle(.analysed(uris[0], .facts(SyntheticTrack.song(60, level: -11).facts)))
            harness.command(.seek(to: MediaTime(seconds: 20), track: nil))
            harness.load()
            if !isPaused { harness.begin() }
            #expect(harness.state.kind == (isPaused ? .paused : .playing))
            #expect(harness.snapshot.gain == gain)
        }
    }

    @Test func newsThatChangesNothingThatIsHeardLeavesTheEngineAlone() {
        var harness = playing()
        let step = harness.handle(.analysed(uris[0], .failed("no")))
        #expect(step.effects.allSatisfy { if case .audio = $0 { false } else { true } }, "\(step.effects)")
        #expect(harness.snapshot.planned?.plan.explanation.text == "The track could not be analysed: no")
    }

    @Test func whatIsLearntWhenTheTransitionIsOnItsWayComesTooLate() throws {
        var harness = playing()
        let plan = try #require(harness.engine.plan)
        harness.elapsed = MediaTime(seconds: 50.5)
        for (uri, facts) in zip(uris, [Self.fading, Self.cold]) {
            let step = harness.handle(.analysed(uri, .facts(facts)))
            #expect(step.effects.allSatisfy { if case .audio = $0 { false } else { true } }, "\(step.effects)")
        }
        #expect(harness.engine.plan == plan)
        #expect(harness.snapshot.planned?.plan == plan)
    }

    @Test func whatTheEngineCanNoLongerChangeIsWhatIsTold() throws {
        var harness = playing()
        let first = try #require(harness.engine.plan)
        for (uri, facts) in zip(uris, [Self.fading, Self.cold]) { harness.handle(.analysed(uri, .facts(facts))) }
        let second = try #require(harness.engine.plan)
        #expect(second != first)
        harness.happen(.transitionStands(refused: second, standing: first))
        #expect(harness.snapshot.planned?.plan == first)
        // The engine gets no new instruction for that, and a late report about a cancelled plan has no effect.
        let step = harness.handle(.audio(.transitionStands(refused: second, standing: second)))
        #expect(harness.snapshot.planned?.plan == first)
        #expect(step.effects.allSatisfy { if case .audio = $0 { false } else { true } }, "\(step.effects)")
        harness.begin()
        #expect(harness.state.kind == .crossfading)
        #expect(harness.player.sound.fade?.record.plan == first)
    }

    /// A seek into the planned transition keeps the part of it that can still be heard.
    @Test func aSeekIntoTheTransitionKeepsItsEnd() throws {
        var harness = playing()
        harness.handle(.analysed(uris[0], .facts(Self.fading)))
        harness.handle(.analysed(uris[1], .facts(Self.cold)))
        let former = try #require(harness.engine.plan)
        guard case .at(let start) = former.start else { return }
        harness.command(.seek(to: start + former.duration - MediaTime(seconds: 2), track: nil))
        harness.load()
        harness.begin()
        harness.complete()
        harness.load()
        let plan = try #require(harness.engine.plan)
        #expect(plan.tier == .ramped)
        #expect(plan.duration <= MediaTime(seconds: 2))
    }
}
