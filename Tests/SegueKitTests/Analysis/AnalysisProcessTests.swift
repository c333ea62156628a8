import EventLoop
import Foundation
import SegueCore
import Testing

@testable import SegueKit

/// An analysis in a separate process has one outcome, however the process ends.
@Suite struct AnalysisProcessTests {
    /// Runs `program` on the file, and returns the outcome.
    private func outcome(_ program: [String], of file: String) throws -> Result<TrackFacts, AnalysisFailure>? {
        let loop = try EventLoop()
        var outcome: Result<TrackFacts, AnalysisFailure>?
        let process = try AnalysisProcess(program, track: Array(file.utf8), on: loop) { result in
            outcome = result
            loop.stop()
        }
        loop.schedule(at: .now.advanced(byNanoseconds: 60_000_000_000)) { loop.stop() }
        loop.run()
        withExtendedLifetime(process) {}
        return outcome
    }

    @Test func theFactsOfALongFileArriveWhole() throws {
        let count = 40 * 60 * 10
        let peaks = (0..<count).map { Double($0 % 100) / 100 }
        let facts = TrackFacts(
            TrackFacts.Measurement(
                seconds: 2400, loudness: -14, range: 5, peak: 1, firstSound: 0, lastSound: 2400,
                momentary: LoudnessCurve((0..<count).map { -20 - Double($0 % 977) / 100 }),
                low: PeakCurve(linear: peaks), middle: PeakCurve(linear: peaks), high: PeakCurve(linear: peaks)))
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("segue-\(UUID().uuidString).json")
        try Data((facts.json + "\n").utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        // Much more than a pipe holds.
        #expect(facts.json.utf8.count > 200_000)
        // A program that would not wait for room there loses the rest: O_NONBLOCK is 04000.
        let program =
            "flags=$(sed -n 's/^flags:[^0-7]*//p' /proc/$$/fdinfo/1); [ $((flags & 04000)) = 0 ] && cat \"$0\""
        #expect(try outcome(["/bin/sh", "-c", program], of: file.path) == .success(facts))
    }

    @Test func whatTheEndsTellComesBeforeTheRest() throws {
        var measurement = TrackFacts.Measurement(
            seconds: 400, loudness: nil, range: nil, peak: 1, firstSound: 0, lastSound: 400,
            momentary: LoudnessCurve([-14]), low: PeakCurve(steps: [0]), middle: PeakCurve(steps: [0]),
            high: PeakCurve(steps: [0]), unheard: 60...310.5)
        let ends = TrackFacts(measurement)
        measurement.unheard = nil
        let whole = TrackFacts(measurement)
        let loop = try EventLoop()
        var told: [TrackFacts] = []
        var outcome: Result<TrackFacts, AnalysisFailure>?
        // The rest comes after the facts about the ends.
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("segue-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let program = [
            "/bin/sh", "-c", "echo '\(ends.json)'; until [ -e \"$0\" ]; do sleep 0.01; done; echo '\(whole.json)'",
        ]
        let process = try AnalysisProcess(
            program, track: Array(file.path.utf8), on: loop,
            foretell: {
                told.append($0)
                #expect(outcome == nil)
                #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
            }
        ) { result in
            outcome = result
            loop.stop()
        }
        loop.schedule(at: .now.advanced(byNanoseconds: 60_000_000_000)) { loop.stop() }
        loop.run()
        withExtendedLifetime(process) {}
        #expect(told == [ends])
        #expect(outcome == .success(whole))
    }

    @Test(arguments: [
        ["/bin/sh", "-c", "exit 1"], ["/bin/sh", "-c", "kill -9 $$"], ["/bin/sh", "-c", "echo '{\"version\":1'"],
        ["/bin/echo", "noise"],
    ])
    func whatTellsNothingHasFailed(program: [String]) throws {
        #expect(try outcome(program, of: "/a.flac") == .failure(.noAnswer))
    }

    @Test func aProgramThatDoesNotExistIsToldAtOnce() throws {
        let loop = try EventLoop()
        #expect(throws: AnalysisFailure.self) {
            _ = try AnalysisProcess(["/no/such/program"], track: [], on: loop) { _ in }
        }
    }

    @Test func aCancelledAnalysisHasNoOutcome() throws {
        let loop = try EventLoop()
        let process = try AnalysisProcess(["/bin/sh", "-c", "sleep 100"], track: [], on: loop) { _ in
            Issue.record("an outcome")
        }
        process.cancel()
        process.cancel()
        // The next process has its outcome on the same loop.
        let next = try AnalysisProcess(["/bin/echo", "noise"], track: [], on: loop) { _ in loop.stop() }
        loop.run()
        withExtendedLifetime((process, next)) {}
    }
}
