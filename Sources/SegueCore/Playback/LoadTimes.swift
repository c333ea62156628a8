/// The times that loads took until they were ready, by the source they were read from, and the time limit that follows
/// for the next load (design.md, Navigation).
///
/// A source is the host of an address, or the mount point that a file is under: a disk that spins up and a slow share
/// are slow for all their files.
struct LoadTimes: Sendable {
    private enum Source: Sendable, Hashable {
        case host(String)
        case mount(String)
    }

    /// The sources with their last times, the source of the last load at the end.
    private var records: [(source: Source, times: [MediaTime])] = []
    /// The mount points, the longest first.
    private var mounts: [String] = []

    /// File systems are mounted at these paths, and nowhere else.
    mutating func mount(at points: [String]) {
        mounts = points.sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
    }

    /// Notes that a load was ready after this time.
    mutating func learn(_ uri: String, took time: MediaTime) {
        let source = source(of: uri)
        var times = records.first { $0.source == source }?.times ?? []
        times.append(time)
        records.removeAll { $0.source == source }
        records.append((source, times.suffix(Timing.loadsRemembered)))
        if records.count > Timing.sourcesRemembered { records.removeFirst() }
    }

    /// The time limit of the next load, in seconds: three times the longest that the last loads of its source took,
    /// within 10…60. A source that nothing was read from yet has 10.
    func limit(of uri: String) -> Int {
        let source = source(of: uri)
        let longest = records.first { $0.source == source }?.times.max() ?? .zero
        let wanted = (longest.seconds * Timing.loadLimitFactor).rounded(.up)
        return Int(min(max(wanted, Double(Timing.loadLimit.lowerBound)), Double(Timing.loadLimit.upperBound)))
    }

    private func source(of uri: String) -> Source {
        guard let path = ResourceName.path(of: uri)?.utf8 else { return .host(ResourceName.host(of: uri) ?? "") }
        let point = mounts.first { point in
            let bytes = point.utf8
            return path.starts(with: bytes)
                && (path.count == bytes.count || bytes.last == UInt8(ascii: "/")
                    || path.dropFirst(bytes.count).first == UInt8(ascii: "/"))
        }
        return .mount(point ?? "/")
    }
}
