import SDBus
import SegueCore
import SegueWindowModel
import Testing

@Suite("Tracks of a playlist")
struct PlaylistTracksTests {
    private func page(_ tracks: [(location: String, title: String)], length: Int64 = -1) -> [BusValue] {
        [
            .array(
                of: "(ssx)",
                tracks.map { .structure([.string($0.location), .string($0.title), .int64(length)]) })
        ]
    }

    @Test("Tracks are named by their titles or files, and what can't be reached from here can't be played alone")
    func rows() {
        var tracks = PlaylistTracks(path: "/p", name: "Evening")
        #expect(!tracks.isComplete)
        tracks.take(
            page([
                ("file:///m/Quiet%20Night.flac", ""), ("/m/two.flac", "The Tones – Two"), ("three.mp3", ""),
                ("http://radio/x", "Radio"), ("", ""),
            ]))
        #expect(tracks.isComplete)
        #expect(tracks.rows.map(\.title) == ["Quiet Night", "Two", "three", "Radio", ""])
        #expect(tracks.rows.map(\.subtitle) == ["", "The Tones", "", "", ""])
        #expect(
            tracks.rows.map(\.target)
                == ["file:///m/Quiet%20Night.flac", "/m/two.flac", "", "http://radio/x", ""].map { .track($0) })
        #expect(tracks.rows.map(\.audio) == ["file:///m/Quiet%20Night.flac", nil, nil, nil, nil])
    }

    @Test("The length of a playlist is told where that of each track is known")
    func length() {
        var tracks = PlaylistTracks(path: "/p", name: "Evening")
        #expect(tracks.length == nil)
        tracks.take(page([("/one.flac", ""), ("/two.flac", "")], length: 61_500_000))
        #expect(tracks.length?.seconds == 123)
        #expect(tracks.rows.map(\.detail) == ["1:01", "1:01"])
        tracks.take(page([("/three.flac", "")]))
        #expect(tracks.length == nil && tracks.rows.last?.detail == "")
    }

    @Test("A full page is followed by another one, and an answer that is something else by none")
    func pages() {
        var tracks = PlaylistTracks(path: "/p", name: "Long")
        tracks.take(page((0..<PlaylistTracks.page).map { ("/\($0).flac", "") }))
        #expect(!tracks.isComplete && tracks.rows.count == PlaylistTracks.page)
        tracks.take(page([]))
        #expect(tracks.isComplete && tracks.rows.count == PlaylistTracks.page)
        var wrong = PlaylistTracks(path: "/p", name: "Wrong")
        wrong.take([.string("x")])
        #expect(wrong.isComplete && wrong.rows.isEmpty)
    }
}
