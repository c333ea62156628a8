import Foundation

/// Random sessions, for problems that no single scenario shows.
///
///     SessionTrials [--sessions 100] [--seed 1] [--at-once 10] [--through-server 1]
///     SessionTrials --endurance MINUTES
///
/// The first plays this many sessions, each with its seed, into files of what was heard, and measures the files: at
/// most two tracks sound at once, nothing is silent, the last command counts. Some queues have dead addresses and
/// tracks of 0.02 to 1 s, and some players consume what they play. Each tenth seed plays on a sound server of its own,
/// which hangs and recovers, and is recorded there. In every session, no player says Playing for 2 s without a sound,
/// and no position goes back unless that is announced. With `--through-server` the sessions play on the sound server
/// instead (PULSE_SERVER says which), and only their reports are checked. The second is a day compressed: one player
/// that is given thousands of commands, and how much memory, how many descriptors and how many threads it holds. Exits
/// with 1, and prints the seed, when something is wrong.
@main
enum SessionTrials {
    static func main() async throws {
        let arguments = Arguments(CommandLine.arguments)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "segue-sessions-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let errors = try StandardError(capturedIn: folder.appendingPathComponent("stderr"))
        var problems: [String] = []
        do {
            let tones = try TonePool.make(in: folder)
            if let minutes = arguments["endurance"] {
                problems += try await Endurance(tones: tones.filter { !$0.isShort }, minutes: minutes).run()
            } else {
                problems += try await sessions(arguments, tones, folder)
            }
        } catch {
            problems.append("\(error)")
        }
        problems += errors.lines.map { "on stderr: \($0)" }
        errors.release()
        for problem in problems { print(problem) }
        try? FileManager.default.removeItem(at: folder)
        exit(problems.isEmpty ? 0 : 1)
    }

    private static func sessions(_ arguments: Arguments, _ tones: [Tone], _ folder: URL) async throws -> [String] {
        let count = Int(arguments["sessions"] ?? 100)
        let first = UInt64(arguments["seed"] ?? 1)
        let seeds = Seeds(first..<first + UInt64(count))
        let servers = HangingServers(folder)
        var problems: [String] = []
        var totals = RandomSession.Outcome()
        try await withThrowingTaskGroup(of: [RandomSession.Outcome].self) { group in
            for _ in 0..<min(count, Int(arguments["at-once"] ?? 10)) {
                group.addTask {
                    var outcomes: [RandomSession.Outcome] = []
                    while let seed = await seeds.next() {
                        let session = RandomSession(
                            seed: seed, tones: tones, folder: folder, servers: servers,
                            isThroughServer: arguments["through-server"] != nil)
                        outcomes.append(try await session.play())
                    }
                    return outcomes
                }
            }
            for try await outcomes in group {
                for outcome in outcomes {
                    totals.add(outcome)
                    problems += outcome.problems
                }
            }
        }
        print(
            "\(count) sessions: \(totals.commands) commands, \(Int(totals.seconds)) s of sound, "
                + "\(totals.tracks) tracks heard, at most \(totals.silence) s without a sound while playing, "
                + "\(problems.count) problems.")
        return problems
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
