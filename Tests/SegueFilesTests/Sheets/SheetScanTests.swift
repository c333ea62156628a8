import SegueCore
import SegueTestSupport
import Testing

@testable import SegueFiles

/// Cue sheets among files and playlists (design.md, Excerpts).
@Suite struct SheetScanTests {
    private let folder = TemporaryFolder()

    private func expand(_ arguments: String...) -> (entries: [NewEntry], problems: [AudioPlayerError]) {
        MediaScan.expand(arguments, workingDirectory: folder.path, progress: nil)
    }

    /// Returns the names behind the folder, with their fragments.
    private func names(_ entries: [NewEntry]) -> [String] {
        entries.map { String($0.uri.dropFirst("file://\(folder.path)/".count)) }
    }

    private func sheet(_ file: String) -> String {
        """
        TITLE "Album"
        PERFORMER "Band"
        FILE "\(file)" WAVE
        TRACK 01 AUDIO
        TITLE "One"
        INDEX 01 00:00:00
        TRACK 02 AUDIO
        TITLE "Two"
        INDEX 01 01:00:00
        """
    }

    @Test func aSheetAndItsFolderGiveItsTracks() throws {
        try folder.write("m/b.flac", text: "x")
        try folder.write("m/a.mp3", text: "x")
        try folder.write("m/c.ogg", text: "x")
        try folder.write("m/b.cue", text: sheet("b.flac"))
        let parts = ["m/b.flac#t=0,60", "m/b.flac#t=60"]
        let found = expand("m/b.cue")
        #expect(names(found.entries) == parts && found.problems.isEmpty)
        #expect(found.entries.map(\.metadata.title) == ["One", "Two"])
        #expect(found.entries.map(\.metadata.trackNumber) == [1, 2])
        #expect(found.entries.allSatisfy { $0.metadata.album == "Album" && $0.metadata.artists == ["Band"] })
        #expect(names(expand("m").entries) == ["m/a.mp3"] + parts + ["m/c.ogg"])
        #expect(names(expand("m/b.flac").entries) == ["m/b.flac"])
    }

    @Test(
        "A sheet for audio that was converted, or on another system",
        arguments: ["b.wav", "C:\\rips\\b.wav", "CDImage.ape"])
    func converted(name: String) throws {
        try folder.write("b.flac", text: "x")
        try folder.write("b.cue", text: sheet(name))
        #expect(names(expand("b.cue").entries) == ["b.flac#t=0,60", "b.flac#t=60"])
    }

    @Test func aSheetWithoutItsFileIsNamed() throws {
        try folder.write("b.cue", text: sheet("gone.wav"))
        let found = expand("b.cue")
        #expect(found.entries.isEmpty)
        #expect(found.problems.map(\.description).first?.contains("none of its 2 entries can be found") == true)
        try folder.write("self.cue", text: sheet("self.cue"))
        #expect(expand("self.cue").entries.isEmpty && expand("self.cue").problems.count == 1)
        try folder.write("empty.cue", text: "REM nothing")
        #expect(expand("empty.cue").problems.first?.description.contains("the cue sheet has no tracks") == true)
    }

    @Test func aSheetWithAFileForEachTrackGivesTheFiles() throws {
        let tracks = (1...2).map { "FILE \"\($0).flac\" WAVE\nTRACK \($0) AUDIO\nTITLE x\nINDEX 01 00:00:00\n" }
        try folder.write("m/all.cue", text: tracks.joined())
        for name in ["1", "2"] { try folder.write("m/\(name).flac", text: "x") }
        for argument in ["m", "m/all.cue"] {
            let found = expand(argument).entries
            #expect(names(found) == ["m/1.flac", "m/2.flac"])
            // They count if the files have no titles.
            #expect(found.map(\.metadata.title) == ["x", "x"] && found.map(\.metadata.trackNumber) == [1, 2])
        }
    }

    @Test func anExcerptNamedByItsURIHasTheTitleOfTheSheet() throws {
        try folder.write("b.flac", text: "x")
        try folder.write("b.cue", text: sheet("b.flac"))
        let uri = FileURI.uri(LocalPath("\(folder.path)/b.flac"))
        #expect(expand("\(uri)#t=60").entries == expand("b.cue").entries.suffix(1))
        #expect(expand("\(uri)#t=61,62").entries == [NewEntry(uri: "\(uri)#t=61,62")])
        #expect(expand("file://\(folder.path)/gone.flac#t=1").problems.count == 1)
    }

    @Test func savedQueuesKeepExcerpts() throws {
        try folder.write("b #1.flac", text: "x")
        try folder.write("b.cue", text: sheet("b #1.flac"))
        let found = expand("b.cue").entries
        #expect(found.first?.uri.hasSuffix("/b%20%231.flac#t=0,60") == true)
        let entries = found.enumerated().map { number, entry in
            QueueEntry(id: EntryID(rawValue: UInt64(number + 1)), uri: entry.uri, metadata: entry.metadata)
        }
        let document = try #require(XSPFWriter.document(title: "Saved", entries: entries))
        try folder.write("saved.xspf", document)
        #expect(names(expand("saved.xspf").entries) == names(found))
        #expect(expand("saved.xspf").entries.map(\.metadata.title) == ["One", "Two"])
        // The same as relative references.
        let text = String(decoding: document, as: UTF8.self).replacing("file://\(folder.path)/", with: "")
        try folder.write("relative.xspf", text: text)
        #expect(names(expand("relative.xspf").entries) == names(found))
    }
}
