import EventLoop
import SegueCore
import SegueFiles

/// Finds out what the tracks that come next hold, and about their sound, one after the other, while there is nothing
/// more urgent (design.md, Facts). What was found before is taken from the session's database.
///
/// It belongs to the loop's thread.
final class TrackAnalyst {
    private let loop: EventLoop
    private let program: [String]?
    private let store: SessionStore?
    private let worker: DiskWorker
    private let identified: (String, ContentIdentity) -> Void
    private let analysed: (String, AnalysisOutcome) -> Void
    private var wanted: [String] = []
    private var listens = false
    /// What the wanted files hold, as far as that is known.
    private var contents: [String: ContentIdentity] = [:]
    /// The files that are being looked at.
    private var looking: Set<String> = []
    /// What is being measured.
    private var current: String?
    private var process: AnalysisProcess?

    /// - Parameters:
    ///   - loop: whose thread the analyst belongs to.
    ///   - program: the program that analyses, with its arguments before `--ends` and the path of the file; nil
    ///     analyses nothing.
    ///   - store: where facts are kept; nil keeps none.
    ///   - worker: where files are looked at.
    ///   - identified: called on the loop for each file that can be read, unless nobody wants it any more.
    ///   - analysed: called on the loop for each file whose sound is wanted, and for each that can't be read; for a long
    ///     file twice, first with what its ends tell.
    init(
        loop: EventLoop, program: [String]?, store: SessionStore?, worker: DiskWorker,
        identified: @escaping (String, ContentIdentity) -> Void, analysed: @escaping (String, AnalysisOutcome) -> Void
    ) {
        self.loop = loop
        self.program = program
        self.store = store
        self.worker = worker
        self.identified = identified
        self.analysed = analysed
    }

    /// These files are wanted, the most urgent first, and no others: what is under way and not among them ends. With
    /// `listening`, their sound is wanted, too.
    func analyse(_ uris: [String], listening: Bool) {
        wanted = uris
        contents = contents.filter { uris.contains($0.key) }
        if listens, !listening { stop() }
        listens = listening
        if let current, !wanted.contains(current) { stop() }
        identify()
        goOn()
    }

    /// What is known of the sound of a file from earlier, on the loop; nil where nothing is.
    func remembered(_ uri: String, _ completion: @escaping (TrackFacts?) -> Void) {
        guard let store, let path = FileURI.pathBytes(of: uri) else { return completion(nil) }
        let answer = LoopConfined(completion)
        worker.perform { [loop] in
            guard let content = ContentIdentity(path: path) else { return loop.perform { answer.value(nil) } }
            store.facts(of: content) { facts in loop.perform { answer.value(facts) } }
        }
    }

    /// Ends what is under way.
    func stop() {
        process?.cancel()
        process = nil
        current = nil
    }

    /// Looks at what is wanted and has not been looked at: that takes a moment, and waits for no measurement.
    private func identify() {
        for uri in wanted where contents[uri] == nil && looking.insert(uri).inserted {
            guard let path = FileURI.pathBytes(of: uri) else {
                identify(uri, nil)
                continue
            }
            let analyst = LoopConfined(self)
            worker.perform { [loop] in
                let content = ContentIdentity(path: path)
                loop.perform { analyst.value.identify(uri, content) }
            }
        }
    }

    private func identify(_ uri: String, _ content: ContentIdentity?) {
        looking.remove(uri)
        guard wanted.contains(uri) else { return }
        guard let content else { return conclude(uri, .failed("it can't be read.")) }
        contents[uri] = content
        if !listens { wanted.removeAll { $0 == uri } }
        identified(uri, content)
        goOn()
    }

    private func goOn() {
        guard listens, current == nil, let next = wanted.first(where: { contents[$0] != nil }),
            let path = FileURI.pathBytes(of: next), let content = contents[next]
        else { return }
        current = next
        look(next, path, content)
    }

    private func look(_ uri: String, _ path: [UInt8], _ content: ContentIdentity) {
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
        guard let program else { return conclude(uri, .failed("there is no program for it.")) }
        do throws(AnalysisFailure) {
            process = try AnalysisProcess(
                program + ["--ends"], path: path, on: loop, foretell: { [weak self] in self?.analysed(uri, .facts($0)) }
            ) { [weak self] result in
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
        if current == uri { current = nil }
        wanted.removeAll { $0 == uri }
        analysed(uri, outcome)
        goOn()
    }
}
