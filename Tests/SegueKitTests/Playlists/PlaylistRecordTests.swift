import SegueCore
import SegueFiles
import Testing

@testable import SegueKit

@Suite struct PlaylistRecordTests {
    private func found(_ name: String, inode: UInt64, modified: Int64 = 0) -> FoundPlaylist {
        FoundPlaylist(
            uri: "file:///\(name)",
            stamp: FoundPlaylist.Stamp(inode: inode, size: 1, modified: WallTime(nanoseconds: modified)),
            created: WallTime(nanoseconds: Int64(inode)), name: name)
    }

    private func records(_ found: FoundPlaylist..., known: [PlaylistRecord] = []) -> [PlaylistRecord] {
        PlaylistRecord.records(of: found, known: known)
    }

    @Test func theSamePathHasTheSameIdentityAnywhere() {
        let one = records(found("a", inode: 1), found("b", inode: 2))
        let other = records(found("b", inode: 7), found("c", inode: 8), found("a", inode: 9))
        #expect(one[0].id == other[2].id)
        #expect(one[1].id == other[0].id)
        #expect(Set(other.map(\.id)).count == 3)
        // The same as in the first version, because the object paths that clients keep are derived from it.
        #expect(one[0].id.rawValue == 0x315E_C1EF_7808_6529)
    }

    @Test func aFileThatIsWrittenAgainStaysWhatItWas() {
        var known = records(found("a", inode: 1))
        known[0].lastPlayed = WallTime(nanoseconds: 5)
        let after = records(found("a", inode: 2, modified: 9), known: known)
        #expect(after.map(\.id) == known.map(\.id))
        #expect(after[0].lastPlayed == WallTime(nanoseconds: 5))
        #expect(after[0].created == known[0].created)
        #expect(after[0].stamp.inode == 2)
    }

    @Test func aFileThatIsMovedStaysWhatItWas() {
        let known = records(found("a", inode: 1), found("b", inode: 2))
        let after = records(found("b", inode: 2), found("c", inode: 1), known: known)
        #expect(after.map(\.id) == [known[1].id, known[0].id])
        // The identity is still the same with the old records, after a new start.
        let later = records(found("c", inode: 1), known: after)
        #expect(later.map(\.id) == [known[0].id])
    }

    @Test func aNewFileAtTheOldPlaceOfAnotherIsAnother() {
        let known = records(found("a", inode: 1))
        let moved = records(found("b", inode: 1), known: known)
        let both = records(found("a", inode: 3), found("b", inode: 1), known: moved)
        #expect(both[1].id == known[0].id)
        #expect(both[0].id != known[0].id)
        #expect(both[0].created == WallTime(nanoseconds: 3))
    }

    @Test func linksToOneFileAreTwoPlaylists() {
        let known = records(found("a", inode: 1))
        let both = records(found("a", inode: 1), found("b", inode: 1), known: known)
        #expect(both[0].id == known[0].id)
        #expect(both[1].id != known[0].id)
        let gone = records(found("c", inode: 1), found("d", inode: 1), known: known)
        #expect(Set(gone.map(\.id)).count == 2)
    }
}
