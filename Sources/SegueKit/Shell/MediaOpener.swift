import EventLoop
import SegueAudio
import SegueCore

/// Finds the audio at the places that somebody named, on a thread of its own, and makes sure that something of it can be played.
final class MediaOpener: Sendable {
    struct Finding: Sendable {
        var entries: [NewEntry]
        /// What was named and gave nothing.
        var problems: [AudioPlayerError]

        /// With what is remembered of the tracks.
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
    let worker = DiskWorker()
    /// Between two reports of progress.
    private static let interval: Int64 = 100_000_000
    private static let attempts = 3
    private static let examinedAtMost = 10

    /// The store remembers how often tracks were played, and their ratings; nil remembers nothing.
    init(loop: EventLoop, artwork: ArtworkCache, store: SessionStore?) {
        self.loop = loop
        self.artwork = artwork
        self.store = store
    }

    /// Looks at `locations`, in the order of the calls. With `toPlay`, one of the first entries has to be playable, so that
    /// nothing that plays is given up for nothing. The result comes on the loop's thread, and before it, a few times a second while it
    /// takes that long, the progress.
    func find(
        _ locations: [String], toPlay: Bool, progress: @escaping @Sendable (ScanProgress) -> Void,
        _ completion: @escaping @Sendable (Result<Finding, AudioPlayerError>) -> Void
    ) {
        let artwork = artwork
        let loop = loop
        let store = store
        worker.perform {
            let result = Result { () throws(AudioPlayerError) in
                var next = MonotonicTime.now
                return try Self.find(locations, toPlay: toPlay, artwork: artwork) { scan in
                    guard .now >= next else { return }
                    next = .now.advanced(byNanoseconds: Self.interval)
                    loop.perform { progress(scan) }
                }
            }
            guard let store, case .success(let finding) = result else { return loop.perform { completion(result) } }
            store.statistics(of: finding.entries.map(\.uri)) { statistics in
                let remembered = finding.remembering(statistics)
                loop.perform { completion(.success(remembered)) }
            }
        }
    }

    private static func find(
        _ locations: [String], toPlay: Bool, artwork: ArtworkCache, progress: @escaping (ScanProgress) -> Void
    ) throws(AudioPlayerError) -> Finding {
        let (entries, problems) = MediaScan.expand(locations, workingDirectory: "/", progress: progress)
        var finding = Finding(entries: entries, problems: problems)
        guard !entries.isEmpty else {
            throw problems.first ?? .noValidTracksInPlaylist(reason: "nothing was named.")
        }
        // What is to play now waits for the first that can, and no longer. A few that are added are all looked into, so that a person
        // who named them hears at once what is wrong with which.
        guard toPlay || entries.count <= examinedAtMost else { return finding }
        var last: AudioPlayerError?
        finding.entries = []
        for (index, entry) in entries.enumerated() {
            do throws(AudioPlayerError) {
                finding.entries.append(try PlayableTrack.examine(entry, artwork: artwork))
                guard toPlay else { continue }
                finding.entries += entries[(index + 1)...]
                return finding
            } catch {
                last = error
                finding.problems.append(error)
                if toPlay, index + 1 == attempts { break }
            }
        }
        guard let last, finding.entries.isEmpty else { return finding }
        throw entries.count == 1 ? last : .noValidTracksInPlaylist(reason: last.description)
    }
}

extension MediaOpener {
    /// The outputs that can be chosen. The result comes on the loop's thread.
    func listOutputs(_ completion: @escaping @Sendable ([OutputDevice]) -> Void) {
        let loop = loop
        worker.perform {
            let devices = (try? OutputDevices.list()) ?? []
            loop.perform { completion(devices) }
        }
    }
}
