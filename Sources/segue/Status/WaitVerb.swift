import ArgumentParser
import SegueKit

struct WaitVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wait", abstract: "Wait until something happens.",
        usage: "segue wait track | stop | idle | state <name> [--timeout <time>]",
        discussion: """
            The events are:
              track       another track is shown
              stop        the player is stopped, or ends
              idle        nothing is heard any more, not even a fade-out, or it ends
              state NAME  the player is in this state of `segue status --json`
            If the condition is already met, returns immediately.

            Exits with 0 when the condition is met, with 3 if --timeout expires first, and with 1 if the player has \
            ended and can no longer meet the condition.
            """)

    @Argument(help: "track, stop, idle or state.")
    var event: Event

    @Argument(
        help: "The name of the state, after `state`.", completion: .list(PlayerState.Kind.allCases.map(\.rawValue)))
    var name: String?

    @Option(help: ArgumentHelp("Longest time to wait: seconds (12.5), or 1:30.", valueName: "time"))
    var timeout: String?

    enum Event: String, ExpressibleByArgument, CaseIterable {
        case track, stop, idle, state
    }

    /// The exit status of a wait that timed out.
    private static let timedOut: Int32 = 3

    func validate() throws {
        if event == .state {
            guard name.map({ PlayerState.Kind(rawValue: $0) != nil }) == true else {
                let names = PlayerState.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("`segue wait state` takes one of \(names).")
            }
        } else if let name {
            throw ValidationError("'\(name)' is unexpected: only `segue wait state` takes a name.")
        }
        if let timeout, TimeText.time(timeout) == nil {
            throw ValidationError("'\(timeout)' is not a time: write seconds (12.5) or 1:30.")
        }
    }

    func run() throws {
        let client = try PlayerClient()
        guard client.name != nil else {
            guard condition.includesTheEnd else { throw PlayerClient.noPlayer }
            return
        }
        let wait = PlayerWait(client, for: condition)
        guard try wait.run(atMost: timeout.flatMap { TimeText.time($0) }) else { throw ExitCode(Self.timedOut) }
    }

    private var condition: PlayerWait.Condition {
        switch event {
        case .track: .anotherTrack
        case .stop: .stopped
        case .idle: .silent
        case .state: .state(name ?? "")
        }
    }
}
