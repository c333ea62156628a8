import EventLoop
import SegueTestSupport
import Testing

@testable import SegueKit

/// An inquiry of a program about many files: however the program ends, each file has its answer or none.
@Suite struct FileInquiryTests {
    /// Returns the answers of a shell script about these names.
    private func answers(_ script: String, _ names: [String], patience: Int64 = 30_000_000_000) throws -> [String?] {
        let loop = try EventLoop()
        var answers: [[UInt8]?] = []
        let inquiry = FileInquiry(
            ["/bin/sh", "-c", script, "sh"], files: names.map { Array($0.utf8) }, patience: patience, on: loop
        ) { index, answer in
            #expect(index == answers.count)
            answers.append(answer)
        } _: {
            loop.stop()
        }
        loop.schedule(at: .now.advanced(byNanoseconds: 60_000_000_000)) { loop.stop() }
        loop.run()
        withExtendedLifetime(inquiry) {}
        return answers.map { $0.map { String(decoding: $0, as: UTF8.self) } }
    }

    @Test func eachFileHasItsLine() throws {
        let names = (0..<300).map { "name \($0)" }
        #expect(try answers("for n; do echo \"<$n>\"; done", names) == names.map { "<\($0)>" })
    }

    /// Linux starts no program with so many bytes of arguments.
    @Test func moreFilesThanOneProcessTakesAreAskedForInTurn() throws {
        let names = (0..<800).map { "\($0)" + String(repeating: "x", count: 4000) }
        #expect(try answers("for n; do echo \"$n\"; done", names) == names)
    }

    @Test(arguments: ["kill -9 $$", "exit 1"])
    func aFileThatEndsTheProgramCostsOnlyItsOwnAnswer(end: String) throws {
        let script = "for n; do case $n in bad*) \(end);; esac; echo $n; done"
        let found = try answers(script, ["bad1", "a", "bad2", "b", "bad3"])
        #expect(found == [nil, "a", nil, "b", nil])
    }

    /// The program gets a tenth of a processor: on a busy machine, it needs its time for the other answers.
    @Test func aFileThatHangsTheProgramCostsOnlyItsOwnAnswer() throws {
        let script = "for n; do case $n in bad*) exec sleep 1000;; esac; echo $n; done"
        let found = try answers(script, ["a", "b", "bad"], patience: 5_000_000_000)
        #expect(found == ["a", "b", nil])
    }

    @Test func aProgramThatDoesNotExistKnowsNothing() throws {
        let loop = try EventLoop()
        var answers: [[UInt8]?] = []
        let inquiry = FileInquiry(["/no/such/program"], files: [[1], [2]], on: loop) { _, answer in
            answers.append(answer)
        } _: {
            loop.stop()
        }
        #expect(answers.isEmpty, "never before the caller goes on")
        loop.run()
        withExtendedLifetime(inquiry) {}
        #expect(answers == [nil, nil])
    }

    @Test func itYieldsButIsNotStarved() throws {
        let script = "until [ $(cut -d' ' -f19 /proc/$$/stat) = 10 ]; do :; done; echo nice; ionice -p $$"
        #expect(try answers(script, ["a", "b"]) == ["nice", "best-effort: prio 7"])
    }

    @Test func whatNobodyWaitsForRunsWhenNothingElseWantsTo() throws {
        // The class of the scheduler is 5, SCHED_IDLE.
        let script = "until [ $(cut -d' ' -f41 /proc/$$/stat) = 5 ]; do :; done; echo idle; ionice -p $$"
        let loop = try EventLoop()
        var lines: [String] = []
        let process = try HelperProcess(
            ["/bin/sh", "-c", script], files: [], share: .rest, patience: 60_000_000_000, on: loop,
            onLine: { lines.append(String(decoding: $0, as: UTF8.self)) }, onEnd: { _ in loop.stop() })
        loop.run()
        withExtendedLifetime(process) {}
        #expect(lines == ["idle", "idle"])
    }

    @Test func aLineWithoutAnEndEndsTheProgram() throws {
        let loop = try EventLoop()
        var end: HelperProcess.End?
        let process = try HelperProcess(
            ["/bin/sh", "-c", "head -c 20000000 /dev/zero"], files: [], share: .small, patience: 60_000_000_000,
            on: loop, onLine: { _ in },
            onEnd: {
                end = $0
                loop.stop()
            })
        loop.run()
        withExtendedLifetime(process) {}
        #expect(end == .tooLong)
    }

    @Test func noPipeStaysOpen() throws {
        let before = OpenDescriptors.count("pipe:")
        for _ in 0..<20 { _ = try answers("echo $1", ["a"]) }
        #expect(OpenDescriptors.count("pipe:") < before + 20)
    }

    @Test func whatIsCancelledSaysNothing() throws {
        let loop = try EventLoop()
        let inquiry = FileInquiry(["/bin/echo"], files: [[65]], on: loop) { _, _ in
            Issue.record("an answer")
        } _: {
            Issue.record("an end")
        }
        inquiry.cancel()
        inquiry.cancel()
        let next = FileInquiry(["/bin/echo"], files: [[65]], on: loop, onAnswer: { _, _ in }) { loop.stop() }
        loop.run()
        withExtendedLifetime((inquiry, next)) {}
    }
}
