import EventLoop
import SegueCore
import Testing

@testable import SegueKit

/// The times of commands, by stage.
@Suite struct CommandJournalTests {
    /// Returns a command that arrives at 0 and reaches stages after so many milliseconds.
    private func record(
        _ number: UInt64, kind: String = "next", isSearch: Bool = false,
        _ stages: (CommandRecord.Stage, Int64)..., outcome: CommandOutcome? = nil, after end: Int64 = 0
    ) -> CommandRecord {
        var record = CommandRecord(
            ticket: CommandTicket(rawValue: number), kind: kind, name: kind, received: time(0),
            date: WallTime(nanoseconds: 0), isSearch: isSearch)
        for (stage, milliseconds) in stages { record.reach(stage, at: time(milliseconds)) }
        if let outcome { record.end(with: outcome, at: time(end)) }
        return record
    }

    private func time(_ milliseconds: Int64) -> MonotonicTime {
        MonotonicTime(nanoseconds: 5_000_000_000 + milliseconds * 1_000_000)
    }

    private func milliseconds(_ count: Int64) -> MediaTime { MediaTime(nanoseconds: count * 1_000_000) }

    private func figures(_ journal: CommandJournal) -> [String: Figure] {
        Dictionary(uniqueKeysWithValues: journal.figures.map { ($0.name, $0.value) })
    }

    @Test func eachStageIsCountedFromTheOneBefore() {
        let record = record(1, (.decided, 1), (.loaded, 9001), (.mixed, 9011), (.heard, 9031))
        #expect(record.time(to: .decided) == milliseconds(1))
        #expect(record.time(to: .loaded) == milliseconds(9000))
        #expect(record.time(to: .mixed) == milliseconds(10))
        #expect(record.time(to: .heard) == milliseconds(20))
        #expect(record.timeToEar == milliseconds(9031))
        #expect(record.reason == "opening the track took 9.00 s")
    }

    @Test func aStageThatIsNotNeededIsPassedBy() {
        let record = record(1, (.decided, 1), (.mixed, 3), (.heard, 23))
        #expect(record.time(to: .loaded) == nil)
        #expect(record.time(to: .mixed) == milliseconds(2))
        #expect(record.reason == "the output took 0.02 s")
    }

    @Test func theReasonNamesTheTrackAndThoseThatCouldNotBePlayed() {
        var record = record(1, (.decided, 1), (.loaded, 2001))
        record.track = "/music/c.flac"
        record.failures = 2
        #expect(record.reason == "opening /music/c.flac, with 2 that can't be played, took 2.00 s")
        #expect(self.record(2, isSearch: true, (.decided, 700)).reason == "looking for files took 0.70 s")
    }

    @Test func whatFailsTookAsLongAsUntilItFailed() {
        let error = AudioPlayerError.loadTimeout(path: "/a", seconds: 10)
        let load = record(1, (.decided, 1), outcome: .failed(error), after: 10_001)
        #expect(load.duration == milliseconds(10_001))
        #expect(load.reason == "opening the track took 10.00 s")
        let search = record(2, isSearch: true, outcome: .failed(error), after: 3000)
        #expect(search.reason == "looking for files took 3.00 s")
        #expect(record(3, (.decided, 1), outcome: .superseded, after: 10_001).duration == nil)
    }

    @Test func percentilesAreOfTheLastHundred() {
        var journal = CommandJournal()
        for number in 1...250 as ClosedRange<UInt64> {
            journal.add(record(number, (.decided, Int64(number)), outcome: .done))
        }
        let figures = figures(journal)
        #expect(figures["next"] == .count(100))
        #expect(figures["next.decidedP50"] == .seconds(0.2))
        #expect(figures["next.decidedP95"] == .seconds(0.245))
        #expect(figures["next.decidedMax"] == .seconds(0.25))
        #expect(figures["next.loadedP50"] == nil)
    }

    @Test func kindsAreMeasuredApart() {
        var journal = CommandJournal()
        journal.add(record(1, kind: "pause", (.decided, 1), (.mixed, 2), (.heard, 22)))
        journal.add(record(2, kind: "next", (.decided, 3)))
        #expect(figures(journal)["pause.toEarMax"] == .seconds(0.022))
        #expect(figures(journal)["next.toEarMax"] == nil)
        #expect(figures(journal)["next.decidedMax"] == .seconds(0.003))
    }

    @Test func theTenSlowestAreKept() {
        var journal = CommandJournal()
        for number in 1...30 as ClosedRange<UInt64> {
            journal.add(record(number, (.decided, 1), (.heard, Int64(number * 7 % 31))))
        }
        #expect(journal.slowest.compactMap(\.duration) == (21...30).reversed().map { milliseconds($0) })
        // A command that turns out to be slow is ranked once.
        let late = journal.slowest[9].ticket
        journal.update(late) { $0.reach(.heard, at: time(100)) }
        #expect(journal.slowest[0].ticket == late)
        #expect(journal.slowest.count { $0.ticket == late } == 1)
        journal.reset()
        #expect(journal.slowest.isEmpty && journal.figures.isEmpty)
    }

    @Test func anAnswerLongAfterTheOutcomeHasAnotherCause() {
        let done = record(1, (.decided, 1), outcome: .done, after: 1)
        #expect(done.awaitsAnswer(at: time(9000)))
        #expect(!done.awaitsAnswer(at: time(11_000)))
        #expect(!record(2, outcome: .nothingToDo).awaitsAnswer(at: time(1)))
        #expect(record(3, (.decided, 1)).awaitsAnswer(at: time(60_000)))
    }
}
