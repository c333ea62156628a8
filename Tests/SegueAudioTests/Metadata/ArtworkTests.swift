import CGStreamer
import Foundation
import SegueFiles
import SegueTestSupport
import Testing

@testable import SegueAudio

@Suite struct ArtworkTests {
    private let folder = TemporaryFolder()

    private func store(_ bytes: [UInt8], in cache: ArtworkCache) -> String? {
        bytes.withUnsafeBytes { cache.store($0) }
    }

    /// Sets the time of the last request for the file of `uri`.
    private func age(_ uri: String, to seconds: Double) throws {
        let path = try #require(FileURI.path(of: uri)).description
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: path)
    }

    @Test func samePictureSameURIAndAnotherPictureAnother() throws {
        let cache = ArtworkCache(directory: folder.file("a b/covers"))
        let first = try #require(store(SampleFiles.png(seed: 1), in: cache))
        let second = try #require(store(SampleFiles.png(seed: 2), in: cache))
        #expect(first != second)
        #expect(store(SampleFiles.png(seed: 1), in: cache) == first)
        #expect(first.hasPrefix("file://\(folder.path)/a%20b/covers/"))
        #expect(first.hasSuffix(".png"))
        let path = try #require(FileURI.path(of: first)).description
        #expect(try SampleFiles.contents(path) == SampleFiles.png(seed: 1))
        // No other file is left behind.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("a b/covers")).count == 2)
    }

    @Test func replacesACoverThatIsNotWhole() throws {
        let cache = ArtworkCache(directory: folder.path)
        let uri = try #require(store(SampleFiles.png(), in: cache))
        let path = try #require(FileURI.path(of: uri)).description
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
        #expect(store(SampleFiles.png(), in: cache) == uri)
        #expect(try SampleFiles.contents(path) == SampleFiles.png())
    }

    @Test func staysWithinItsSizeAndDropsTheOldestFirst() throws {
        let cache = ArtworkCache(directory: folder.path, limit: 20_000)
        let uris = try (0..<20).map { seed in
            let uri = try #require(store(SampleFiles.png(seed: UInt8(seed), size: 1000), in: cache))
            try age(uri, to: 1_000_000 + Double(seed))
            return uri
        }
        #expect(folder.names.count == 20)
        let next = try #require(store(SampleFiles.png(seed: 100, size: 1000), in: cache))
        #expect(folder.names.count == 20)
        #expect(
            FileURI.path(of: uris[0]).map { folder.names.contains(String(decoding: $0.name, as: UTF8.self)) } == false)
        #expect(FileURI.path(of: next).map { folder.names.contains(String(decoding: $0.name, as: UTF8.self)) } == true)
    }

    @Test func neverDropsWhatIsInUse() throws {
        let cache = ArtworkCache(directory: folder.path, limit: 3000)
        let kept = try #require(store(SampleFiles.png(seed: 200, size: 1000), in: cache))
        try age(kept, to: 1)
        cache.keep([kept, "file:///elsewhere/cover.jpg", "http://x/y.jpg"])
        for seed in 0..<40 {
            _ = store(SampleFiles.png(seed: UInt8(seed), size: 1000), in: cache)
        }
        let name = try #require(FileURI.path(of: kept)).name
        #expect(folder.names.contains(String(decoding: name, as: UTF8.self)))
        // The 16 covers that were returned last stay too, even above the limit.
        #expect(folder.names.count == 17)
        cache.keep([])
        _ = store(SampleFiles.png(seed: 50, size: 1000), in: cache)
        #expect(!folder.names.contains(String(decoding: name, as: UTF8.self)))
    }

    @Test func refusesWhatIsNoPicture() {
        let cache = ArtworkCache(directory: folder.path)
        #expect(store([], in: cache) == nil)
        #expect(store(Array("<html>this is not a picture at all</html>".utf8), in: cache) == nil)
        #expect(store(Array(SampleFiles.png().prefix(20)), in: cache) == nil)
        #expect(store(SampleFiles.png(size: (16 << 20) + 1), in: cache) == nil)
        #expect(folder.names.isEmpty)
    }

    @Test func aPlaceThatCanNotBeWrittenGivesNone() throws {
        let file = try folder.write("file", text: "x")
        #expect(store(SampleFiles.png(), in: ArtworkCache(directory: file + "/covers")) == nil)
    }

    @Test func theFrontCoverIsTaken() throws {
        gst_init(nil, nil)
        let cache = ArtworkCache(directory: folder.path)
        let list = try #require(gst_tag_list_new_empty())
        defer { gst_tag_list_unref(list) }
        // The ID3 numbers of the back and the front cover.
        for (type, seed) in [(4, 1), (3, 2)] as [(guint, UInt8)] {
            // Larger than a picture that GStreamer would classify as a preview.
            let picture = SampleFiles.png(seed: seed, size: 2000)
            #expect(gst_tag_list_add_id3_image(list, picture, guint(picture.count), type) != 0)
        }
        let uri = try #require(cache.embeddedCover(in: list))
        let path = try #require(FileURI.path(of: uri)).description
        #expect(try SampleFiles.contents(path) == SampleFiles.png(seed: 2, size: 2000))
    }
}
