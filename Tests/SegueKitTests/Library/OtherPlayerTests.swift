import Foundation
import GRDB
import SegueFiles
import SegueMPRIS
import SegueTestSupport
import Testing

@testable import SegueKit

/// Plays and ratings of other players, and their import.
@Suite struct OtherPlayerTests {
    private let folder = TemporaryFolder()

    @Test func rhythmboxIsADocument() {
        let text = """
            <?xml version="1.0" standalone="yes"?><rhythmdb version="2.0">
            <entry type="song"><title>A &amp; B</title><location>file:///m/a%20b.ogg</location>
            <play-count>12</play-count><last-played>1700000000</last-played><rating>4</rating></entry>
            <entry type="iradio"><location>http://h/stream</location><play-count>3</play-count></entry>
            <entry type="song"><location>file:///m/c.ogg</location></entry>
            <entry type="song"><location>file:///m/d.ogg</location><rating>x</rating></entr
            """
        let songs = RhythmboxLibrary.songs(in: Array(text.utf8))
        #expect(songs.map(\.uri) == ["file:///m/a%20b.ogg", "file:///m/c.ogg"])
        #expect(songs[0].plays == 12 && songs[0].lastPlayed == 1_700_000_000 && songs[0].stars == 4)
        for broken in ["", "<", "<entry><location>file:///a", "<a><entry></b>", "\u{0}"] {
            #expect(RhythmboxLibrary.songs(in: Array(broken.utf8)).isEmpty, "\(broken)")
        }
    }

    @Test(arguments: ["url", "filename"]) func strawberryAndClementineAreDatabases(column: String) throws {
        let path = folder.file("songs.db")
        try DatabaseQueue(path: path).write { database in
            try database.execute(
                sql: """
                    CREATE TABLE songs (\(column) TEXT, playcount INTEGER, lastplayed INTEGER, rating REAL);
                    INSERT INTO songs VALUES
                    ('file:///m/a%20b.ogg', 5, 1700000000, 0.6), ('file:///m/c.ogg', 0, -1, -1),
                    ('file:///m/d.ogg', NULL, NULL, NULL), (NULL, 9, 9, 1), ('http://h/x', 9, 9, 1),
                    ('file:///m/e.ogg', -4, 99999999999999, 7.5), (x'66696c653a2f2f2f6d2f66', 'x', 1, 'y')
                    """)
        }
        let songs = try OtherPlayer.songs(in: path)
        #expect(
            songs.map(\.uri)
                == [
                    "file:///m/a%20b.ogg", "file:///m/c.ogg", "file:///m/d.ogg", "file:///m/e.ogg", "file:///m/f",
                ])
        #expect(songs[0] == PlaysOfTrack(uri: songs[0].uri, plays: 5, lastPlayed: 1_700_000_000, rating: 0.6))
        for unknown in songs[1...3] { #expect(unknown == PlaysOfTrack(uri: unknown.uri, plays: 0)) }
    }

    @Test func theGreaterNumberAndTheOwnStarsCount() {
        func known(_ plays: Int32, _ time: String?, _ rating: Double?) -> TrackStatistics {
            TrackStatistics(useCount: plays, lastUsed: time, userRating: rating)
        }
        let (early, late) = ("2020-01-01T00:00:00Z", "2026-01-01T00:00:00Z")
        #expect(known(3, late, 0.2).merged(with: known(5, early, 1)) == known(5, late, 0.2))
        #expect(known(5, nil, nil).merged(with: known(3, early, 0.4)) == known(5, early, 0.4))
        #expect(known(0, nil, nil).merged(with: known(0, nil, nil)) == known(0, nil, nil))
    }

    @Test func takingOverASecondTimeChangesNothing() throws {
        let path = folder.file("session.sqlite")
        let store = SessionStore(path: path, worker: DiskWorker()) { Issue.record("\($0)") }
        store.recordRating(0.2, of: "file:///a")
        let tracks = [
            PlaysOfTrack(uri: "file:///a", plays: 4, lastPlayed: 1000, rating: 1),
            PlaysOfTrack(uri: "file:///b", plays: 0, rating: 0.6),
        ]
        store.flush()
        let change = ListeningChange(tracks, session: path)
        #expect(change.plays == 1 && change.ratings == 1 && change.tracks == tracks)
        store.merge(Dictionary(uniqueKeysWithValues: tracks.map { ($0.uri, TrackStatistics($0)) })) {}
        store.flush()
        #expect(ListeningChange(tracks, session: path).tracks.isEmpty)
        let records = Dictionary(
            uniqueKeysWithValues: ListeningRecord.read(path).map { ($0.uri, $0.record) })
        #expect(records["file:///a"] == ListeningRecord(plays: 4, lastPlayed: 1000, stars: 1))
        #expect(records["file:///b"]?.stars == 3)
        store.close()
    }
}
