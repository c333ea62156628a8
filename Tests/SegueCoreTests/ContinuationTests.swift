import SegueCore
import SegueTestSupport
import Testing

/// Music after the end of the queue.
@Suite struct ContinuationTests {
    private static let album = ["x", "y"].map { NewEntry(uri: "file:///\($0)") }

    private static func playing(
        _ names: [String], _ kind: Configuration.QueueEnd = .randomAlbum,
        _ change: (inout Configuration) -> Void = { _ in }
    ) -> PlayerHarness {
        var configuration = Configuration()
        configuration.whenQueueEnds = kind
        change(&configuration)
        return .playing(names, configuration: configuration)
    }

    @Test func moreComesBehindTheLastTrackAndIsFadedTo() throws {
        var session = Self.playing(["a"])
        let wish = try #require(session.wishes.first)
        #expect(wish.kind == .randomAlbum)
        #expect(wish.last.uri == "file:///a")
        #expect(wish.heard == ["file:///a"])
        session.handle(.moreFound(behind: wish.end, Self.album))
        #expect(session.queueNames == ["a", "x", "y"])
        #expect(session.snapshot.canGoNext)
        session.load()
        #expect(session.engine.plan != nil, "the way to it is planned as to any other track")
        session.begin()
        #expect(session.shownName == "x")
        #expect(session.wishes.count == 1, "there is another one behind it")
        session.complete()
        session.load()
        session.begin()
        #expect(session.wishes.map(\.last.uri) == ["file:///a", "file:///y"])
        #expect(session.wishes.last?.heard == ["file:///a", "file:///x", "file:///y"])
    }

    @Test func nothingIsAskedForBeforeTheLastTrackOrWhereAnythingFollows() {
        #expect(Self.playing(["a", "b"]).wishes.isEmpty)
        #expect(Self.playing(["a"], .stop).wishes.isEmpty)
        #expect(Self.playing(["a"]) { $0.enableLooping = true }.wishes.isEmpty)
        var session = Self.playing(["a", "b"])
        session.command(.pause)
        session.command(.next)
        session.load()
        #expect(session.shownName == "b")
        #expect(session.wishes.isEmpty, "a pause needs no music")
        session.command(.play)
        #expect(session.wishes.count == 1)
    }

    @Test func aModeThatEndsWithTheTrackIsKept() {
        var session = Self.playing(["a", "b"])
        session.command(.setMode(.stopAfterTrack, true))
        session.command(.next)
        session.load()
        session.begin()
        #expect(session.wishes.isEmpty)
    }

    @Test func lateAnswersChangeNothing() throws {
        var session = Self.playing(["a"])
        let wish = try #require(session.wishes.first)
        session.command(.edit(.insert([NewEntry(uri: "file:///b")], at: .last, play: false)))
        session.handle(.moreFound(behind: wish.end, Self.album))
        #expect(session.queueNames == ["a", "b"], "something follows by now")

        session = Self.playing(["a"])
        session.happen(.ended(session.sounding[0].generation))
        #expect(session.state == .finished)
        session.handle(.moreFound(behind: wish.end, Self.album))
        #expect(session.queueNames == ["a"])
        #expect(session.state == .finished)
    }

    @Test func whatWasTakenOutDoesNotComeBack() throws {
        var session = Self.playing(["a"])
        let wish = try #require(session.wishes.first)
        session.handle(.moreFound(behind: wish.end, Self.album))
        session.command(.edit(.undo))
        #expect(session.queueNames == ["a"])
        #expect(session.wishes.count == 1)
        session.handle(.moreFound(behind: wish.end, Self.album))
        #expect(session.queueNames == ["a"], "one answer for each question")
    }

    @Test func whatCanNotBePlayedAtTheEndIsNoEnd() throws {
        var session = Self.playing(["a", "bad"])
        let wish = try #require(session.wishes.first)
        #expect(wish.last.uri == "file:///a", "it is what was heard")
        session.handle(.moreFound(behind: wish.end, Self.album))
        #expect(session.queueNames == ["a", "bad", "x", "y"])
        session.load()
        session.begin()
        #expect(session.shownName == "x")
    }

    @Test func aPauseTakesTheAnswer() throws {
        var session = Self.playing(["a"])
        session.command(.pause)
        session.handle(.moreFound(behind: try #require(session.wishes.first).end, Self.album))
        #expect(session.queueNames == ["a", "x", "y"])
    }

    @Test func anAnswerInAModeThatEndsWithTheTrackIsAskedForAgain() throws {
        var session = Self.playing(["a"])
        session.command(.setMode(.single, true))
        session.handle(.moreFound(behind: try #require(session.wishes.first).end, Self.album))
        #expect(session.queueNames == ["a"])
        session.command(.setMode(.single, false))
        #expect(session.wishes.count == 2)
    }

    @Test func playingTheLastTrackAgainAsksAgain() {
        var session = Self.playing(["a"])
        session.command(.finish(fadeDuration: .zero))
        session.command(.play)
        session.load()
        #expect(session.wishes.count == 2)
    }

    @Test func withoutAnythingTheQueueEnds() throws {
        var session = Self.playing(["a"], .similar)
        session.handle(.moreFound(behind: try #require(session.wishes.first).end, []))
        session.happen(.ended(session.sounding[0].generation))
        #expect(session.state == .finished)
        #expect(session.wishes.count == 1)
    }

    @Test func anAlbumKeepsItsOrderUnderShuffle() throws {
        var session = Self.playing(["a"])
        session.command(.setShuffle(true))
        let names = (0..<20).map { "album/\($0)" }
        let wish = try #require(session.wishes.first)
        session.handle(.moreFound(behind: wish.end, names.map { NewEntry(uri: "file:///\($0)") }))
        #expect(session.queueNames == ["a"] + names)
    }
}
