import EventLoop
import SegueAudio
import SegueCore
import SegueFiles

/// Finds the audio at named locations, on a separate thread, and checks that at least some of it can be played.
final class MediaOpener: Sendable {
    struct Finding: Sendable {
        var entries: [NewEntry]
        /// The problems of locations that gave nothing playable.
        var problems: [AudioPlayerError]
        /// The reasons why some servers gave no information about their streams.
        var unanswered: [AudioPlayerError] = []

        /// Adds tags from the library to files that were not examined, because a helper would need minutes for the tags
        /// of a long queue. An excerpt without a sheet beside its file has its titles only there.
        mutating func addTags(from index: String, _ progress: SearchProgress) {
            // If every file was examined, the index is not opened.
            let unknown = entries.indices.filter { index in
                let (uri, metadata) = (entries[index].uri, entries[index].metadata)
                let isNameless = metadata.title == nil && Excerpt(uri: uri) != nil
                return ResourceName.isLocal(uri) && (metadata.sampleRate == nil || isNameless)
            }
            guard !unknown.isEmpty, let library = LibrarySearch(path: index) else { return }
            for index in unknown {
                progress.note(entries[index].uri)
                let uri = entries[index].uri
                guard let path = FileURI.path(of: uri), let status = try? LocalFile.status(of: path),
                    var tags = try? library.tags(of: uri, status)
                else { continue }
                tags.artURI = entries[index].metadata.artURI
                entries[index].metadata = tags.title == nil ? entries[index].metadata.knowing(tags, of: nil) : tags
            }
        }

        /// Returns this finding with the statistics of its tracks.
        func remembering(_ statistics: [String: TrackStatistics]) -> Finding {
            guard !statistics.isEmpty else { return self }
            var finding = self
            for (index, entry) in entries.enumerated() {
                if let known = statistics[entry.uri] { finding.entries[index].metadata.adopt(known) }
            }
            return finding
        }
    }

    private let loop: EventLoop
    private let artwork: ArtworkCache
    private let store: SessionStore?
    private let record: OpeningRecord
    private let index: String?
    let worker = DiskWorker()
    /// The time between two reports of progress, in nanoseconds.
    private static let interval: Int64 = 100_000_000
    /// The largest number of entries that are all examined.
    private static let few = 20
    /// The time for examining entries, in nanoseconds: a disconnected network share may take seconds for each file.
    private static let patience: Int64 = 10_000_000_000

    /// - Parameters:
    ///   - loop: the loop on whose thread results are reported.
    ///   - artwork: the cache for the covers of examined files.
    ///   - store: the store of plays and ratings; nil for none.
    ///   - record: the record of the file that is being examined.
    ///   - index: the path of the index of the music library, which has the tags of most files; nil for none.
    init(
        loop: EventLoop, artwork: ArtworkCache, store: SessionStore?, record: OpeningRecord = OpeningRecord(),
        index: String? = nil
    ) {
        self.index = index
        self.loop = loop
        self.artwork = artwork
        self.store = store
        self.record = record
    }

    /// Examines `locations`, in the order of the calls; `details` is the metadata of the streams among them. Entries
    /// that can't be played are left out, including the dead streams of `answers`. If a few entries were added, or
    /// several locations were named and gave a few entries, each entry is examined. Otherwise, with `toPlay`, entries
    /// are examined up to the first playable one, so that the current music is not stopped in vain; the others are
    /// tried in their turn. The result is reported on the loop's thread. Before the result, progress is reported a few
    /// times a second, while there is any. If `isNamed` is false, no user has named the locations: files at which a
    /// player crashed are left out.
    func find(
        _ locations: [String], _ details: [String: TrackMetadata] = [:], toPlay: Bool, isNamed: Bool = true,
        knowing answers: StreamAnswers = StreamAnswers(), progress: @escaping (ScanProgress) -> Void,
        _ completion: @escaping (Result<Finding, AudioPlayerError>) -> Void
    ) {
        let progress = loop.delivering(progress)
        let artwork = artwork
        let store = store
        let record = record
        let index = index
        if isNamed { for location in locations { trust(location) } }
        worker.search(locations.first ?? "", on: loop, then: completion) { place in
            let path = ResourceName.path(of: place) ?? place
            return .failure(.loadTimeout(path: path, seconds: Int(SearchWatch.patience / 1_000_000_000)))
        } by: { search, finish in
            let result = Result { () throws(AudioPlayerError) in
                var next = MonotonicTime.now
                var finding = try Self.find(
                    locations, details, toPlay: toPlay, knowing: answers, artwork, record, index, search
                ) { scan in
                    guard .now >= next else { return }
                    next = .now.advanced(byNanoseconds: Self.interval)
                    progress(scan)
                }
                if let index { finding.addTags(from: index, search) }
                return finding
            }
            guard let store, case .success(let finding) = result else { return finish(result) }
            store.statistics(of: finding.entries.map(\.uri)) { statistics in
                finish(.success(finding.remembering(statistics)))
            }
        }
    }

