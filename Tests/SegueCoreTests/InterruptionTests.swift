import SegueCore
import SegueTestSupport
import Testing

/// Pauses without a command of the user, and playback afterwards.
@Suite struct InterruptionTests {
    private static func playing(_ change: (inout Configuration) -> Void = { _ in }) -> PlayerHarness {
        var configuration = Configuration()
        change(&configuration)
        return .playing(["a", "b", "c"], configuration: configuration)
    }

    // MARK: - Calls

    @Test(arguments: [nil, Command.pause, .stop, .finish(fadeDuration: .zero), .next])
    func whatPlayedGoesOnAfterACall(_ command: Command?) {
        var session = PlayerHarness.crossfading(at: 0.3)
        session.happen(.silenced(true))
        #expect(session.state.kind == .crossfadePaused && !session.engine.isRunning)
        session.happen(.silenced(true))
        if let command { session.command(command) }
        session.happen(.silenced(false))
        session.load()
        // A track to which the user navigates meanwhile plays afterwards; a stop is kept.
        #expect(session.engine.isRunning == (command == nil || command == .next), "\(session.state)")
    }

    @Test func aCallStartsNothing() {
        var session = PlayerHarness.playing(["a", "b"])
        session.command(.pause)
        session.happen(.silenced(true))
        session.happen(.silenced(false))
        #expect(session.state.kind == .paused && !session.engine.isRunning)
    }

    // MARK: - Devices

    @Test func whatWasUnpluggedIsPausedAtOnceAndSaysWhy() {
        var session = PlayerHarness.crossfading(at: 0.3)
        session.happen(.deviceUnplugged(name: "Headphones"))
        #expect(session.state.kind == .crossfadePaused && !session.engine.isRunning)
        #expect(!session.snapshot.isSounding)
        let error = AudioPlayerError.outputError(
            output: "Headphones", reason: "it was unplugged")
        #expect(session.snapshot.problem == error)
        #expect(session.events.contains(.error(error)))
        #expect(session.command(.play) == .done)
        #expect(session.snapshot.problem == nil)
        #expect(session.state.kind == .crossfading)
    }

    @Test func aFadeOutOnHeadphonesIsNotHeardOnSpeakers() {
        var session = Self.playing()
        session.command(.stop)
        session.happen(.deviceUnplugged(name: "Headphones"))
        #expect(session.state.kind == .finished && !session.engine.isRunning)
        #expect(session.snapshot.problem == nil)
    }

    @Test func withoutSoundAPlugIsNobodysBusiness() {
        var session = Self.playing { $0.resumeOnReconnect = true }
        session.command(.pause)
        session.happen(.deviceUnplugged(name: "Headphones"))
        #expect(session.snapshot.problem == nil)
        session.happen(.deviceReturned(name: "Headphones"))
        #expect(session.state.kind == .paused)
    }

    @Test(arguments: [false, true], [nil, Command.pause, .stop, .play, .next])
    func whatComesBackGoesOnWhereThatIsWanted(_ isWanted: Bool, _ command: Command?) {
        var session = Self.playing { $0.resumeOnReconnect = isWanted }
        session.happen(.deviceUnplugged(name: "Headphones"))
        if let command { session.command(command) }
        session.happen(.deviceReturned(name: "Headphones"))
        session.load()
        let goesOn = isWanted && (command == nil || command == .next) || command == .play
        #expect(session.engine.isRunning == goesOn, "\(session.state)")
    }

    @Test(arguments: [false, true])
    func withTheOnlyDeviceTheOutputIsGoneToo(_ isWanted: Bool) {
        var session = Self.playing { $0.resumeOnReconnect = isWanted }
        session.happen(.deviceUnplugged(name: "Headphones"))
        session.happen(.outputLost(name: "test", reason: "gone"))
        #expect((session.engine.openingOutput != nil) == isWanted, "nothing is tried for a player that stays paused")
        guard isWanted else { return }
        session.happen(.outputReady(name: "test", fallback: nil))
        #expect(session.state.kind == .playing)
    }

    // MARK: - Sleep

    @Test func beforeSleepTheSoundFadesOutAndIsPaused() {
        var session = Self.playing()
        session.command(.setVolume(0.5))
        session.handle(.system(.willSleep))
        #expect(session.engine.volume == 0)
        #expect(session.state.kind == .playing && session.snapshot.volume == 0.5)
        #expect(!session.snapshot.isReadyForSleep)
        let start = session.now
        session.wait(MediaTime(seconds: 1))
        session.handle(.system(.willSleep))
        while session.state.kind == .playing { session.wait(MediaTime(seconds: 0.1)) }
        #expect(session.now - start <= MediaTime(seconds: 2))
        #expect(session.state.kind == .paused && !session.engine.isRunning)
        #expect(session.engine.volume == 0.5)
        #expect(!session.snapshot.isReadyForSleep, "the pause is still on its way out")
        session.wait(MediaTime(seconds: 0.3))
        #expect(session.snapshot.isReadyForSleep)
        let position = session.state
        session.handle(.system(.woke))
        #expect(session.state == position)
        #expect(!session.snapshot.isReadyForSleep)
        #expect(session.command(.play) == .done)
        #expect(session.engine.isRunning && session.engine.volume == 0.5)
    }

    @Test(arguments: [false, true], [nil, Command.pause, .stop, .play])
    func afterSleepWhatPlayedGoesOnWhereThatIsWanted(_ isWanted: Bool, _ command: Command?) {
        var session = Self.playing { $0.resumeAfterSleep = isWanted }
        session.handle(.system(.willSleep))
        session.wait(MediaTime(seconds: 3))
        #expect(session.snapshot.isReadyForSleep)
        if let command { session.command(command) }
        session.handle(.system(.woke))
        session.load()
        #expect(session.engine.isRunning == (isWanted && command == nil || command == .play), "\(session.state)")
    }

