import SegueTestSupport
import Testing

@testable import SegueCore

/// The effect of undo on playback, and its sentences.
@Suite struct UndoTests {
    private func id(_ name: String, _ session: PlayerHarness) -> EntryID {
        session.player.queue.entries(of: "file:///\(name)").first?.id ?? EntryID(rawValue: 0)
    }

    private func position(_ session: PlayerHarness) -> MediaTime {
        session.player.livePosition(at: session.moment).position
    }

    @Test func whatPlaysGoesOnWhileOthersComeBack() {
        var session = PlayerHarness.playing(["a", "b", "c", "d"])
        session.elapsed = MediaTime(seconds: 7)
        let (playing, gone) = (session.sounding[0].generation, [id("b", session), id("d", session)])
        session.command(.edit(.remove(gone)))
        session.load()
        #expect(session.snapshot.undoText == "Put 2 tracks back.")
        #expect(session.command(.edit(.undo)) == .done)
        #expect(session.queueNames == ["a", "b", "c", "d"])
        #expect([id("b", session), id("d", session)] == gone, "the same entries on the bus")
        #expect(session.sounding.map(\.generation) == [playing])
        #expect(session.state.kind == .playing && position(session) == MediaTime(seconds: 7))
        session.load()
        #expect(session.standby?.uri == "file:///b", "what follows is what followed before")
        #expect(session.snapshot.redoText == "Take 2 tracks out.")
        #expect(session.command(.edit(.redo)) == .done)
        #expect(session.queueNames == ["a", "c"])
        #expect(session.command(.edit(.redo)) == .nothingToDo)
    }

    @Test func theTextNamesTheActionAndNotItsConsequence() {
        var session = PlayerHarness.playing(["a", "b"])
        session.command(.setMode(.consume, true))
        session.command(
            .edit(.insert([NewEntry(uri: "file:///c"), NewEntry(uri: "file:///d")], at: .last, play: false)))
        session.command(.next)
        session.load()
        session.begin()
        session.complete()
        #expect(session.queueNames == ["b", "c", "d"])
        for _ in 0..<2 {
            #expect(session.snapshot.undoText == "Take 2 tracks out.")
            session.command(.edit(.undo))
            #expect(session.queueNames == ["a", "b"])
            #expect(session.snapshot.redoText == "Put 2 tracks back.")
            session.command(.edit(.redo))
            #expect(session.queueNames == ["b", "c", "d"])
        }
    }

    @Test func theTrackAfterTheRemovedOneGoesOn() {
        var session = PlayerHarness.playing(["a", "b", "c"])
        session.command(.edit(.remove([id("a", session)])))
        session.load()
        session.begin()
        session.complete()
        session.command(.edit(.undo))
        #expect(session.queueNames == ["a", "b", "c"])
        #expect(session.shownName == "b" && session.state.kind == .playing)
        #expect(session.snapshot.index == 1)
    }

    @Test func whatLeavesWithAnUndoGivesWayToTheNextOne() {
        var session = PlayerHarness.playing(["a", "b"])
        session.command(.edit(.insert([NewEntry(uri: "file:///x")], at: .next, play: true)))
        session.load()
        session.begin()
        session.complete()
        #expect(session.shownName == "x")
        #expect(session.snapshot.undoText == "Take “x” out.")
        session.command(.edit(.undo))
        #expect(session.queueNames == ["a", "b"])
        #expect(session.shownName == "b" && session.snapshot.status == .playing)
    }

    @Test func withNothingBehindItTheFormerTrackGoesOn() {
        var session = PlayerHarness.playing(["a"])
        session.elapsed = MediaTime(seconds: 21)
        session.command(.edit(.insert([NewEntry(uri: "file:///x")], at: .last, play: true)))
        session.load()
        session.begin()
        session.complete()
        session.command(.edit(.undo))
        #expect(session.shownName == "a" && session.snapshot.status == .playing)
        session.load()
        session.begin()
        #expect(session.sounding.last?.position == MediaTime(seconds: 21))
    }

    @Test(arguments: [false, true]) func theFormerQueueGoesOnWhereItWas(pausing: Bool) {
        var session = PlayerHarness.playing(["a", "b", "c"])
        session.command(.next)
        session.load()
        session.begin()
        session.complete()
        session.elapsed = MediaTime(seconds: 33)
        session.command(.edit(.replace([NewEntry(uri: "file:///x")], play: true)))
        session.load()
        session.begin()
        session.complete()
        if pausing { session.command(.pause) }
        session.wait(MediaTime(seconds: 1))
        #expect(session.snapshot.undoText == "Bring back the queue of 3 tracks.")
        session.command(.edit(.undo))
        #expect(session.queueNames == ["a", "b", "c"])
        #expect(session.shownName == "b" && session.snapshot.status == (pausing ? .paused : .playing))
        session.load()
        if pausing { session.command(.play) } else { session.begin() }
        #expect(session.sounding.last?.position == MediaTime(seconds: 33))
        #expect(session.snapshot.redoText == "Bring back the queue of 1 track.")
        session.command(.previous)
        #expect(session.shownName == "a", "what was heard before is known again")
    }

