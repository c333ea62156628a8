import EventLoop
import SegueAudio
import SegueCore

/// The answers of the servers of streams, before the streams are queued.
struct StreamAnswers: Sendable {
    /// The URIs of dead streams with the reasons, in the order in which they were named.
    var dead: [(uri: String, error: AudioPlayerError)] = []
    /// The reasons why some streams could not be checked.
    var unanswered: [AudioPlayerError] = []

    /// Returns these entries without the dead streams.
    func living(among entries: [NewEntry]) -> [NewEntry] {
        let gone = Set(dead.map(\.uri))
        return gone.isEmpty ? entries : entries.filter { !gone.contains($0.uri) }
    }
}

/// Queries the servers of streams for data: all at the same time, each on its own thread, so that a slow server delays
/// no other query.
final class StreamInquiry: Sendable {
    private struct State {
        var waiting: Int
        var found: [String: StreamProbe.Problem] = [:]
    }

    private let uris: [String]
    private let workers: [DiskWorker]
    private let state: Locked<State>
    private let completion: @Sendable (StreamAnswers) -> Void

    /// Starts the queries. The completion is called once, when all servers have answered or their time is over. The
    /// call is on one of the threads or, without locations, before this returns.
    @discardableResult
    init(of locations: [String], _ completion: @escaping @Sendable (StreamAnswers) -> Void) {
        var known: Set<String> = []
        uris = locations.filter { known.insert($0).inserted }
        workers = uris.map { _ in DiskWorker() }
        state = Locked(State(waiting: uris.count))
        self.completion = completion
        if uris.isEmpty { completion(StreamAnswers()) }
        for (uri, worker) in zip(uris, workers) { worker.perform { self.ask(uri) } }
    }

    private func ask(_ uri: String) {
        var problem: StreamProbe.Problem?
        do throws(StreamProbe.Problem) {
            try StreamProbe.examine(uri)
        } catch {
            problem = error
        }
        let found = state.withLock { state in
            state.found[uri] = problem
            state.waiting -= 1
            return state.waiting == 0 ? state.found : nil
        }
        if let found { completion(answers(found)) }
    }

    private func answers(_ found: [String: StreamProbe.Problem]) -> StreamAnswers {
        var answers = StreamAnswers()
        for uri in uris {
            switch found[uri] {
            case .dead(let error): answers.dead.append((uri, error))
            case .unanswered(let error): answers.unanswered.append(error)
            case nil: break
            }
        }
        return answers
    }
}
