import EventLoop
import SegueCore
import SegueFiles

/// Identifies the contents of the next tracks, and analyses their audio, one after the other, when there is nothing
/// more urgent (design.md, Facts). Earlier results come from the session's database.
///
/// Belongs to the loop's thread.
final class TrackAnalyst {
    private let loop: EventLoop
    private let program: [String]?
    private let store: SessionStore?
    private let worker: DiskWorker
    private let mayWorkAhead: @Sendable () -> Bool
    private let report: (String, ContentIdentity) -> Void
    private let analysed: (String, AnalysisOutcome) -> Void
    private var wishes = AnalysisWishes()
    /// The identities of the files whose audio is wanted.
    private var contents: [String: ContentIdentity] = [:]
    /// The files in `contents` without stored facts.
    private var unknown: Set<String> = []
    /// The files whose identities are being read.
    private var looking: Set<String> = []
    /// The files for later that need no more work: everything is known, or nothing can be.
    private var settled: Set<String> = []
    /// The file that is being measured or looked up.
    private var current: Job?
    private var process: AnalysisProcess?
    private var lastJob: UInt64 = 0

    /// The identity of a file, and the stored facts about it; nil if the file can't be read, or nothing is stored.
    private struct Found {
        var content: ContentIdentity?
        var facts: TrackFacts?

        init() {}

        /// Reads the file and the store. Blocks: not for the loop's thread.
        init(_ uri: String, _ store: SessionStore?) {
            content = ContentIdentity(uri: uri)
            facts = content.flatMap { store?.sound(of: $0) }.map { TrackFacts($0) }
        }
    }

    /// A file whose facts are being determined.
    private struct Job: Equatable {
        var number: UInt64
        var uri: String
        var isUrgent: Bool

        /// The path of the file, or the URI of an excerpt.
        var argument: [UInt8] { Excerpt(uri: uri) == nil ? FileURI.pathBytes(of: uri) ?? [] : Array(uri.utf8) }
    }

    /// - Parameters:
    ///   - loop: the loop whose thread the analyst belongs to.
    ///   - program: the program that analyses, with its arguments before `--ends` and the path of the file; nil for no
    ///     analysis.
    ///   - store: the store of facts; nil keeps none.
    ///   - worker: the worker that reads identities and stored facts. Work on a file system that does not answer is
    ///     abandoned, and the file then counts as unreadable.
    ///   - mayWorkAhead: called on the worker before each file for later. If it returns false, no such file is measured
    ///     until there are other wishes.
    ///   - identified: called on the loop for each readable file, unless the file is no longer wanted.
    ///   - analysed: called on the loop for each file whose audio is wanted, and for each file that can't be read. If
    ///     no facts are stored, the first call reports that the file has to be measured. The next call has the facts
    ///     about the ends of a long file, and the last call has the outcome. Also called for each file for later that
    ///     was measured.
    init(
        loop: EventLoop, program: [String]?, store: SessionStore?, worker: DiskWorker,
        mayWorkAhead: @escaping @Sendable () -> Bool = { MainsPower.isOn() },
        identified: @escaping (String, ContentIdentity) -> Void, analysed: @escaping (String, AnalysisOutcome) -> Void
    ) {
        self.loop = loop
        self.program = program
        self.store = store
        self.worker = worker
        self.mayWorkAhead = mayWorkAhead
        report = identified
        self.analysed = analysed
    }

    /// Replaces all wishes. Work that is no longer wanted ends. Work for later also ends as soon as something urgent is
    /// wanted.
    func analyse(_ wishes: AnalysisWishes) {
        loop.checkConfinement()
        self.wishes = wishes
        // The identity of a file is reported on each request. The requester may have forgotten it, and the file may
        // have changed.
        contents = contents.filter { wishes.sounds.contains($0.key) && !wishes.contents.contains($0.key) }
        unknown.formIntersection(contents.keys)
        settled.formIntersection(wishes.later)
        if let current, !isStillWanted(current) { stop() }
        identify()
        goOn()
    }

    private func isStillWanted(_ job: Job) -> Bool {
        wishes.sounds.contains(job.uri) || wishes.sounds.isEmpty && wishes.later.contains(job.uri)
    }

    /// Reports the stored measurement of a file on the loop; nil if there is none.
    func remembered(_ uri: String, _ completion: @escaping (TrackFacts.Measurement?) -> Void) {
        loop.checkConfinement()
        guard let store, FileURI.path(of: uri) != nil else { return completion(nil) }
        worker.search(uri, on: loop, then: completion, else: { _ in nil }) { _, finish in
            finish(ContentIdentity(uri: uri).flatMap { store.sound(of: $0) })
        }
    }

    /// Ends the work under way.
    func stop() {
        loop.checkConfinement()
        process?.cancel()
        process = nil
        current = nil
    }

    // MARK: - Identities

    /// Reads the identities of wanted files, and the stored facts about them. A track that is ready may wait for the
    /// answer. So both are one piece of work, which precedes all work that nothing waits for.
    private func identify() {
        for uri in wishes.contents + wishes.sounds where contents[uri] == nil && looking.insert(uri).inserted {
            guard FileURI.path(of: uri) != nil else {
                identified(uri, nil, nil)
                continue
            }
            let answer = { [self] (found: Found) in identified(uri, found.content, found.facts) }
            worker.search(uri, on: loop, .awaited, then: answer, else: { _ in Found() }) { [store] _, finish in
                finish(Found(uri, store))
            }
        }
    }

