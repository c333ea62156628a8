import Foundation
import SegueTestSupport
import Testing

@testable import SegueCore

/// The player asks for what it wants to know of the sound of its tracks, and plans by the answer.
@Suite struct ListeningPlayerTests {
    private let uris = ["file:///a.flac", "file:///b.flac", "file:///c.flac"]

    /// A player in the first of three tracks of a minute, of which the second is loaded.
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
        // Nobody plans by it yet; its envelope is known.
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
        #expect(plan.explanation == "The track has not been analysed yet.")
        harness.handle(.analysed(uris[0], .facts(Self.fading)))
        plan = try #require(harness.snapshot.planned).plan
        #expect(plan.explanation == "The next track has not been analysed yet.")
        #expect(plan.start == .at(MediaTime(seconds: 50)))
        harness.handle(.analysed(uris[1], .facts(Self.cold)))
        plan = try #require(harness.engine.plan)
        #expect(plan.tier == .ramped)
        #expect(plan.fadeOut == nil)
        #expect(plan.explanation.hasPrefix("The ending fades out by itself over 1"))
    }

    @Test func aFailedAnalysisLeavesThePlainFade() throws {
        var harness = playing()
        harness.handle(.analysed(uris[0], .failed("its sound could not be decoded.")))
        harness.handle(.analysed(uris[1], .facts(Self.cold)))
        let plan = try #require(harness.snapshot.planned).plan
        #expect(plan.tier == .plain)
        #expect(plan.explanation == "The track could not be analysed: its sound could not be decoded.")
        #expect(harness.events.allSatisfy { if case .error = $0 { false } else { true } })
    }

    @Test func aColdEndingIsFollowedAtItsLastSound() throws {
        var harness = playing()
        // Ten seconds of nothing behind the music.
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
        // Ten seconds behind the one, and eight in front of the other, are below the threshold, and no silence.
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
        #expect(harness.snapshot.planned?.plan.explanation == "The track could not be analysed: no")
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
        // Nothing new is asked of the engine for that, and late news of a plan that was given up changes nothing.
        let step = harness.handle(.audio(.transitionStands(refused: second, standing: second)))
        #expect(harness.snapshot.planned?.plan == first)
        #expect(step.effects.allSatisfy { if case .audio = $0 { false } else { true } }, "\(step.effects)")
        harness.begin()
        #expect(harness.state.kind == .crossfading)
        #expect(harness.player.sound.fade?.record.plan == first)
    }

    /// A seek into the planned transition leaves what can still be heard of it.
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
