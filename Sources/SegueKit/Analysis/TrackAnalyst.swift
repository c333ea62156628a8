import EventLoop
import SegueCore
import SegueFiles

/// Finds out about the sound of the tracks that come next, one after the other, while there is nothing more urgent
/// (design.md, Facts). What was found before is taken from the session's database.
///
/// It belongs to the loop's thread.
final class TrackAnalyst {
    private let loop: EventLoop
    private let program: [String]
    private let store: SessionStore?
    private let worker: DiskWorker
    private let report: (String, AnalysisOutcome) -> Void
    private var wanted: [String] = []
    /// What is being looked at.
    private var current: String?
    private var process: AnalysisProcess?

    /// - Parameters:
    ///   - loop: whose thread the analyst belongs to.
    ///   - program: the program that analyses, with its arguments before the path of the file.
    ///   - store: where facts are kept; nil keeps none.
    ///   - worker: where files are looked at.
    ///   - report: called on the loop for each file, unless nobody wants it any more.
    init(
        loop: EventLoop, program: [String], store: SessionStore?, worker: DiskWorker,
        report: @escaping (String, AnalysisOutcome) -> Void
    ) {
        self.loop = loop
        self.program = program
        self.store = store
        self.worker = worker
        self.report = report
    }

    /// These files are wanted, the most urgent first, and no others: what is under way and not among them ends.
    func analyse(_ uris: [String]) {
        wanted = uris
        if let current, !wanted.contains(current) { stop() }
        goOn()
    }

    /// Ends what is under way.
    func stop() {
        process?.cancel()
        process = nil
        current = nil
    }

    private func goOn() {
        guard current == nil, let next = wanted.first else { return }
        current = next
        guard let path = FileURI.pathBytes(of: next) else { return conclude(next, .failed("it is no file.")) }
        let analyst = LoopConfined(self)
        worker.perform { [loop] in
            let content = ContentIdentity(path: path)
            loop.perform { analyst.value.look(next, path, content) }
        }
    }

    private func look(_ uri: String, _ path: [UInt8], _ content: ContentIdentity?) {
        guard current == uri else { return }
        guard let content else { return conclude(uri, .failed("it can't be read.")) }
        guard let store else { return measure(uri, path, content) }
        let analyst = LoopConfined(self)
        store.facts(of: content) { [loop] facts in
            loop.perform { analyst.value.looked(uri, path, content, facts) }
        }
    }

    private func looked(_ uri: String, _ path: [UInt8], _ content: ContentIdentity, _ facts: TrackFacts?) {
        guard current == uri else { return }
        if let facts { conclude(uri, .facts(facts)) } else { measure(uri, path, content) }
    }

    private func measure(_ uri: String, _ path: [UInt8], _ content: ContentIdentity) {
        do throws(AnalysisFailure) {
            process = try AnalysisProcess(program, path: path, on: loop) { [weak self] result in
                guard let self else { return }
                process = nil
                switch result {
                case .success(let facts):
                    store?.record(facts, of: content)
                    conclude(uri, .facts(facts))
                case .failure(let failure): conclude(uri, .failed(failure.description))
                }
            }
        } catch {
            conclude(uri, .failed(error.description))
        }
    }

    private func conclude(_ uri: String, _ outcome: AnalysisOutcome) {
        current = nil
        wanted.removeAll { $0 == uri }
        report(uri, outcome)
        goOn()
    }
}