    private func identified(_ uri: String, _ content: ContentIdentity?, _ facts: TrackFacts?) {
        looking.remove(uri)
        guard let content else {
            guard wishes.contents.contains(uri) || wishes.sounds.contains(uri) else { return }
            wishes.contents.removeAll { $0 == uri }
            wishes.sounds.removeAll { $0 == uri }
            analysed(uri, .failed("it can't be read."))
            return goOn()
        }
        let isSoundWanted = wishes.sounds.contains(uri)
        if isSoundWanted { contents[uri] = content }
        if wishes.contents.contains(uri) {
            wishes.contents.removeAll { $0 == uri }
            report(uri, content)
        }
        guard isSoundWanted else { return }
        if let facts { found(uri, content, facts) } else { missed(uri, content) }
    }

    private func found(_ uri: String, _ content: ContentIdentity, _ facts: TrackFacts) {
        guard contents[uri] == content, wishes.sounds.contains(uri) else { return }
        wishes.sounds.removeAll { $0 == uri }
        if let current, !isStillWanted(current) { stop() }
        analysed(uri, .facts(facts))
        goOn()
    }

    private func missed(_ uri: String, _ content: ContentIdentity) {
        guard contents[uri] == content else { return }
        unknown.insert(uri)
        analysed(uri, .unmeasured)
        goOn()
    }

    // MARK: - Analyses

    private func goOn() {
        guard current == nil else { return }
        if let next = wishes.sounds.first(where: unknown.contains) {
            guard let job = begin(next, isUrgent: true), let content = contents[next] else { return }
            measure(job, content)
        } else if wishes.sounds.isEmpty, store != nil, let next = wishes.later.first(where: { !settled.contains($0) }) {
            guard let job = begin(next, isUrgent: false) else { return }
            lookAhead(job)
        }
    }

    private func begin(_ uri: String, isUrgent: Bool) -> Job? {
        guard FileURI.path(of: uri) != nil else { return nil }
        lastJob += 1
        let job = Job(number: lastJob, uri: uri, isUrgent: isUrgent)
        current = job
        return job
    }

    /// Identifies a file for later, whose turn has come.
    private func lookAhead(_ job: Job) {
        let answer = { [self] (found: Found?) in
            if let found { lookedAhead(job, found.content, found.facts) } else { rest(job) }
        }
        worker.search(job.uri, on: loop, then: answer, else: { _ in Found() }) { [store, mayWorkAhead] _, finish in
            finish(mayWorkAhead() ? Found(job.uri, store) : nil)
        }
    }

    /// Discards the wishes for later, until there are other wishes.
    private func rest(_ job: Job) {
        guard current == job else { return }
        current = nil
        wishes.later = []
        goOn()
    }

    private func lookedAhead(_ job: Job, _ content: ContentIdentity?, _ facts: TrackFacts?) {
        guard current == job else { return }
        guard let content else { return conclude(job, nil) }
        guard let facts else { return measure(job, content) }
        if facts.measurement.rhythm == nil {
            measure(job, content, keeping: facts.measurement)
        } else {
            conclude(job, .facts(facts))
        }
    }

    /// Measures a file. If `known` was stored, only the rhythm is taken from the result.
    private func measure(_ job: Job, _ content: ContentIdentity, keeping known: TrackFacts.Measurement? = nil) {
        guard let program else { return conclude(job, .failed("there is no program for it.")) }
        do throws(AnalysisFailure) {
            process = try AnalysisProcess(
                job.isUrgent ? program + ["--ends"] : program, track: job.argument, on: loop,
                foretell: { [weak self] in self?.analysed(job.uri, .facts($0)) }
            ) { [weak self] result in
                guard let self else { return }
                process = nil
                switch result {
                case .success(let facts):
                    var sound = known ?? facts.measurement
                    sound.rhythm = facts.measurement.rhythm
                    keep(sound, job, content)
                    conclude(job, .facts(TrackFacts(sound)))
                case .failure(let failure): conclude(job, .failed(failure.description))
                }
            }
        } catch {
            conclude(job, .failed(error.description))
        }
    }

    /// Stores a measurement, which belongs to the identity at its beginning, if the identity is still the same. Storing
    /// comes before the next lookup of the file.
    private func keep(_ sound: TrackFacts.Measurement, _ job: Job, _ content: ContentIdentity) {
        worker.search(job.uri, on: loop, .awaited, then: { (_: Void) in }, else: { _ in }) { [store] _, finish in
            if ContentIdentity(uri: job.uri) == content { store?.record(sound, of: content) }
            finish(())
        }
    }

    private func conclude(_ job: Job, _ outcome: AnalysisOutcome?) {
        current = nil
        if wishes.sounds.contains(job.uri) {
            wishes.sounds.removeAll { $0 == job.uri }
            outcome.map { analysed(job.uri, $0) }
        } else {
            settled.insert(job.uri)
            if case .facts? = outcome { outcome.map { analysed(job.uri, $0) } }
        }
        goOn()
    }
}
