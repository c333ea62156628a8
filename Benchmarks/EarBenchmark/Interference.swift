import Foundation

/// Disturbances by the machine and the sound server, which affect every player: totals since the start of both.
struct Interference: CustomStringConvertible {
    /// The time for which a virtual machine was kept from its processors, in nanoseconds, as a sum over all of them
    /// (proc_stat(5)).
    private var stolen: Int64
    /// The number of times that a thread of the sound server woke up too late, and left out a block; nil for a server
    /// that doesn't report it.
    private var lateness: Int?

    /// Reads the totals.
    /// - Throws: the error with which the server's log can't be read.
    init(with server: SoundServer) throws {
        let processors = try String(contentsOfFile: "/proc/stat", encoding: .utf8).prefix { $0 != "\n" }
        let statistics = processors.split(separator: " ")
        let ticks = statistics.count > 8 ? Int64(statistics[8]) ?? 0 : 0
        stolen = ticks * 1_000_000_000 / Int64(sysconf(Int32(_SC_CLK_TCK)))
        lateness = try server.log.map { path in
            try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").count {
                $0.contains("missed") && $0.contains("wakeups")
            }
        }
    }

    func since(_ before: Interference) -> Interference {
        var difference = self
        difference.stolen -= before.stolen
        if let lateness, let earlier = before.lateness { difference.lateness = lateness - earlier }
        return difference
    }

    var description: String {
        let stolen = "\(stolen / 1_000_000) ms stolen from the machine"
        return lateness.map { "\(stolen), the server itself late \($0) times" } ?? stolen
    }
}
