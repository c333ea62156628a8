import SegueCore
import SegueTestSupport
import Testing

/// Whole sessions, as lists of inputs and expected results.
@Suite struct ScenarioTests {
    static let threeStages = ["warm up", "main part", "rest"]

    /// Three stages with a pause in each of the two crossfades, at every kind of progress.
    @Test(arguments: [0.0, 0.3, 0.49, 0.5, 0.8], [0.0, 0.3, 0.5, 0.8])
    func threeStagesWithAPauseInEachFade(first: Double, second: Double) {
        var session = PlayerHarness.playing(Self.threeStages)
        #expect(session.state.kind == .playing)
        #expect(session.shownName == "warm up")
        for (progress, next) in [(first, "main part"), (second, "rest")] {
            session.load()
            #expect(session.engine.plan?.kind == .crossfade)
            #expect(session.engine.plan?.start == .at(MediaTime(seconds: 50)))
            session.begin()
            #expect(session.shownName == next, "what is heard from its first sample on is what is shown")
            session.elapsed = MediaTime(seconds: 10 * progress)
            session.wait(session.elapsed)

            session.command(.pause)
            guard case .crossfadePaused(_, _, let paused, let strategy, let saved) = session.state else {
                Issue.record("not paused in the fade: \(session.state)")
                return
            }
            #expect(abs(paused - progress) < 0.001)
            #expect(strategy == (progress < 0.5 ? .continueFromProgress : .quickFinish))
            #expect(abs(saved.incomingGain - FadeCurve.equalPower.gain(at: progress)) < 0.001)
            #expect(abs(saved.outgoingGain - FadeCurve.equalPower.gain(at: 1 - progress)) < 0.001)
            #expect(saved.originalDuration == MediaTime(seconds: 10))
            #expect(!session.engine.isRunning)
            session.wait(MediaTime(seconds: 3600))
            #expect(session.snapshot.status == .paused)
            #expect(abs(session.player.livePosition(at: session.moment).fadeProgress - progress) < 0.001)

            session.command(.play)
            #expect(session.engine.isRunning)
            #expect(session.state.kind == .crossfading)
            session.complete()
            #expect(session.state.kind == .playing)
            #expect(session.shownName == next)
        }
        #expect(session.engine.plan == nil)
        session.happen(.ended(session.sounding[0].generation))
        #expect(session.state == .finished)
        #expect(session.engine.live.isEmpty)
    }

    @Test func aPauseAtTheVeryEndOfAFadeFindsItDone() {
        var session = PlayerHarness.crossfading(at: 1)
        session.command(.pause)
        #expect(session.state.kind == .paused)
        #expect(session.shownName == "b")
        session.command(.play)
        #expect(session.state.kind == .playing)
    }

