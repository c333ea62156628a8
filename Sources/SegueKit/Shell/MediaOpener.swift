import EventLoop
import SegueAudio
import SegueCore
import SegueFiles

/// Finds the audio at the places that somebody named, on a thread of its own, and makes sure that something of it can
/// be played.
final class MediaOpener: Sendable {
    struct Finding: Sendable {
        var entries: [NewEntry]
        /// What was named, and gave nothing that can be played.
        var problems: [AudioPlayerError]
        /// The reasons why some servers could not say whether their streams can be played.
        var unanswered: [AudioPlayerError] = []

        /// Adds the tags that the library has to files that were not examined: a helper would read those of a long
        /// queue for minutes.
        mutating func addTags(from index: String) {
            // Where each file was examined, the index is not opened.
            let unknown = entries.indices.filter { index in
                entries[index].metadata.sampleRate == nil && ResourceName.isLocal(entries[index].uri)
            }
            guard !unknown.isEmpty, let library = LibrarySearch(path: index) else { return }
            for index in unknown {
                guard let path = FileURI.path(of: entries[index].uri), let status = try? LocalFile.status(of: path),
                    let tags = try? library.tags(of: path, status)
                else { continue }
                entries[index].metadata = tags
            }
        }

        /// This finding, with what is remembered of its tracks.
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
    /// Nanoseconds between two reports of progress.
    private static let interval: Int64 = 100_000_000
    /// Up to this many entries, each one is looked into.
    private static let few = 20
    /// How long entries are looked into, in nanoseconds: a network share that has gone may take seconds for each file.
    private static let patience: Int64 = 10_000_000_000

    /// - Parameters:
    ///   - loop: whose thread the results come on.
    ///   - artwork: where the covers of files go that are looked into.
    ///   - store: remembers how often tracks were played, and their ratings; nil remembers nothing.
    ///   - record: takes down what is being looked into.
    ///   - index: the path of the music library, which knows the tags of most files; nil for none.
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

    /// Looks at `locations`, in the order of the calls; `details` is the metadata of the streams among them. What
    /// can't be played is left out, the dead streams of `answers` among it. Where a few were added, or several were
    /// named and they are few, each of them is looked into. Otherwise, with `toPlay`, they are looked into up to the
    /// first one that can be played, so that nothing that plays is given up for nothing; the rest is tried in its turn.
    /// The result comes on the loop's thread. Before it, the progress comes a few times a second, while there is any.
    /// Where `isNamed` is false, nobody has named these: files at which a player crashed are left out.
    func find(
        _ locations: [String], _ details: [String: TrackMetadata] = [:], toPlay: Bool, isNamed: Bool = true,
        knowing answers: StreamAnswers = StreamAnswers(), progress: @escaping (ScanProgress) -> Void,
        _ completion: @escaping (Result<Finding, AudioPlayerError>) -> Void
    ) {
        let progress = loop.delivering(progress)
        let completion = loop.delivering(completion)
        let artwork = artwork
        let store = store
        let record = record
        let index = index
        if isNamed { for location in locations { trust(location) } }
        worker.perform {
            let result = Result { () throws(AudioPlayerError) in
                var next = MonotonicTime.now
                var finding = try Self.find(locations, details, toPlay: toPlay, knowing: answers, artwork, record) {
                    scan in
                    guard .now >= next else { return }
                    next = .now.advanced(byNanoseconds: Self.interval)
                    progress(scan)
                }
                if let index { finding.addTags(from: index) }
                return finding
            }
            guard let store, case .success(let finding) = result else { return completion(result) }
            store.statistics(of: finding.entries.map(\.uri)) { statistics in
                completion(.success(finding.remembering(statistics)))
            }
        }
    }

    /// Something that was named itself, and not just found in a folder or a playlist, is opened whatever happened to it
    /// before.
    private func trust(_ location: String) {
        record.trust(location)
        record.trust(Self.uri(of: location, in: FileAccess.workingDirectory))
    }

    /// The URI of the file that a path or a `file:` URI names; a relative path is taken from `directory`.
    static func uri(of location: String, in directory: String) -> String {
        FileURI.pathBytes(of: location).map { FileURI.uri(pathBytes: $0) }
            ?? FileURI.uri(path: location, relativeTo: directory)
    }

    private static func find(
        _ locations: [String], _ details: [String: TrackMetadata], toPlay: Bool, knowing answers: StreamAnswers,
        _ artwork: ArtworkCache, _ record: OpeningRecord, progress: @escaping (ScanProgress) -> Void
    ) throws(AudioPlayerError) -> Finding {
        let (found, problems) = MediaScan.expand(
            locations, knowing: details, workingDirectory: FileAccess.workingDirectory, progress: progress)
        let entries = answers.living(among: found)
        var finding = Finding(
            entries: entries, problems: answers.dead.map(\.error) + problems, unanswered: answers.unanswered)
        guard !entries.isEmpty else { throw AudioPlayerError(allOf: finding.problems) }
        // A person who named a few hears at once what is wrong with which of them. Otherwise, what is to play now waits
        // for the first that can be played, and no longer.
        let isFew = entries.count <= few && (locations.count > 1 || !toPlay)
        guard toPlay || isFew else { return finding }
        let end = MonotonicTime.now.advanced(byNanoseconds: patience)
        finding.entries = []
        for (index, entry) in entries.enumerated() {
            guard .now < end, isFew || finding.entries.isEmpty else {
                finding.entries += entries[index...]
                break
            }
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
    /// False if `ask` would ask no server: there are more than a few locations, the only one is to be played and shows
    /// by itself what its server gives, or none is a stream or a playlist.
    static func asks(about locations: [String], toPlay: Bool) -> Bool {
        guard locations.count <= few, locations.count > 1 || !toPlay else { return false }
        return locations.contains { StreamProbe.isRemote($0) || isPlaylist($0) }
    }

    /// Asks the servers of the streams that are named, and of those in playlists that are named, for their first bytes.
    /// Asks none if there are more than a few streams. The result comes on the loop's thread, after a few seconds at
    /// most.
    func ask(about locations: [String], _ completion: @escaping (StreamAnswers) -> Void) {
        let completion = loop.delivering(completion)
        worker.perform {
            let streams = Self.streams(among: locations)
            StreamInquiry(of: streams.count <= Self.few ? streams : [], completion)
        }
    }

    /// As `find`, after the servers have been asked where `asks` says so.
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

    private static func streams(among locations: [String]) -> [String] {
        locations.flatMap { location -> [String] in
            guard !StreamProbe.isRemote(location) else { return [location] }
            guard isPlaylist(location) else { return [] }
            let content = MediaScan.expand([location], workingDirectory: FileAccess.workingDirectory, progress: nil)
            return content.entries.map(\.uri).filter(StreamProbe.isRemote)
        }
    }

    private static func isPlaylist(_ location: String) -> Bool {
        location.split(separator: ".").last.flatMap { Playlist.Kind(rawValue: $0.lowercased()) } != nil
    }

    /// The outputs that can be chosen. The result comes on the loop's thread.
    func listOutputs(_ completion: @escaping ([OutputDevice]) -> Void) {
        OutputDevices.list(on: loop, loop.delivering(completion))
    }
}
