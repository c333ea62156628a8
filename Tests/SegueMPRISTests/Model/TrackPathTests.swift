import SDBus
import SegueCore
import SegueMPRIS
import Testing

@Suite struct TrackPathTests {
    @Test(arguments: [0, 1, 42, UInt64.max])
    func everyEntryHasOnePathThatLeadsBack(number: UInt64) {
        let id = EntryID(rawValue: number)
        let path = TrackPath.path(of: id)
        #expect(path == "/io/github/segueplayer/Segue/Track/\(number)")
        #expect(ObjectPath.isValid(path))
        #expect(TrackPath.entry(at: path) == id)
    }

    @Test func noEntryHasThePathThatMPRISReserves() {
        #expect(TrackPath.path(of: nil) == "/org/mpris/MediaPlayer2/TrackList/NoTrack")
    }

    @Test(arguments: [
        "/", "/io/github/segueplayer/Segue/Track", "/io/github/segueplayer/Segue/Track/",
        "/io/github/segueplayer/Segue/Track/007", "/io/github/segueplayer/Segue/Track/+7",
        "/io/github/segueplayer/Segue/Track/-1", "/io/github/segueplayer/Segue/Track/18446744073709551616",
        "/io/github/segueplayer/Segue/Track/7/8", "/org/mpris/MediaPlayer2/Track/7", TrackPath.none,
    ])
    func otherPathsNameNoEntry(path: String) {
        #expect(TrackPath.entry(at: path) == nil)
    }
}