    /// Trusts a location that was named directly, and not only found in a folder or a playlist. Such a location is
    /// opened whatever happened to it before.
    private func trust(_ location: String) {
        record.trust(location)
        record.trust(Self.uri(of: location, in: FileAccess.workingDirectory))
    }

    /// Returns the URI of the file that a path or a `file:` URI names; a relative path is resolved against `directory`.
    static func uri(of location: String, in directory: String) -> String {
        FileURI.path(of: location).map { FileURI.uri($0, Excerpt(uri: location)) }
            ?? FileURI.uri(path: location, relativeTo: directory)
    }

    private static func find(
        _ locations: [String], _ details: [String: TrackMetadata], toPlay: Bool, knowing answers: StreamAnswers,
        _ artwork: ArtworkCache, _ record: OpeningRecord, _ index: String?, _ search: SearchProgress,
        progress: @escaping (ScanProgress) -> Void
    ) throws(AudioPlayerError) -> Finding {
        let (found, problems) = MediaScan.expand(
            locations, knowing: details, workingDirectory: FileAccess.workingDirectory, progress: progress,
            onItem: search.note, present: MovedFiles(index: index).path)
        let entries = answers.living(among: found)
        var finding = Finding(
            entries: entries, problems: answers.dead.map(\.error) + problems, unanswered: answers.unanswered)
        guard !entries.isEmpty else { throw AudioPlayerError(allOf: finding.problems) }
        // For a few named files, the user learns immediately which of them have problems. Otherwise, playback waits
        // only for the first playable file.
        let isFew = entries.count <= few && (locations.count > 1 || !toPlay)
        guard toPlay || isFew else { return finding }
        let end = MonotonicTime.now.advanced(byNanoseconds: patience)
        finding.entries = []
        for (index, entry) in entries.enumerated() {
            guard .now < end, isFew || finding.entries.isEmpty else {
                finding.entries += entries[index...]
                break
            }
            search.note(entry.uri)
            do throws(AudioPlayerError) {
                finding.entries.append(try PlayableTrack.examine(entry, artwork: artwork, record: record))
            } catch {
                finding.problems.append(error)
            }
        }
        if finding.entries.isEmpty { throw AudioPlayerError(allOf: finding.problems) }
        return finding
    }
}

extension MediaOpener {
    /// Returns false if `ask` would query no server: with more than a few locations, or without a stream or playlist.
    /// Returns false also for a single location that is to be played, because playing shows whether its server
    /// responds.
    static func asks(about locations: [String], toPlay: Bool) -> Bool {
        guard locations.count <= few, locations.count > 1 || !toPlay else { return false }
        return locations.contains { StreamProbe.isRemote($0) || isPlaylist($0) }
    }

    /// Queries the servers of the named streams, and of the streams in named playlists, for their first bytes. Queries
    /// none if there are more than a few streams. The result is reported on the loop's thread, after a few seconds at
    /// most.
    func ask(about locations: [String], _ completion: @escaping (StreamAnswers) -> Void) {
        let inquire = { (streams: [String]) in
            _ = StreamInquiry(of: streams.count <= Self.few ? streams : [], self.loop.delivering(completion))
        }
        worker.search(locations.first ?? "", on: loop, then: inquire, else: { _ in [] }) { search, finish in
            finish(Self.streams(among: locations, search))
        }
    }

    /// Finds the audio like `find`, after querying the servers if `asks` returns true.
    func findLiving(
        _ locations: [String], _ details: [String: TrackMetadata] = [:], toPlay: Bool,
        progress: @escaping (ScanProgress) -> Void,
        _ completion: @escaping (Result<Finding, AudioPlayerError>) -> Void
    ) {
        guard Self.asks(about: locations, toPlay: toPlay) else {
            return find(locations, details, toPlay: toPlay, progress: progress, completion)
        }
        ask(about: locations) { [self] answers in
            find(locations, details, toPlay: toPlay, knowing: answers, progress: progress, completion)
        }
    }

    private static func streams(among locations: [String], _ search: SearchProgress) -> [String] {
        locations.flatMap { location -> [String] in
            guard !StreamProbe.isRemote(location) else { return [location] }
            guard isPlaylist(location) else { return [] }
            let content = MediaScan.expand(
                [location], workingDirectory: FileAccess.workingDirectory, progress: nil, onItem: search.note)
            return content.entries.map(\.uri).filter(StreamProbe.isRemote)
        }
    }

    private static func isPlaylist(_ location: String) -> Bool {
        location.split(separator: ".").last.flatMap { Playlist.Kind(rawValue: $0.lowercased()) } != nil
    }

    /// Lists the available outputs. The result is reported on the loop's thread.
    func listOutputs(_ completion: @escaping ([OutputDevice]) -> Void) {
        OutputDevices.list(on: loop, loop.delivering(completion))
    }
}
