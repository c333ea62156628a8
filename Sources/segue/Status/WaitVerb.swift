import ArgumentParser
import SegueKit

struct WaitVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wait", abstract: "Wait until something happens.",
        usage: "segue wait track | stop | idle | state <name> [--timeout <time>]",
        discussion: """
            track: another track is shown. stop: the player is stopped, or ends. idle: nothing is heard any more, \
            behind the fade-out too, or the player ends. state: the state of this name, as `segue status --json` has \
            it. What is so already is not waited for.

            Exits with 0 when it has happened, with 3 when --timeout is over first, and with 1 when the player has \
            ended and can't come there any more.
            """)

    @Argument(help: "track, stop, idle or state")
    var event: Event

    @Argument(
        help: "The name of the state, behind `state`.", completion: .list(PlayerState.Kind.allCases.map(\.rawValue)))
    var name: String?

    @Option(help: ArgumentHelp("How long to wait: seconds (12.5), or 1:30.", valueName: "time"))
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
            throw ValidationError("'\(name)' is one word too many: only `segue wait state` takes a name.")
        }
        if let timeout, TimeText.time(timeout) == nil {
            throw ValidationError("'\(timeout)' is no time: write seconds (12.5), or 1:30.")
        }
    }

    func run() throws {
        let client = try PlayerClient.connect()
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
