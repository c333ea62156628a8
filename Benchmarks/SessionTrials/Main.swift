import EventLoop
import Foundation

/// Random sessions, for problems that no single scenario shows.
///
///     SessionTrials [--sessions 100] [--seed 1] [--at-once 10] [--through-server 1]
///     SessionTrials --endurance MINUTES
///
/// The first form plays this many sessions, each with its seed, into files, and measures the files. At most two tracks
/// are audible at once, there is no silence, the last command counts. Some queues have dead URIs and tracks of 0.02 to
/// 1 s, and some players consume their queue. Each tenth seed plays on a separate sound server, which hangs and
/// recovers, and is recorded there. With `--through-server`, every session plays to a null sink on the sound server
/// that PULSE_SERVER names, and is recorded there. In every session, no player reports Playing for 2 s without audio,
/// and no position goes back unless that is announced. A session with a step longer than 30 s is stuck, and is reported
/// with the name of the step.
///
/// The second form is a compressed day: one player handles thousands of commands, and its memory, descriptors and
/// threads are measured. Exits with 1, and prints the seed, if a problem is found.
@main
enum SessionTrials {
    static func main() async throws {
        let arguments = Arguments(CommandLine.arguments)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "segue-sessions-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // As the player does: the heaps of its threads would otherwise grow for hours, each to its own peak.
        if arguments["endurance"] != nil { ProcessMemory.limitHeaps(to: 2) }
        let errors = try StandardError(capturedIn: folder.appendingPathComponent("stderr"))
        let isThroughServer = arguments["through-server"] != nil
        // Before any thread could read the environment.
        if !isThroughServer { setenv("PULSE_SERVER", "unix:\(HangingServers.socket(in: folder))", 1) }
        var isSound = true
        do {
            let tones = try TonePool.make(in: folder)
            if let minutes = arguments["endurance"] {
                let growth = try await Endurance(tones: tones.filter { !$0.isShort }, minutes: minutes).run()
                for line in growth { report(line) }
                isSound = growth.isEmpty
            } else {
                isSound = try await sessions(arguments, tones, folder, isThroughServer)
            }
        } catch {
            isSound = false
            report("\(error)")
        }
        for line in errors.lines {
            isSound = false
            report("on stderr: \(line)")
        }
        errors.release()
        try? FileManager.default.removeItem(at: folder)
        exit(isSound ? 0 : 1)
    }

    /// Returns false if any session has a problem. Problems are reported when their session ends.
    private static func sessions(
        _ arguments: Arguments, _ tones: [Tone], _ folder: URL, _ isThroughServer: Bool
    ) async throws -> Bool {
        let count = Int(arguments["sessions"] ?? 100)
        let first = UInt64(arguments["seed"] ?? 1)
        let seeds = Seeds(first..<first + UInt64(count))
        let servers = HangingServers(folder)
        var totals = RandomSession.Outcome()
        try await withThrowingTaskGroup(of: [RandomSession.Outcome].self) { group in
            for number in 0..<min(count, Int(arguments["at-once"] ?? 10)) {
                group.addTask {
                    let sink = isThroughServer ? try TrialSink(number, in: folder) : nil
                    defer { sink?.remove() }
                    var outcomes: [RandomSession.Outcome] = []
                    while let seed = await seeds.next() {
                        let outcome = try await RandomSession(
                            seed: seed, tones: tones, folder: folder, servers: servers, sink: sink
                        ).play()
                        for problem in outcome.problems { report(problem) }
                        outcomes.append(outcome)
                    }
                    return outcomes
                }
            }
            for try await outcomes in group {
                for outcome in outcomes { totals.add(outcome) }
            }
        }
        report(
            "\(count) sessions: \(totals.commands) commands, \(Int(totals.seconds)) s of sound, "
                + "\(totals.tracks) tracks heard, at most \(totals.silence) s without a sound while playing, "
                + "\(totals.problems.count) problems.")
        return totals.problems.isEmpty
    }
}

/// `--name value` pairs; values are numbers.
struct Arguments {
    private var values: [String: Double] = [:]

    init(_ words: [String]) {
        for (name, value) in zip(words.dropFirst(), words.dropFirst(2)) where name.hasPrefix("--") {
            values[String(name.dropFirst(2))] = Double(value)
        }
    }

    subscript(name: String) -> Double? { values[name] }
}

/// Seeds for several tasks that each take the next one.
actor Seeds {
    private var rest: Range<UInt64>

    init(_ seeds: Range<UInt64>) { rest = seeds }

    func next() -> UInt64? { rest.popFirst() }
}
