import EventLoop
import GRDB
import SegueCore
import SegueFiles
import SegueMPRIS

/// The music library for clients on the bus. The library answers from the index, which is read on a separate thread,
/// and reports the news of the helper that keeps the index.
///
/// Confined to the loop's thread.
final class MusicLibrary {
    private let loop: EventLoop
    private let path: String
    private let helper: LibraryHelper
    private let worker = DiskWorker()
    private let reader = Reader()
    private let pictures: LibraryPictures?
    private let onNews: (LibraryNews) -> Void
    private(set) var state = LibraryState()
    private var rest: Deadline?
    /// The time for which the memory of the index is kept after a query, in nanoseconds: more queries usually follow.
    private static let patience: Int64 = 10_000_000_000

    /// - Parameters:
    ///   - loop: the loop whose thread the library belongs to.
    ///   - program: `ServiceOptions.libraryFollower`.
    ///   - coverReader: `segue titles --cover`, for pictures inside files; nil finds none.
    ///   - settings: the settings of the library.
    ///   - path: the path of the index.
    ///   - onNews: called on the loop, after `state` has been updated.
    init(
        loop: EventLoop, program: [String], coverReader: [String]?, settings: LibrarySettings,
        path: String = LibraryDatabase.path, onNews: @escaping (LibraryNews) -> Void
    ) {
        pictures = coverReader.map { LibraryPictures(loop: loop, program: $0) }
        self.loop = loop
        self.path = path
        self.onNews = onNews
        let news = NewsReceiver()
        helper = LibraryHelper(loop: loop, program: program, settings: settings) { news.library?.take($0) }
        news.library = self
    }

    /// Starts to follow the music folders, after a delay. Without an index, they count as being read from now on.
    func start() {
        if !FileAccess.exists(path) { state.reading = 0 }
        helper.start()
    }

    /// Continues with other settings. Does nothing if they are the same.
    func follow(_ settings: LibrarySettings) { helper.follow(settings) }

    /// Ends the helper.
    func close() {
        helper.close()
        pictures?.close()
    }

    /// Answers a request, without rows while there is no index. If the index can't be read, the completion receives a
    /// sentence.
    func answer(_ request: LibraryRequest, _ completion: @escaping (Result<LibraryRows, LibraryFailure>) -> Void) {
        ask(completion) { library in
            try library?.rows(request, now: LibraryTime.now) ?? request.kind.noRows
        }
    }

    /// Finds the URIs of the pictures of these files; empty for a file without a picture, and for a file that is not in
    /// the index.
    func covers(of uris: [String], _ completion: @escaping (Result<[String], LibraryFailure>) -> Void) {
        let found: (Result<[LibraryPictures.Place], LibraryFailure>) -> Void = { [pictures] result in
            switch result {
            case .success(let places):
                guard let pictures else { return completion(.success(places.map(\.uri))) }
                pictures.find(places) { completion(.success($0)) }
            case .failure(let failure): completion(.failure(failure))
            }
        }
        ask(found) { library in
            try uris.map { uri in
                try library?.track(uri).map(LibraryPictures.Place.init) ?? .nowhere
            }
        }
    }

    /// Finds the URIs of all tracks that match a query; nil while there is no index.
    func uris(_ query: LibraryQuery, _ completion: @escaping (Result<[String]?, LibraryFailure>) -> Void) {
        ask(completion) { try $0?.tracks(query, now: LibraryTime.now).map(\.uri) }
    }

    /// Finds the URIs of the tracks that continue the queue; none while there is no index.
    func more(_ request: ContinuationRequest, _ completion: @escaping (Result<[String], LibraryFailure>) -> Void) {
        ask(completion) { library in
            var random = SystemRandomNumberGenerator()
            return try library?.more(request, now: LibraryTime.now, using: &random) ?? []
        }
    }

    /// Finds the tracks of a saved search; none while there is no index.
    func tracks(
        ofSavedSearch file: LocalPath, in range: Range<Int>,
        _ completion: @escaping (Result<[LibraryTrack], LibraryFailure>) -> Void
    ) {
        ask(completion) { library in
            let query = try SavedSearch.query(at: file)
            return try library?.tracks(
                query, now: LibraryTime.now, limit: range.count, offset: range.lowerBound) ?? []
        }
    }

    /// Completes the tracks of a playlist with titles and durations from the index, where the playlist gives none, and
    /// with the present locations of files that have moved. If the index can't be read, the tracks stay as they are.
    func complete(_ tracks: [PlaylistTrack], _ completion: @escaping ([PlaylistTrack]) -> Void) {
        ask({ completion((try? $0.get()) ?? tracks) }) { library in
            try tracks.map { track in
                guard let path = FileURI.path(of: track.location), let row = try library?.track(track.location) else {
                    return track
                }
                // Only a file that the index has elsewhere is looked for: a share that hangs would delay all searches.
                let isThere = row.path == path || (try? LocalFile.status(of: path)) != nil
                let known = PlaylistTrack(row)
                return PlaylistTrack(
                    location: isThere ? track.location : known.location,
                    title: track.title.isEmpty ? known.title : track.title,
                    duration: track.duration ?? known.duration)
            }
        }
    }

    /// Finds the present locations of these tracks (`TrackWhereabouts`); nil while there is no readable index.
    func locate(_ known: [String: FileStamp?], _ completion: @escaping (TrackWhereabouts?) -> Void) {
        ask({ completion((try? $0.get()).flatMap(\.self)) }) { try $0?.whereabouts(of: known) }
    }

    /// Runs `body` with the index on the thread of the worker; the completion is called on the loop.
    private func ask<Answer: Sendable>(
        _ completion: @escaping (Result<Answer, LibraryFailure>) -> Void,
        _ body: @escaping @Sendable (LibrarySearch?) throws -> Answer
    ) {
        let answer = loop.delivering(completion)
        closeLater()
        worker.perform(.awaited) { [reader, path] in answer(reader.read(path, body)) }
    }

    /// Schedules the release of the memory of the index.
    private func closeLater() {
        rest?.cancel()
        rest = loop.schedule(at: .now.advanced(byNanoseconds: Self.patience)) { [worker, reader] in
            worker.perform {
                reader.close()
                ProcessMemory.releaseFreeHeap()
            }
        }
    }

    private func take(_ news: LibraryNews) {
        switch news {
        case .reading(let files): state.reading = files
        case .updated(let tracks, let isChanged):
            state.reading = nil
            state.tracks = tracks
            // A rebuilt index is another file.
            if isChanged { worker.perform { [reader] in reader.close() } }
        case .failed: state.reading = nil
        case .nothing: state = LibraryState()
        }
        onNews(news)
    }

    private final class NewsReceiver {
        weak var library: MusicLibrary?
    }

    /// The index while it is open. Confined to the worker's thread.
    private final class Reader: @unchecked Sendable {
        // @unchecked: only the worker's thread uses it.
        private var open: LibrarySearch?

        /// Runs `body` with the index, or with nil if there is none.
        func read<Answer>(_ path: String, _ body: (LibrarySearch?) throws -> Answer) -> Result<Answer, LibraryFailure> {
            if open == nil { open = LibrarySearch(path: path) }
            do {
                return .success(try body(open))
            } catch let failure as LibraryFailure {
                return .failure(failure)
            } catch {
                open?.discard()
                open = nil
                return .failure(LibraryFailure(description: "The library in \(path) can't be read: \(error)."))
            }
        }

        func close() { open = nil }
    }
}

/// The reason why the index can't be read, as a sentence.
struct LibraryFailure: Error, CustomStringConvertible {
    var description: String
}
