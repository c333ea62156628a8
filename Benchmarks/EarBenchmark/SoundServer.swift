import Glibc
import SegueTestSupport

/// A sound server with nothing but null sinks, in a separate home; the first sink is the default.
final class SoundServer {
    enum Kind: String, CaseIterable {
        case pulseAudio = "PulseAudio"
        case pipeWire = "PipeWire"
    }

    static let sink = "speakers"
    /// The path of the log in which the server reports missed deadlines; nil for a server without such reports.
    private(set) var log: String?
    /// The processes in the order of their starts.
    private var processes: [ChildProcess] = []

    /// Starts a server, and returns when its sink is the default. The sink has the rate of the tracks and of the
    /// recording, so that nothing in between resamples.
    /// - Throws: `Failure` if the sink does not become the default, and the error about a server that has not been
    ///   unpacked.
    init(_ kind: Kind, in home: Home, sinks: [String] = [SoundServer.sink]) throws {
        do {
            switch kind {
            case .pulseAudio: try startPulseAudio(sinks, in: home)
            case .pipeWire: try startPipeWire(sinks, in: home)
            }
            try Home.wait(for: "the sink of \(kind.rawValue)") {
                try home.run("pactl", "get-default-sink").hasPrefix(Self.sink)
            }
        } catch {
            end()
            throw error
        }
    }

    func end() {
        for process in processes.reversed() { process.end() }
        processes = []
    }

    private func startPulseAudio(_ sinks: [String], in home: Home) throws {
        let program = try SoundServerProgram.pulseAudio.path
        processes.append(
            try home.start(
                [
                    program, "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disallow-exit",
                ] + sinks.map { "--load=module-null-sink sink_name=\($0) rate=\(Track.rate)" } + [
                    "--load=module-native-protocol-unix socket=\(home.soundSocket) auth-anonymous=1"
                ]))
    }

    private func startPipeWire(_ sinks: [String], in home: Home) throws {
        processes.append(try home.start([try SoundServerProgram.pipeWire.path]))
        // A client that connects before there is a socket does not try again.
        try Home.wait(for: "PipeWire") { access("\(home.path)/pipewire-0", F_OK) == 0 }
        processes.append(try home.start([try SoundServerProgram.wirePlumber.path]))
        let log = "\(home.path)/pipewire-pulse.log"
        try home.write("", to: "pipewire-pulse.log")
        self.log = log
        // At this level, the server reports each deadline that it missed.
        processes.append(
            try home.start([
                "sh", "-c", #"PIPEWIRE_DEBUG=3 exec "$0" 2>"$1""#, try SoundServerProgram.pipeWirePulse.path, log,
            ]))
        try Home.wait(for: "PipeWire's PulseAudio") { try !home.run("pactl", "info").isEmpty }
        for sink in sinks {
            try home.run("pactl", "load-module", "module-null-sink", "sink_name=\(sink)", "rate=\(Track.rate)")
        }
        try Home.wait(for: "the sinks of PipeWire") {
            let listed = try home.run("pactl", "list", "short", "sinks")
            return sinks.allSatisfy { listed.contains($0) }
        }
        if let first = sinks.first { try home.run("pactl", "set-default-sink", first) }
    }
}
