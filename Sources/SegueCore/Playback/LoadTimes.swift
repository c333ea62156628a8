/// The durations of loads until they were ready, by source, and the resulting time limit of the next load
/// (design.md, Navigation).
///
/// A source is the host of an address, or the mount point of a file. A spinning-up disk and a slow share are slow for
/// all their files.
struct LoadTimes: Sendable {
    private enum Source: Sendable, Hashable {
        case host(String)
        case mount(String)
    }

    /// The sources with their latest durations, the source of the last load at the end.
    private var records: [(source: Source, times: [MediaTime])] = []
    /// The mount points, the longest first.
    private var mounts: [String] = []

    /// Records the mount points of all file systems.
    mutating func mount(at points: [String]) {
        mounts = points.sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
    }

    /// Records that a load was ready after this time.
    mutating func learn(_ uri: String, took time: MediaTime) {
        let source = source(of: uri)
        var times = records.first { $0.source == source }?.times ?? []
        times.append(time)
        records.removeAll { $0.source == source }
        records.append((source, times.suffix(Timing.loadsRemembered)))
        if records.count > Timing.sourcesRemembered { records.removeFirst() }
    }

    /// Returns the time limit of the next load, in seconds: three times the longest of its source's latest durations,
    /// within 10…60. A source from which nothing was read yet has 10.
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
