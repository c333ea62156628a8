import SDBus
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueMPRIS

/// `notifyTracks`: the desktop shows a notification when a track begins.
@Suite struct TrackNotificationTests {
    let served: ServedPlayer
    let desk: NotificationDesk

    init() throws {
        served = try ServedPlayer()
        desk = try NotificationDesk(served)
    }

    private func step(_ snapshot: Snapshot) {
        let former = served.player.snapshot
        served.player.snapshot = snapshot
        served.service.announce(from: former, to: snapshot, effects: [])
    }

    /// Waits until all calls so far have arrived.
    private func settle() throws { _ = try served.get("Error", of: BusNames.controlInterface) }

    private func playing(_ title: String, _ change: (inout Snapshot) -> Void = { _ in }) -> Snapshot {
        Snapshot.playing {
            $0.configuration.notifyTracks = true
            $0.track?.metadata.title = title
            $0.track?.metadata.artists = ["Tom & <Jerry>"]
            $0.track?.metadata.artURI = "file:///cover.png"
            change(&$0)
        }
    }

    @Test func eachTrackIsShownOnceInThePlaceOfTheFormer() throws {
        step(playing("One"))
        step(playing("One") { $0.volume = 0.5 })
        #expect(served.buses.run { desk.shown.count == 1 })
        try settle()
        let first = try #require(desk.shown.first)
        #expect(first[1] == .uint32(0) && first[3] == .string("One") && first[5] == .strings([]))
        #expect(first[4].asString?.hasPrefix("Tom &amp; &lt;Jerry&gt;") == true)
        #expect(first[6].asProperties?["image-path"] == .string("file:///cover.png"))
        #expect(first[6].asProperties?["transient"] == .boolean(true))
        // A station's next title is shown too.
        step(playing("Two"))
        #expect(served.buses.run { desk.shown.count == 2 })
        #expect(desk.shown.last?[1] == .uint32(7) && desk.shown.last?[3] == .string("Two"))
    }

    @Test func quickSkipsShowTheLastTrack() throws {
        for title in ["One", "Two", "Three"] { step(playing(title)) }
        #expect(served.buses.run { desk.shown.count == 2 })
        try settle()
        #expect(desk.shown.map { $0[3] } == [.string("One"), .string("Three")])
        #expect(desk.shown.map { $0[1] } == [.uint32(0), .uint32(7)])
    }

    @Test func nothingIsShownInAPauseOrUnasked() throws {
        step(playing("One") { $0.status = .paused })
        step(playing("Two") { $0.configuration.notifyTracks = false })
        step(.empty)
        try settle()
        try settle()
        #expect(desk.shown.isEmpty)
        // Enabling the setting in the middle of a track shows that track.
        step(playing("Two"))
        #expect(served.buses.run { desk.shown.count == 1 })
    }
}
