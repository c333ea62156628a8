import EventLoop
import Foundation
import SegueCore
import SegueFiles
import SegueTestSupport
import Testing

@testable import SegueAudio

@Suite struct OpeningRecordTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("opening") }
    private let first = "file:///music/a%20b.mp3"
    private let second = "http://host/stream?x=1"

    /// Returns the files that a player started now suspects, and those that earlier players suspected.
    private func suspects() -> (new: [String], known: [String]) {
        let record = OpeningRecord(path: path)
        let new = record.takeOver()
        return (new, [first, second].filter { record.objection(to: $0) != nil })
    }

    /// Runs a player that ends without closing its record.
    private func crash<Result>(_ body: (OpeningRecord) -> Result) -> Result {
        let record = OpeningRecord(path: path)
        _ = record.takeOver()
        return body(record)
    }

    @Test func whatWasBeingOpenedIsSuspectedUntilSomebodyAsksForIt() {
        let entries = crash { record in
            // The deck, and the search for silence in the same file.
            let entries = [record.begin(first), record.begin(first), record.begin(second)]
            entries[2].end()
            return entries
        }
        withExtendedLifetime(entries) {
            #expect(suspects() == ([first], [first]))
            // Known not only to the next start.
            #expect(suspects() == ([], [first]))
        }
        crash { record in
            let reason = "the previous player crashed while opening it; play it by name to try again"
            #expect(record.objection(to: first) == .fileLoadFailed(path: "/music/a b.mp3", reason: reason))
            record.trust(first)
            #expect(record.objection(to: first) == nil)
            record.begin(first).end()
        }
        #expect(suspects() == ([], []))
    }

    @Test func whatMerelyPlayedIsNotToBlame() {
        crash { record in
            record.begin(first).end()
            record.begin(second).end()
        }
        #expect(suspects() == ([], []))
    }

    @Test func whatHasBeenOpenIsNotToBlameWhenItIsOpenedAtAnotherPlace() {
        let entries = crash { record in
            record.begin(first).end(isProven: true)
            record.begin(second).end()
            return [record.begin(first), record.begin(second)]
        }
        withExtendedLifetime(entries) {
            #expect(suspects() == ([second], [second]))
        }
    }

    @Test func aPlayerThatEndsAsItShouldBlamesNothing() {
        let record = OpeningRecord(path: path)
        _ = record.takeOver()
        let entry = record.begin(first)
        record.close()
        // Released later, in the background.
        entry.end()
        #expect(suspects() == ([], []))
    }

    @Test func theRecordBelongsToOnePlayer() {
        let record = OpeningRecord(path: path)
        _ = record.takeOver()
        let entry = record.begin(first)
        #expect(suspects() == ([], []))
        crash { other in _ = other.begin(second) }
        entry.end()
        record.close()
        #expect(suspects() == ([], []))
    }

    @Test func damagedRecordsAreRead() throws {
        let damaged = "opening \(first)\nnonsense\n\u{0}\u{1}\n\nopening \(first)\nend\nopening x\n"
        try folder.write("opening", text: damaged)
        #expect(suspects() == ([first], [first]))
        try folder.write("opening", [UInt8](repeating: 0xFF, count: 100_000))
        #expect(suspects() == ([], []))
        #expect(OpeningRecord(path: folder.file("no folder/opening")).takeOver().isEmpty)
        #expect(OpeningRecord(path: folder.path).takeOver().isEmpty)
    }

    @Test func aNameThatIsNoLineIsNotTakenDown() {
        let entry = crash { $0.begin("http://host/\nsuspect \(first)") }
        withExtendedLifetime(entry) { #expect(suspects() == ([], [])) }
    }

    // MARK: - Those who open

    /// Returns a record under which this file is suspected.
    private func suspicious(_ path: String) -> OpeningRecord {
        let entry = crash { $0.begin(FileURI.uri(path: path)) }
        let record = OpeningRecord(path: self.path)
        withExtendedLifetime(entry) { #expect(record.takeOver() == [FileURI.uri(path: path)]) }
        return record
    }

    @Test func aSuspectIsNeitherLoadedNorLookedInto() throws {
        let wav = try folder.write("a.wav", SampleFiles.wav(samples: 5000))
        let record = suspicious(wav)
        let expected = try #require(record.objection(to: FileURI.uri(path: wav)))
        #expect(throws: expected) { try TrackProbe(LocalPath(wav), record: record).read(artwork: nil).get() }
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "null")), record: record)
        live.run(limit: 20, [.load(.first, uri: FileURI.uri(path: wav), position: .zero)]) {
            [unowned live] event in
            switch event {
            case .loadFailed(.first, expected):
                record.trust(FileURI.uri(path: wav))
                live.perform(.load(.second, uri: FileURI.uri(path: wav), position: .zero))
            case .loaded(.second, _): live.finish()
            default: break
            }
        }
        #expect(!live.isTimedOut, "\(live.events)")
    }

    @Test func aLoadIsTakenDownUntilItIsReady() throws {
        let wav = try folder.write("a.wav", SampleFiles.wav(samples: 5000))
        let record = OpeningRecord(path: path)
        _ = record.takeOver()
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "null")), record: record)
        let limits = SilenceLimits(threshold: -60, longest: MediaTime(seconds: 1))
        let load = AudioInstruction.load(
            .first, uri: FileURI.uri(path: wav), position: .zero, silence: limits)
        live.run(limit: 20, [load]) { [unowned live, path] event in
            guard case .loaded = event else { return }
            live.when({ Self.isFree(path) }) { live.finish() }
        }
        #expect(!live.isTimedOut)
        // Each content overwrites the earlier one, so that the rest of the longest remains after shorter ones.
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains(FileURI.uri(path: wav).suffix(10)))
    }

    /// Returns true if no file is being opened.
    private static func isFree(_ path: String) -> Bool {
        (try? String(contentsOfFile: path, encoding: .utf8))?.hasPrefix("end\n") == true
    }
}