    @Test func aQuickFinishTakesOneSecond() {
        var session = PlayerHarness.crossfading(at: 0.6)
        session.command(.pause)
        let step = session.handle(.command(.play, ticket: nil))
        let incoming = session.sounding.last?.generation ?? LoadGeneration(rawValue: 0)
        #expect(
            step.effects.contains(.audio(.quickFinish(incoming: incoming, duration: MediaTime(seconds: 1)))))
        #expect(step.effects.contains(.audio(.resume)))
        let span = FadeSpan(progress: 0.6, position: MediaTime(seconds: 6), duration: MediaTime(seconds: 1))
        session.happen(.quickFinishing(incoming: incoming, span: span))
        session.elapsed = session.elapsed + MediaTime(seconds: 0.5)
        session.wait(MediaTime(seconds: 0.5))
        #expect(abs(session.player.livePosition(at: session.moment).fadeProgress - 0.8) < 0.01)
    }

    @Test(arguments: [0.2, 0.8]) func aStopInAPausedFadeEndsBoth(progress: Double) {
        var session = PlayerHarness.crossfading(at: progress)
        session.command(.pause)
        session.command(.stop)
        #expect(session.state == .idle)
        #expect(session.engine.live.isEmpty)
        #expect(session.snapshot.status == .stopped)
        #expect(session.player.livePosition(at: session.moment).position == MediaTime(seconds: 10 * progress))
    }

    @Test func aCorruptSecondTrackIsPassedOver() {
        var session = PlayerHarness.playing(["a", "bad", "c"])
        #expect(session.name(session.snapshot.track) == "a")
        #expect(session.standby?.uri == "file:///c", "what follows is ready although the second one is corrupt")
        #expect(session.events.contains { if case .trackSkipped = $0 { true } else { false } })
        session.command(.next)
        session.begin()
        #expect(session.shownName == "c")
        #expect(session.snapshot.index == 2)
    }

    @Test func nextOverCorruptFilesFailsAfterThree() {
        var session = PlayerHarness.playing(["a", "bad1", "bad2", "bad3", "bad4", "e"])
        session.command(.next)
        let ticket = session.ticket
        #expect(session.shownName == "bad1", "shown at once, before it has loaded")
        session.load()
        guard case .failed(.skipFailed(let attempts, _)) = session.outcomes[ticket] else {
            Issue.record("\(String(describing: session.outcomes[ticket]))")
            return
        }
        #expect(attempts == 3)
        #expect(session.shownName == "a", "what is shown goes back with the reason")
        #expect(session.state.kind == .playing)
        #expect(session.sounding.map(\.uri) == ["file:///a"])
    }

    @Test func allCorruptButTheFirst() {
        var session = PlayerHarness.playing(["a", "bad1", "bad2"])
        session.command(.next)
        session.load()
        guard case .failed(.noValidTracksInPlaylist) = session.outcomes[session.ticket] else {
            Issue.record("\(String(describing: session.outcomes[session.ticket]))")
            return
        }
        #expect(session.state.kind == .playing)
        session.happen(.ended(session.sounding[0].generation))
        #expect(session.state.kind == .failed)
        #expect(session.shownName == "a")
    }

    @Test func nothingPlaysWhereAllIsCorrupt() {
        var session = PlayerHarness.playing(["bad1", "bad2", "bad3"])
        #expect(session.state.kind == .failed)
        #expect(session.engine.live.isEmpty)
        session.command(.reset)
        #expect(session.state == .idle)
    }

    @Test func aLoadThatTakesTooLongIsPassedOver() {
        var session = PlayerHarness.playing(["a", "slow", "c"])
        session.command(.jump(session.player.queue.entry(at: 2)?.id ?? EntryID(rawValue: 0)))
        session.wait(MediaTime(seconds: 9.9))
        #expect(session.shownName == "c")
        session.wait(MediaTime(seconds: 0.2))
        #expect(session.shownName == "a")
        #expect(session.events.contains { if case .loadTimedOut = $0 { true } else { false } })
        #expect(session.outcomes[session.ticket] == .failed(.loadTimeout(path: "/c", seconds: 10)))
    }

    @Test func tenPressesInASecondLoadOneFile() {
        var session = PlayerHarness.playing((0..<20).map { "track \($0)" })
        session.happen(.transitionStarted(incoming: LoadGeneration(rawValue: 999)))
        for press in 1...10 {
            session.command(.next)
            #expect(session.shownName == "track \(press)", "shown at once")
            session.wait(MediaTime(seconds: 0.1))
        }
        session.wait(MediaTime(seconds: 0.3))
        #expect(session.standby?.uri == "file:///track 10")
        // One file was ready before the first skip; of the rest, only the last is opened.
        let loads = session.events.filter { if case .loadStarted = $0 { true } else { false } }
        #expect(loads.count == 3, "\(loads.count) files were opened")
        session.load()
        session.begin()
        #expect(session.shownName == "track 10")
    }

    @Test func previousGoesBackThroughWhatWasHeard() {
        var session = PlayerHarness.playing(["a", "b", "c", "d"])
        session.command(.jump(session.player.queue.entry(at: 3)?.id ?? EntryID(rawValue: 0)))
        session.load()
        session.begin()
        session.complete()
        #expect(session.shownName == "d")
        session.wait(MediaTime(seconds: 5))
        session.command(.previous)
        session.load()
        session.begin()
        #expect(session.shownName == "a")
    }

    @Test func inAFadePreviousGoesBackToWhatFadesOut() {
        var session = PlayerHarness.crossfading(at: 0.3)
        session.command(.previous)
        #expect(session.shownName == "a")
        #expect(session.player.livePosition(at: session.moment).position == .zero)
        session.load()
        #expect(session.engine.complaints.isEmpty, "\(session.engine.complaints)")
        session.begin()
        #expect(session.state.kind == .crossfading, "the track crossfades into its own next occurrence")
    }

    @Test func aLoopCrossfadesIntoItself() {
        var session = PlayerHarness.playing(["a", "b"])
        session.command(.setRepeat(.track))
        session.load()
        #expect(session.engine.plan?.reason == .loop)
        let before = session.snapshot.track?.id
        session.begin()
        #expect(session.snapshot.track?.id == before)
        #expect(session.seeks.last == .zero, "the same identity, so clients learn of the jump from Seeked")
        session.complete()
        session.load()
        #expect(session.engine.plan?.reason == .loop)
    }

    @Test func aRepeatCountEndsTheLoop() {
        var configuration = Configuration()
        configuration.repeatCount = 2
        configuration.enableLooping = true
        var session = PlayerHarness.playing(["a", "b"], configuration: configuration)
        for _ in 0..<2 {
            session.load()
            session.begin()
            session.complete()
            #expect(session.shownName == "a")
        }
        session.load()
        session.begin()
        #expect(session.shownName == "b")
    }

    @Test func theEndOfTheQueueWithEachRepeatMode() {
        for (mode, expected) in [(RepeatMode.off, "finished"), (.queue, "a"), (.track, "b")] {
            var session = PlayerHarness.playing(["a", "b"])
            session.command(.next)
            session.begin()
            session.complete()
            session.command(.setRepeat(mode))
            session.load()
            if session.engine.plan == nil {
                session.happen(.ended(session.sounding[0].generation))
                #expect(session.state == .finished)
                #expect(expected == "finished")
            } else {
                session.begin()
                #expect(session.shownName == expected)
            }
        }
    }

    @Test func removingUnderARunningFade() {
        for (index, shown, kind) in [(0, "b", "crossfading"), (1, "c", "preparingCrossfade"), (2, "b", "crossfading")] {
            var session = PlayerHarness.crossfading(at: 0.3)
            let id = session.player.queue.entry(at: index)?.id ?? EntryID(rawValue: 0)
            session.command(.edit(.remove([id])))
            #expect(session.shownName == shown, "entry \(index)")
            #expect(session.state.kind.rawValue == kind, "entry \(index)")
            #expect(session.engine.complaints.isEmpty)
        }
    }

    @Test func theSleepTimerFadesOut() {
        var session = PlayerHarness.playing(["a", "b"])
        session.command(.sleep(after: MediaTime(seconds: 60)))
        session.wait(MediaTime(seconds: 61))
        #expect(session.state.kind == .fadingOut)
        session.happen(.fadeOutCompleted)
        #expect(session.state == .finished)
    }

    @Test func aRestoredSessionWaitsWhereItWas() {
        var first = PlayerHarness.playing(["a", "b", "c"])
        first.elapsed = MediaTime(seconds: 21)
        first.command(.pause)
        let saved = first.player.savedSession(at: first.moment)
        var second = PlayerHarness()
        second.handle(.restore(saved))
        #expect(second.snapshot.status == .paused)
        #expect(second.player.livePosition(at: second.moment).position == MediaTime(seconds: 21))
        second.load()
        #expect(
            second.state == .paused(track: second.snapshot.track ?? saved.entries[0], position: MediaTime(seconds: 21)))
        second.command(.play)
        #expect(second.state.kind == .playing)
        #expect(second.engine.isRunning)
    }

    @Test func aTrackThatCanNotBeOpenedAtTheStartKeepsItsPosition() throws {
        var first = PlayerHarness.playing(["a", "b"])
        first.elapsed = MediaTime(seconds: 21)
        first.command(.pause)
        var saved = first.player.savedSession(at: first.moment)
        // The server is down for two starts, and then answers again.
        for _ in 0..<2 {
            var later = PlayerHarness()
            later.handle(.restore(saved))
            let opened = try #require(later.engine.live.first).generation
            later.happen(.loadFailed(opened, .fileNotFound(path: "a")))
            #expect(later.state.kind == .failed && later.shownName == "a")
            #expect(later.player.livePosition(at: later.moment).position == MediaTime(seconds: 21))
            saved = later.player.savedSession(at: later.moment)
            #expect(saved.position == MediaTime(seconds: 21))
            later.command(.play)
            later.load()
            #expect(later.sounding.last?.position == MediaTime(seconds: 21))
        }
    }

    @Test func aTrackCountsAsPlayedAfterHalfOfIt() {
        var session = PlayerHarness.playing(["a", "b"])
        session.wait(MediaTime(seconds: 20))
        session.command(.pause)
        session.wait(MediaTime(seconds: 600))
        session.command(.play)
        session.wait(MediaTime(seconds: 9))
        #expect(!session.events.contains { if case .played = $0 { true } else { false } })
        session.wait(MediaTime(seconds: 2))
        #expect(session.events.filter { if case .played = $0 { true } else { false } }.count == 1)
    }

    @Test func aSeekBeyondTheEndOfWhatIsNotHeardYetGoesOn() {
        var session = PlayerHarness.playing(["a", "b", "c"])
        session.command(.pause)
        var metadata = TrackMetadata()
        metadata.duration = MediaTime(seconds: 60)
        for entry in session.player.queue.entries(in: 0..<3) { session.handle(.metadataRead(entry.id, metadata)) }
        session.command(.next)
        session.command(.seekBy(MediaTime(seconds: 30)))
        #expect(session.shownName == "b")
        session.command(.seekBy(MediaTime(seconds: 30)))
        #expect(session.shownName == "c")
        #expect(session.command(.seekBy(MediaTime(seconds: 60))) == .nothingToDo, "nothing is behind it")
        session.load()
        #expect(session.shownName == "c")
        #expect(session.state.kind == .paused)
    }

    @Test(arguments: [true, false]) func underShuffleAFolderBeginsAnywhere(isReplacing: Bool) {
        let folder = (0..<20).map { NewEntry(uri: "file:///\($0)") }
        let starts = (UInt64(1)...20).map { seed in
            var session = PlayerHarness(seed: seed)
            session.handle(.audio(.outputReady(name: "test", fallback: nil)))
            session.command(.setShuffle(true))
            session.command(.edit(isReplacing ? .replace(folder, play: true) : .insert(folder, at: .last, play: true)))
            session.load()
            #expect(session.snapshot.index == 0, "all of it is still to come")
            #expect(session.queueNames.count == 20)
            #expect(session.queueNames.first == session.shownName)
            return session.shownName
        }
        #expect(Set(starts).count > 5, "\(starts)")
    }

    @Test func seeksAccumulate() {
        var session = PlayerHarness.playing(["a", "b"])
        session.play(MediaTime(seconds: 10))
        for _ in 0..<5 {
            session.command(.seekBy(MediaTime(seconds: 5)))
            session.wait(MediaTime(seconds: 0.01))
        }
        #expect(session.player.livePosition(at: session.moment).position == MediaTime(seconds: 35))
        session.wait(MediaTime(seconds: 0.1))
        session.load()
        session.begin()
        #expect(session.sounding.last?.position == MediaTime(seconds: 35))
        #expect(session.seeks.last == MediaTime(seconds: 35))
        #expect(session.seeks.count == 2, "a drag is announced at most ten times a second, and its end always")
    }
}
