import Glibc

/// What the machine and the sound server did to everybody's sound, whoever the player was: totals since the start of
/// both.
struct Interference: CustomStringConvertible {
    /// How long a virtual machine was kept from its processors, in nanoseconds; all of them together (proc_stat(5)).
    private var stolen: Int64
    /// How often a thread of the sound server itself woke up too late, and left out a block; nil for a server that
    /// doesn't tell.
    private var lateness: Int?

    /// - Throws: `Failure` when the server's log can't be read.
    init(with server: SoundServer) throws {
        let statistics = try Self.text(at: "/proc/stat").split(separator: "\n").first?.split(separator: " ") ?? []
        let ticks = statistics.count > 8 ? Int64(statistics[8]) ?? 0 : 0
        stolen = ticks * 1_000_000_000 / Int64(sysconf(Int32(_SC_CLK_TCK)))
        lateness = try server.log.map { path in
            try Self.text(at: path).split(separator: "\n").count { $0.contains("missed") && $0.contains("wakeups") }
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

    private static func text(at path: String) throws -> String {
        guard let file = fopen(path, "r") else { throw Failure("\(path) can't be read") }
        defer { fclose(file) }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            guard count > 0 else { break }
            text += buffer[..<count]
        }
        return String(decoding: text, as: UTF8.self)
    }
}