    @Test func whatDoesNotSoundKeepsNoComputerAwake() {
        for command in [Command.pause, .finish(fadeDuration: .zero), .edit(.clear)] {
            var session = Self.playing { $0.resumeAfterSleep = true }
            session.command(command)
            let state = session.state
            session.handle(.system(.willSleep))
            #expect(session.snapshot.isReadyForSleep)
            session.handle(.system(.woke))
            #expect(session.state == state)
        }
        var session = PlayerHarness()
        session.command(.edit(.replace([NewEntry(uri: "file:///a")], play: true)))
        session.handle(.system(.willSleep))
        #expect(session.snapshot.isReadyForSleep && session.snapshot.status == .paused, "it was still loading")
    }

    @Test func aFadeOutIsOverBeforeSleep() {
        var session = Self.playing()
        session.command(.finish(fadeDuration: MediaTime(seconds: 30)))
        session.handle(.system(.willSleep))
        session.wait(MediaTime(seconds: 2))
        #expect(session.state.kind == .finished && session.snapshot.isReadyForSleep)
        session.handle(.system(.woke))
        #expect(session.state.kind == .finished && session.engine.volume == 1)
    }

    @Test func aPersonMayChangeEverythingInTheFade() {
        var session = Self.playing()
        session.handle(.system(.willSleep))
        session.command(.setVolume(0.25))
        #expect(session.engine.volume == 0, "the fade goes on")
        session.command(.next)
        session.load()
        session.begin()
        session.wait(MediaTime(seconds: 3))
        #expect(session.snapshot.status == .paused && session.snapshot.isReadyForSleep)
        #expect(session.engine.volume == 0.25 && session.snapshot.volume == 0.25)
        #expect(session.shownName == "b")
    }

    @Test func aComputerThatDoesNotWaitFindsThePlayerPausedToo() {
        var session = Self.playing()
        session.handle(.system(.willSleep))
        session.handle(.system(.willSleep))
        session.wait(MediaTime(seconds: 0.5))
        session.handle(.system(.woke))
        #expect(session.state.kind == .paused && session.engine.volume == 1)
        session.wait(MediaTime(seconds: 5))
        #expect(!session.snapshot.isReadyForSleep)
    }

    @Test func sleepInACallStaysPausedAfterBoth() {
        var session = Self.playing()
        session.happen(.silenced(true))
        session.handle(.system(.willSleep))
        #expect(session.snapshot.isReadyForSleep)
        session.handle(.system(.woke))
        session.happen(.silenced(false))
        #expect(session.state.kind == .paused)
    }

    @Test func aHeadsetThatIsGoneAfterSleepIsWaitedFor() {
        var session = Self.playing {
            $0.resumeAfterSleep = true
            $0.resumeOnReconnect = true
        }
        session.handle(.system(.willSleep))
        session.wait(MediaTime(seconds: 3))
        session.happen(.deviceUnplugged(name: "Headset"))
        session.handle(.system(.woke))
        #expect(session.state.kind == .paused, "not on the speakers")
        session.happen(.deviceReturned(name: "Headset"))
        #expect(session.state.kind == .playing)
    }

    @Test(arguments: [false, true])
    func anOutputThatReturnsAfterSleepStartsNothing(_ isWanted: Bool) {
        var session = Self.playing { $0.resumeAfterSleep = isWanted }
        session.happen(.outputLost(name: "test", reason: "gone"))
        session.happen(.outputRefused(name: "test", reason: "there is none"))
        session.handle(.system(.willSleep))
        #expect(session.snapshot.isReadyForSleep && session.timers[.reopenOutput] == nil)
        session.handle(.system(.woke))
        session.happen(.outputReady(name: "test", fallback: nil))
        #expect(session.engine.isRunning == isWanted)
    }

    // MARK: - The suspend inhibitor

    @Test func aComputerIsKeptAwakeWhileItSounds() {
        var session = PlayerHarness()
        #expect(!session.snapshot.isSounding)
        session.handle(.audio(.outputReady(name: "test", fallback: nil)))
        session.command(.edit(.replace([NewEntry(uri: "file:///a"), NewEntry(uri: "file:///b")], play: true)))
        #expect(!session.snapshot.isSounding, "nothing is heard yet")
        session.load()
        #expect(session.snapshot.isSounding)
        session.command(.pause)
        #expect(!session.snapshot.isSounding)
        session.command(.play)
        session.command(.seek(to: MediaTime(seconds: 20), track: nil))
        #expect(session.snapshot.isSounding)
        session.load()
        session.command(.next)
        session.load()
        session.begin()
        #expect(session.state.kind == .crossfading && session.snapshot.isSounding)
        session.complete()
        session.command(.stop)
        #expect(session.state.kind == .fadingOut && session.snapshot.isSounding)
        session.happen(.fadeOutCompleted)
        #expect(!session.snapshot.isSounding)
        session.command(.play)
        session.load()
        session.engine.perform(.cancelSchedule(incoming: LoadGeneration(rawValue: 0)))
        if let deck = session.sounding.last { session.happen(.ended(deck.generation)) }
        #expect(session.state.kind == .finished && !session.snapshot.isSounding)
    }

    @Test func whatInhibitsIsShown() {
        var session = PlayerHarness()
        #expect(session.snapshot.suspendInhibitor == nil)
        session.handle(.system(.inhibited(by: .login1)))
        #expect(session.snapshot.suspendInhibitor == .login1)
        session.handle(.system(.inhibited(by: nil)))
        #expect(session.snapshot.suspendInhibitor == nil)
    }
}
