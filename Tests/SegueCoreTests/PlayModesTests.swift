import SegueTestSupport
import Testing

@testable import SegueCore

/// Stop after this track, single, consume, mute.
@Suite struct PlayModesTests {
    /// Plays the current track to its end, as far as the plan goes.
    private func end(_ session: inout PlayerHarness) {
        session.load()
        if session.engine.plan != nil {
            session.begin()
            session.complete()
        } else if let generation = session.sounding.last?.generation {
            session.happen(.ended(generation))
        }
    }

    @Test func itStopsAfterTheTrackOnce() {
        var session = PlayerHarness.playing(["a", "b", "c"])
        #expect(session.command(.setMode(.stopAfterTrack, true)) == .done)
        #expect(session.standby == nil, "nothing is going to follow")
        end(&session)
        #expect(session.state.kind == .finished && session.shownName == "b")
        #expect(!session.snapshot.modes.stopsAfterTrack)
        #expect(session.command(.setMode(.stopAfterTrack, true)) == .nothingToDo, "it is stopped already")
        session.command(.play)
        end(&session)
        #expect(session.state.kind == .playing && session.shownName == "c", "only once")
    }

    @Test func toStopAfterTheTrackCanBeTakenBack() {
        var session = PlayerHarness.playing(["a", "b"])
        session.command(.setMode(.stopAfterTrack, true))
        session.command(.setMode(.stopAfterTrack, false))
        end(&session)
        #expect(session.state.kind == .playing && session.shownName == "b")
        session.command(.setMode(.stopAfterTrack, true))
        session.command(.stop)
        #expect(!session.snapshot.modes.stopsAfterTrack, "any stop will do")
    }

    @Test(arguments: RepeatMode.allCases) func singleStopsAfterEveryTrack(mode: RepeatMode) {
        var session = PlayerHarness.playing(["a", "b"])
        session.command(.setRepeat(mode))
        session.command(.setMode(.single, true))
        end(&session)
        #expect(session.state.kind == .finished)
        #expect(session.shownName == (mode == .track ? "a" : "b"), "what would have followed")
        session.command(.play)
        end(&session)
        #expect(session.state.kind == .finished)
        #expect(session.shownName == (mode == .off ? "b" : "a"))
    }

    @Test func whatWasPlayedLeaves() {
        var session = PlayerHarness.playing(["a", "b", "c"])
        session.command(.setMode(.consume, true))
        end(&session)
        #expect(session.queueNames == ["b", "c"] && session.shownName == "b")
        session.command(.next)
        session.load()
        #expect(session.queueNames == ["b", "c"], "not before the next one is heard")
        session.begin()
        session.complete()
        #expect(session.queueNames == ["c"] && session.shownName == "c")
        end(&session)
        #expect(session.queueNames.isEmpty && session.state.kind == .finished && session.snapshot.track == nil)
    }

    @Test func whatWasGoneBackFromStays() {
        var session = PlayerHarness.playing(["a", "b", "c"])
        end(&session)
        session.command(.setMode(.consume, true))
        session.command(.previous)
        session.load()
        session.begin()
        session.complete()
        #expect(session.shownName == "a" && session.queueNames == ["a", "b", "c"])
        session.command(.setMode(.single, true))
        end(&session)
        #expect(session.queueNames == ["b", "c"] && session.shownName == "b" && session.state.kind == .finished)
    }

    @Test func whatWasConsumedComesBackWithTheEditBeforeIt() {
        var session = PlayerHarness.playing(["a", "b", "c", "d"])
        session.command(.setMode(.consume, true))
        let last = session.player.queue.entry(at: 3)?.id ?? EntryID(rawValue: 0)
        session.command(.edit(.remove([last])))
        end(&session)
        #expect(session.queueNames == ["b", "c"])
        #expect(session.snapshot.undoText == "Put “d” back.")
        session.command(.edit(.undo))
        #expect(session.queueNames == ["a", "b", "c", "d"] && session.shownName == "b")
        session.command(.edit(.redo))
        #expect(session.queueNames == ["b", "c"])
    }

    @Test func muteIsSilenceAndLeavesTheVolume() {
        var session = PlayerHarness.playing(["a"])
        func volumes(_ command: Command) -> [Double] {
            let step = session.handle(.command(command, ticket: nil))
            return step.effects.compactMap { if case .audio(.setVolume(let volume, _)) = $0 { volume } else { nil } }
        }
        session.command(.setVolume(0.7))
        #expect(volumes(.setMode(.mute, true)) == [0])
        #expect(session.snapshot.volume == 0.7 && session.snapshot.modes.isMuted)
        #expect(volumes(.setVolume(0.4)).isEmpty, "still muted")
        #expect(session.snapshot.volume == 0.4)
        #expect(volumes(.setMode(.mute, false)) == [0.4])
    }

    @Test func theLongFadeIsTakenNow() throws {
        var configuration = Configuration()
        configuration.crossfadeDuration = MediaTime(seconds: 9)
        configuration.skipCrossfadeDuration = MediaTime(seconds: 2)
        for (command, seconds) in [(Command.next, 2.0), (.crossfade, 9)] {
            var session = PlayerHarness.playing(["a", "b"], configuration: configuration)
            session.elapsed = MediaTime(seconds: 5)
            session.command(command)
            session.load()
            #expect(try #require(session.engine.plan).duration == MediaTime(seconds: seconds))
            #expect(session.shownName == "b")
        }
        var last = PlayerHarness.playing(["a"], configuration: configuration)
        #expect(last.command(.crossfade) == .nothingToDo)
    }

    @Test func theSessionKeepsWhatIsNotOfTheMoment() {
        var first = PlayerHarness.playing(["a", "b"])
        for mode in PlayMode.allCases { first.command(.setMode(mode, true)) }
        var second = PlayerHarness()
        second.handle(.restore(first.player.savedSession(at: first.moment)))
        #expect(second.snapshot.modes.isSingle && second.snapshot.modes.consumes)
        #expect(!second.snapshot.modes.isMuted && !second.snapshot.modes.stopsAfterTrack)
    }
}
