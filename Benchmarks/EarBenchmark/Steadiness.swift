import EventLoop

/// The faults of a sine while no key is pressed, and of the same sine played by paplay at the same time.
///
/// A fault that both have was caused by the machine or the server.
struct Steadiness: CustomStringConvertible {
    /// The sink that paplay plays to.
    static let controlSink = "control"

    private let seconds: Double
    private let player: [SteadyListener.Fault]
    private let control: [SteadyListener.Fault]
    private let interference: Interference

    /// The time in nanoseconds within which faults of the two players count as one: the recorders receive the same
    /// moment at different times.
    private static let tolerance: Int64 = 300_000_000

    /// Records both players for this many minutes.
    /// - Throws: `Failure` if one of the players doesn't play, or if a recording breaks off.
    init(on server: SoundServer, minutes: Int, in home: Home, loop: EventLoop) throws {
        let track = "\(home.path)/steady.wav"
        try Track.write(to: track, seconds: minutes * 60 + 60)
        let player = try MPRISPlayer.segue(playing: [track], in: home, loop: loop)
        defer { player.end() }
        let paplay = try home.start(["paplay", "--latency-msec=2000", "--device=\(Self.controlSink)", track])
        defer { paplay.end() }
        let listeners = try [SoundServer.sink, Self.controlSink].map {
            try SteadyListener(to: $0, in: home, loop: loop)
        }
        defer { for listener in listeners { listener.end() } }
        try Home.wait(for: "both players to be heard") {
            loop.run(seconds: 0.1)
            return listeners.allSatisfy(\.isSounding)
        }
        loop.run(seconds: 2)
        for listener in listeners { listener.begin() }
        let before = try Interference(with: server)
        loop.run(seconds: Double(minutes * 60))
        let faults = try listeners.map { try $0.result() }
        (self.player, control) = (faults[0], faults[1])
        interference = try Interference(with: server).since(before)
        seconds = Double(minutes * 60)
    }

    private func isShared(_ fault: SteadyListener.Fault, with others: [SteadyListener.Fault]) -> Bool {
        others.contains { abs($0.time.nanoseconds(since: fault.time)) < Self.tolerance }
    }

    var description: String {
        func line(_ name: String, _ faults: [SteadyListener.Fault], _ others: [SteadyListener.Fault]) -> String {
            let own = faults.filter { !isShared($0, with: others) }
            let list = own.isEmpty ? "" : ": " + own.map(\.description).joined(separator: ", ")
            return "\(name): \(faults.count) faults in \(Int(seconds)) s, \(own.count) of them alone\(list)"
        }
        return """
            \(line("segue", player, control))
            \(line("paplay", control, player))
            \(interference)

            """
    }
}
