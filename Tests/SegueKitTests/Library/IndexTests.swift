import Foundation
import SegueCore
import SegueFiles
import SegueTestSupport
import Testing

@testable import SegueKit

/// A music folder of short files with invented tags, and its index.
struct TaggedFiles {
    let folder = TemporaryFolder()
    let sound: [UInt8]

    init() throws {
        let wave = try folder.write("sound.wav", SampleFiles.wav(samples: 4410))
        try SampleFiles.encode(wave, to: "\(wave).flac", by: "flacenc")
        sound = Array(try Data(contentsOf: URL(fileURLWithPath: "\(wave).flac")))
    }
}

/// Tests that fill and query an index.
protocol IndexTests {
    var files: TaggedFiles { get }
}

extension IndexTests {
    var folder: TemporaryFolder { files.folder }
    var sound: [UInt8] { files.sound }
    var music: LocalPath { LocalPath(folder.path).appending("music".utf8) }
    var database: String { "\(folder.path)/cache/library.db" }

    /// Adds a file with these tags, as in Vorbis comments.
    @discardableResult
    func add(_ name: String, _ comments: String...) throws -> String {
        try folder.write("music/\(name).flac", SampleFiles.flac(sound, comments: comments))
    }

    @discardableResult
    func update(
        now: Int64 = 1_000_000, articles: String = "the a die", _ roots: [LocalPath]? = nil
    ) throws -> LibraryWriter.Report {
        try LibraryWriter.update(roots ?? [music], articles: articles, in: database, now: now)
    }

    func library() throws -> LibrarySearch { try #require(LibrarySearch(path: database)) }

    /// Returns the titles that a query finds, in their order.
    func found(_ query: String, now: Int64 = 1_000_000) throws -> [String] {
        try library().tracks(LibraryQuery(query), now: now).map(\.displayTitle)
    }
}
