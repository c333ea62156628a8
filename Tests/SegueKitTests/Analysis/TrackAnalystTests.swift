import EventLoop
import Foundation
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueKit

/// The choice and order of analyses. A program that records its requests replaces the analysis.
@Suite(.timeLimit(.minutes(2))) struct TrackAnalystTests {
    private let folder = TemporaryFolder()
    private let outcomes = Shared<[String]>([])
    private let identities = Shared<[String]>([])
    /// The files that were reported as still to be measured.
    private let unmeasured = Shared<[String]>([])

    private static let rhythm = TrackRhythm(head: .unknown(.short), tail: .unknown(.short))

    private func facts(unheard: ClosedRange<Double>? = nil, loudness: Double = -14) -> TrackFacts {
        let curve = PeakCurve(linear: [1, 1])
        return TrackFacts(
            TrackFacts.Measurement(
                seconds: 0.2, loudness: loudness, range: nil, peak: 1, firstSound: 0, lastSound: 0.2,
                momentary: LoudnessCurve([-14, -14, -14]), low: curve, middle: curve, high: curve, unheard: unheard,
                rhythm: unheard == nil ? Self.rhythm : nil))
    }

    private func uri(_ name: String) throws -> String {
        URL(fileURLWithPath: try folder.write(name, text: name)).absoluteString
    }

    /// The files that the program was started for, with an exclamation mark after the urgent ones.
    private var asked: [String] {
        ((try? String(contentsOfFile: folder.file("log"), encoding: .utf8)) ?? "").split(separator: "\n").map(
            String.init)
    }

    private func analyst(
        on loop: EventLoop, mayWorkAhead: Bool = true, worker: DiskWorker = DiskWorker(),
        store: SessionStore? = nil
    ) throws -> TrackAnalyst {
        try folder.write("facts", text: facts().json + "\n")
        try folder.write("ends", text: facts(unheard: 0.1...0.1).json + "\n")
        let script = """
            case $0 in --ends) file=$1; mark=!;; *) file=$0; mark=;; esac
            echo "${file##*/}$mark" >> '\(folder.path)/log'
            case $file in *slow*) cat '\(folder.path)/ends'; exec sleep 100;; esac
            cat '\(folder.path)/facts'
            """
        return TrackAnalyst(
            loop: loop, program: ["/bin/sh", "-c", script],
            store: store
                ?? SessionStore(path: folder.file("session.sqlite"), worker: worker) { [weak folder] error in
                    // The worker may still write when the test has ended, and its folder is gone.
                    if folder != nil { Issue.record("\(error)") }
                },
            worker: worker, mayWorkAhead: { mayWorkAhead },
            identified: { [identities] uri, content in identities.change { $0.append("\(content)") } },
            analysed: { [outcomes, unmeasured] uri, outcome in
                let list = outcome == .unmeasured ? unmeasured : outcomes
                list.change { $0.append(String(uri.split(separator: "/").last ?? "")) }
            })
    }

    @Test func whatIsForLaterComesLastAndIsKept() throws {
        let loop = try EventLoop()
        let analyst = try analyst(on: loop)
        let files = try ["a", "b", "c", "d"].map(uri)
        let wishes = AnalysisWishes(contents: [files[0]], sounds: [files[0], files[1]], later: [files[2], files[3]])
        analyst.analyse(wishes)
        #expect(loop.run { outcomes.value.count == 4 })
        #expect(outcomes.value == ["a", "b", "c", "d"])
        #expect(asked == ["a!", "b!", "c", "d"])
        // The same files again, and one more: measured files are not measured again.
        analyst.analyse(AnalysisWishes(sounds: [files[2]], later: [files[3], files[0], try uri("e")]))
        #expect(loop.run { outcomes.value.count == 7 })
        #expect(outcomes.value.last == "e")
        #expect(asked == ["a!", "b!", "c", "d", "e"])
    }

    /// Facts of a former version are used immediately, and so is their loudness when the rhythm has been added.
    @Test func theRhythmAloneIsMeasuredWhereTheRestIsKnown() throws {
        let loop = try EventLoop()
        let worker = DiskWorker()
        let store = SessionStore(path: folder.file("session.sqlite"), worker: worker) { Issue.record("\($0)") }
        let file = try uri("file")
        let content = try #require(ContentIdentity(path: Array(folder.file("file").utf8)))
        var old = facts(loudness: -20).measurement
        old.rhythm = nil
        let loaded = Shared(false)
        let report = loop.delivering { (_: Void?) in loaded.change { $0 = true } }
        store.perform({ [old] in try $0.write(old, of: content) }, report)
        #expect(loop.run { loaded.value })
        let analyst = try analyst(on: loop, worker: worker, store: store)
        analyst.analyse(AnalysisWishes(sounds: [file]))
        #expect(loop.run { outcomes.value == ["file"] })
        #expect(asked == [] && unmeasured.value == [])
        // The rhythm is not urgent.
        analyst.analyse(AnalysisWishes(later: [file]))
        #expect(loop.run { outcomes.value == ["file", "file"] })
        #expect(asked == ["file"])
        let kept = Shared<TrackFacts.Measurement?>(nil)
        analyst.remembered(file) { sound in kept.change { $0 = sound } }
        #expect(loop.run { kept.value != nil })
        old.rhythm = Self.rhythm
        #expect(kept.value == old)
        // The file is not measured again.
        analyst.analyse(AnalysisWishes(later: [file, try uri("other")]))
        #expect(loop.run { outcomes.value.last == "other" })
        #expect(asked == ["file", "other"])
        worker.finish()
    }

    /// A track that is ready waits for this.
    @Test func whetherASoundIsKeptIsToldBeforeTheSessionIsSaved() throws {
        let loop = try EventLoop()
        let worker = DiskWorker()
        let analyst = try analyst(on: loop, worker: worker)
        let (save, otherSave) = (Gate(), Gate())
        worker.perform { save.wait() }
        worker.perform { otherSave.wait() }
        analyst.analyse(AnalysisWishes(sounds: [try uri("slow")]))
        save.open()
        #expect(loop.run { unmeasured.value == ["slow"] })
        otherSave.open()
        analyst.stop()
        worker.finish()
    }

    @Test func whatIsUrgentDoesNotWaitForIt() throws {
        let loop = try EventLoop()
        let analyst = try analyst(on: loop)
        let (slow, next) = (try uri("slow"), try uri("next"))
        analyst.analyse(AnalysisWishes(later: [slow]))
        #expect(loop.run { outcomes.value == ["slow"] })
        analyst.analyse(AnalysisWishes(sounds: [next], later: [slow]))
        #expect(loop.run { outcomes.value.contains("next") })
        // The analysis starts again, and ends when it is no longer wanted.
        #expect(loop.run { outcomes.value == ["slow", "next", "slow"] })
        #expect(asked == ["slow", "next!", "slow"])
        analyst.analyse(AnalysisWishes())
    }

    @Test func whatAFileHoldsIsToldWheneverItIsAskedFor() throws {
        let loop = try EventLoop()
        let analyst = try analyst(on: loop)
        let file = try uri("file")
        for (count, wishes) in [
            AnalysisWishes(contents: [file]), AnalysisWishes(contents: [file], sounds: [file]),
            AnalysisWishes(contents: [file], later: [file]),
        ].enumerated() {
            analyst.analyse(wishes)
            #expect(loop.run { identities.value.count == count + 1 })
            analyst.analyse(AnalysisWishes(later: [file]))
        }
        #expect(Set(identities.value).count == 1)
        _ = try folder.write("file", text: "another one")
        analyst.analyse(AnalysisWishes(contents: [file]))
        #expect(loop.run { identities.value.count == 4 })
        #expect(Set(identities.value).count == 2)
    }

    @Test func whatIsKnownDoesNotWaitForAMeasurement() throws {
        let loop = try EventLoop()
        let analyst = try analyst(on: loop)
        let (known, slow) = (try uri("known"), try uri("slow"))
        analyst.analyse(AnalysisWishes(sounds: [known]))
        #expect(loop.run { outcomes.value == ["known"] })
        analyst.analyse(AnalysisWishes(sounds: [slow]))
        // The facts about the ends of the slow file are known, and the rest takes its time.
        #expect(loop.run { outcomes.value == ["known", "slow"] })
        analyst.analyse(AnalysisWishes(sounds: [slow, known]))
        #expect(loop.run { outcomes.value == ["known", "slow", "known"] })
        #expect(asked == ["known!", "slow!"])
        #expect(unmeasured.value == ["known", "slow"], "the second time, it was known")
        analyst.analyse(AnalysisWishes())
    }

    @Test func withoutMainsPowerNothingIsDoneAhead() throws {
        let loop = try EventLoop()
        let analyst = try analyst(on: loop, mayWorkAhead: false)
        let (first, later) = (try uri("first"), try uri("later"))
        analyst.analyse(AnalysisWishes(later: [later]))
        analyst.analyse(AnalysisWishes(sounds: [first], later: [later]))
        #expect(loop.run { outcomes.value == ["first"] })
        analyst.analyse(AnalysisWishes(sounds: [try uri("second")]))
        #expect(loop.run { outcomes.value.count == 2 })
        #expect(asked == ["first!", "second!"])
    }

    @Test func aFileForLaterThatCantBeReadIsPassedOver() throws {
        let loop = try EventLoop()
        let analyst = try analyst(on: loop)
        let gone = URL(fileURLWithPath: folder.file("gone")).absoluteString
        analyst.analyse(AnalysisWishes(later: [gone, try uri("there")]))
        #expect(loop.run { outcomes.value == ["there"] })
        #expect(asked == ["there"])
    }
}