    @Test func aClearedQueueComesBackStoppedWhereItWas() {
        var session = PlayerHarness.playing(["a", "b"])
        session.elapsed = MediaTime(seconds: 12)
        session.command(.edit(.clear))
        #expect(session.command(.edit(.undo)) == .done)
        #expect(session.queueNames == ["a", "b"])
        #expect(session.shownName == "a" && session.snapshot.status == .stopped)
        #expect(position(session) == MediaTime(seconds: 12))
        session.command(.play)
        session.load()
        #expect(session.sounding.last?.position == MediaTime(seconds: 12))
        #expect(session.snapshot.redoText == "Empty the queue.")
        session.command(.edit(.redo))
        #expect(session.snapshot.track == nil && session.snapshot.status == .stopped)
    }

    @Test func severalEntriesMoveBackTogether() {
        var session = PlayerHarness.playing(["a", "b", "c", "d"])
        session.command(.edit(.move([id("b", session), id("c", session)], to: .last)))
        #expect(session.queueNames == ["a", "d", "b", "c"])
        #expect(session.snapshot.undoText == "Move 2 tracks back.")
        session.command(.edit(.undo))
        #expect(session.queueNames == ["a", "b", "c", "d"])
        #expect(session.command(.edit(.move([id("c", session), id("d", session)], to: .last))) == .nothingToDo)
    }

    @Test func aReplacementThatFailedIsNoEdit() {
        var session = PlayerHarness.playing(["a", "b"])
        session.command(.edit(.move([id("b", session)], to: .first)))
        let text = session.snapshot.undoText
        #expect(text == "Move “b” back.")
        session.command(.edit(.replace([NewEntry(uri: "file:///bad")], play: true)))
        session.load()
        #expect(session.queueNames == ["b", "a"] && session.shownName == "a")
        #expect(session.snapshot.undoText == text)
        session.command(.replaceTrack(NewEntry(uri: "file:///bad"), crossfadeDuration: MediaTime(seconds: 2)))
        session.load()
        #expect(session.queueNames == ["b", "a"])
        #expect(session.snapshot.undoText == text)
    }

    @Test func aTrackThatTookThePlaceOfAnotherGivesItBack() {
        var session = PlayerHarness.playing(["a", "b"])
        let old = id("a", session)
        session.command(.replaceTrack(NewEntry(uri: "file:///x"), crossfadeDuration: MediaTime(seconds: 2)))
        session.load()
        session.begin()
        session.complete()
        #expect(session.queueNames == ["x", "b"])
        session.command(.edit(.undo))
        #expect(session.queueNames == ["a", "b"])
        #expect(id("a", session) == old)
        #expect(session.snapshot.undoText == "Empty the queue.")
    }

    @Test func shuffleIsAnEditToo() {
        var session = PlayerHarness.playing(["a", "b", "c", "d", "e"])
        session.command(.setShuffle(true))
        let shuffled = session.queueNames
        #expect(session.snapshot.undoText == "Turn shuffle off.")
        session.command(.setShuffle(false))
        #expect(session.snapshot.undoText == "Go back to the shuffled order.")
        session.command(.edit(.undo))
        #expect(session.queueNames == shuffled && session.snapshot.isShuffled)
        session.command(.edit(.undo))
        #expect(session.queueNames == ["a", "b", "c", "d", "e"] && !session.snapshot.isShuffled)
        session.command(.edit(.insert([NewEntry(uri: "file:///x")], at: .last, play: false)))
        #expect(session.snapshot.redoText.isEmpty, "an edit forgets what was undone")
    }

    @Test func theLastTwentyEditsAreKept() {
        var session = PlayerHarness()
        for number in 0..<25 {
            session.command(.edit(.insert([NewEntry(uri: "file:///\(number)")], at: .last, play: false)))
        }
        for _ in 0..<20 { #expect(session.command(.edit(.undo)) == .done) }
        #expect(session.command(.edit(.undo)) == .nothingToDo)
        #expect(session.queueNames == ["0", "1", "2", "3", "4"])
    }

    @Test func hugeQueuesThatLeftAreForgottenButForTheLast() {
        var session = PlayerHarness()
        let folder = (0..<40_000).map { NewEntry(uri: "file:///\($0)") }
        for _ in 0..<5 { session.command(.edit(.replace(folder, play: false))) }
        #expect(session.player.edits.done.count == 2)
        session.command(.edit(.replace(folder + folder + folder, play: false)))
        session.command(.edit(.clear))
        #expect(session.player.edits.done.count == 1)
        #expect(session.command(.edit(.undo)) == .done)
        #expect(session.snapshot.queueCount == 120_000)
    }

    @Test func anIdentityIsNotGivenOutTwiceAfterARestart() throws {
        var first = PlayerHarness()
        first.command(.edit(.insert([NewEntry(uri: "file:///a"), NewEntry(uri: "file:///b")], at: .last, play: false)))
        let gone = id("b", first)
        first.command(.edit(.remove([gone])))
        var second = PlayerHarness()
        second.handle(.restore(first.player.savedSession(at: first.moment)))
        second.command(.edit(.insert([NewEntry(uri: "file:///c")], at: .last, play: false)))
        #expect(id("c", second) > gone)
        second.command(.edit(.undo))
        second.command(.edit(.undo))
        #expect(second.queueNames == ["a", "b"] && id("b", second) == gone)
    }
}
