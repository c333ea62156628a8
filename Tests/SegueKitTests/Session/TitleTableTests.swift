import GRDB
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueKit

@Suite struct TitleTableTests {
    @Test("The titles that were read last are kept, and no more than the limit")
    func limit() throws {
        let folder = TemporaryFolder()
        let database = try SessionDatabase(path: folder.file("session.sqlite"))
        var metadata = TrackMetadata()
        metadata.sampleRate = 44100
        let contents = (1...30).map { ContentIdentity(text: "\($0)") }
        let known = try database.connection.write { [metadata] connection in
            for content in contents {
                try TitleTable.write([content: metadata], keeping: 20, in: connection)
            }
            return try TitleTable.read(contents, in: connection)
        }
        #expect(Set(known.keys) == Set(contents.suffix(20)))
        try database.close()
    }
}
