import EventLoop
import SDBus
import SegueClient
import SegueCore
import Testing

/// The player, as derived from its signals and replies.
@Suite struct PlayerMirrorTests {
    private static func at(_ seconds: Double) -> MonotonicTime {
        MonotonicTime(nanoseconds: Int64(seconds * 1_000_000_000))
    }

    private static func shown(_ track: Int) -> PlayerMirror.Input {
        .changed(.player, ["Metadata": .properties(Sample.metadata(track))])
    }

    private static func fade(from outgoing: Int, to incoming: Int) -> PlayerMirror.Input {
        .changed(
            .crossfade,
            [
                "State": .string("Fading"), "Duration": .int64(8_000_000), "StartedAt": .uint64(0),
                "OutgoingTrack": .objectPath(Sample.path(outgoing)),
                "IncomingTrack": .objectPath(Sample.path(incoming)),
            ])
    }

    /// Returns a mirror that has read a player which plays the first track at 20 s.
    private static func playing() -> PlayerMirror {
        var mirror = PlayerMirror()
        #expect(mirror.start(following: [.player, .control]) == [.properties(.player), .properties(.control)])
        #expect(mirror.unread == [.player, .control])
        _ = mirror.receive(.properties(.control, ["State": .string("playing")]), at: at(0))
        _ = mirror.receive(
            .properties(
                .player,
                [
                    "PlaybackStatus": .string("Playing"), "Position": .int64(20_000_000),
                    "Metadata": .properties(Sample.metadata(1)),
                ]), at: at(0))
        #expect(mirror.unread.isEmpty)
        return mirror
    }

    @Test func thePositionMovesWithTheClock() {
        var mirror = Self.playing()
        #expect(mirror.position(at: Self.at(2)) == MediaTime(seconds: 22))
        #expect(mirror.position(at: Self.at(1000)) == mirror.track?.length)
        let paused = mirror.receive(.changed(.player, ["PlaybackStatus": .string("Paused")]), at: Self.at(3))
        #expect(paused == [.position])
        #expect(mirror.position(at: Self.at(9)) == MediaTime(seconds: 23))
        #expect(mirror.receive(.position(MediaTime(seconds: 22.9)), at: Self.at(9)).isEmpty)
        #expect(mirror.position(at: Self.at(9)) == MediaTime(seconds: 22.9))
        _ = mirror.receive(.position(nil), at: Self.at(10))
        #expect(mirror.position(at: Self.at(10)) == MediaTime(seconds: 22.9))
        _ = mirror.receive(.seeked(MediaTime(seconds: 5)), at: Self.at(10))
        #expect(mirror.position(at: Self.at(10)) == MediaTime(seconds: 5))
    }

    @Test func anotherTrackBeginsAtItsStart() {
        var mirror = Self.playing()
        #expect(mirror.receive(Self.shown(2), at: Self.at(5)) == [.position])
        #expect(mirror.position(at: Self.at(5)) == .zero)
        #expect(mirror.track?.id == Sample.path(2))
        #expect(mirror.outgoing == nil)
    }

    /// The steps of a fade do not affect the position. The fade's beginning and end come with other signals, which the
    /// position follows.
    @Test func aFadeAsksForNothingThatIsKnown() {
        var mirror = Self.playing()
        _ = mirror.receive(Self.shown(2), at: Self.at(5))
        #expect(mirror.receive(Self.fade(from: 1, to: 2), at: Self.at(5)) == [.position])
        #expect(mirror.receive(.changed(.crossfade, ["Progress": .double(0.5)]), at: Self.at(6)).isEmpty)
        #expect(mirror.outgoing?.title == "Track 1")
    }

    @Test func aTrackThatWasNotSeenIsAskedForOnce() {
        var mirror = Self.playing()
        #expect(mirror.receive(Self.fade(from: 7, to: 1), at: Self.at(5)) == [.position, .tracks([Sample.path(7)])])
        #expect(mirror.receive(.changed(.crossfade, ["Progress": .double(0.5)]), at: Self.at(6)).isEmpty)
        #expect(mirror.receive(.tracks([]), at: Self.at(6)).isEmpty)
        #expect(mirror.outgoing == nil)
        _ = mirror.receive(.tracks([Sample.track(7)]), at: Self.at(6))
        #expect(mirror.outgoing?.title == "Track 7")
    }

    /// A person may skip through many tracks before a fade begins at the audible one.
    @Test func tracksShownLatelyAreRemembered() {
        var mirror = Self.playing()
        for track in 2...17 { _ = mirror.receive(Self.shown(track), at: Self.at(1)) }
        #expect(mirror.receive(Self.fade(from: 1, to: 17), at: Self.at(5)) == [.position])
        #expect(mirror.outgoing?.title == "Track 1")
        mirror.update([Sample.track(1, title: "One"), Sample.track(30)])
        #expect(mirror.outgoing?.title == "One")
        #expect(mirror.track(Sample.path(30)) == nil)
        _ = mirror.receive(Self.shown(18), at: Self.at(6))
        #expect(mirror.track(Sample.path(1)) == nil)
    }

    @Test func anotherPlayerIsReadAnew() {
        var mirror = Self.playing()
        _ = mirror.start(following: [.player])
        #expect(mirror.track == nil && !mirror.clock.isMoving && mirror.unread == [.player])
    }
}
