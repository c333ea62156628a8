import ArgumentParser
import SDBus
import SegueClient
import SegueKit

struct NextVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "next", abstract: "Go to the next track.",
        discussion: "Returns when the track is heard. If none can be played, the former track continues.")

    @OptionGroup var wait: NavigationWait

    func run() throws { try wait.go("Next") }
}

struct PreviousVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "previous", abstract: "Go back to the previous track.",
        discussion: "Returns when the track is heard. If none can be played, the former track continues.")

    @OptionGroup var wait: NavigationWait

    func run() throws { try wait.go("Previous") }
}

struct CrossfadeVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "crossfade", abstract: "Go to the next track now, with the fade of a track's end.",
        discussion: "Like `segue next`, but over crossfadeDuration instead of skipCrossfadeDuration.")

    func run() throws {
        try PlayerClient.connect().call("Crossfade", on: .control, timeout: PlayerClient.navigationTimeout)
    }
}

struct CancelVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Cancel a skip or a seek that takes long; the current audio continues.",
        discussion: "If nothing is heard, the player stops. If nothing is pending, succeeds without effect.")

    func run() throws {
        try PlayerClient.connect().call("Cancel", on: .control)
    }
}

/// The option to return without waiting for a skip.
struct NavigationWait: ParsableArguments {
    @Flag(help: "Return immediately, as a keyboard shortcut should; `segue status` shows the outcome.")
    var noWait = false

    /// Calls Control1's method or, with `--no-wait`, MPRIS's method of the same name, which replies immediately.
    func go(_ method: String) throws {
        try PlayerClient.connect().call(
            method, on: noWait ? .player : .control, timeout: PlayerClient.navigationTimeout)
    }
}

struct PauseVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Pause, even during a crossfade.")

    func run() throws {
        try PlayerClient.connect().call("Pause", on: .control)
    }
}

struct ResumeVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Resume after a pause or a stop.")

    func run() throws {
        try PlayerClient.connect().call("Resume", on: .control, timeout: PlayerClient.navigationTimeout)
    }
}

struct ToggleVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggle", abstract: "Pause when playing, play when paused or stopped.")

    func run() throws {
        try PlayerClient.connect().call("Toggle", on: .control, timeout: PlayerClient.navigationTimeout)
    }
}

struct StopVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "Fade out and stop.",
        discussion: "The position in the track is kept, and `segue resume` continues there.")

    @Option(
        help: ArgumentHelp("Length of the fade-out in seconds, instead of the configured one.", valueName: "seconds"))
    var fade: String?

    @Flag(inversion: .prefixedNo, help: "Stop once, at the end of the track; or cancel this.")
    var afterTrack: Bool?

    func validate() throws {
        guard afterTrack == nil || fade == nil else {
            throw ValidationError("--fade excludes --after-track and --no-after-track.")
        }
        guard fade == nil || fadeDuration != nil else {
            throw ValidationError("--fade takes a number of seconds from 0 to 30, not '\(fade ?? "")'.")
        }
    }

    private var fadeDuration: Int64? {
        guard let fade, let time = TimeText.time(fade), time.seconds <= 30 else { return nil }
        return time.microseconds
    }

    func run() throws {
        if let afterTrack { return try stop(afterTrack: afterTrack) }
        try PlayerClient.connect().call(
            "Stop", on: .control, [.int64(fadeDuration ?? -1)], timeout: PlayerClient.navigationTimeout)
    }

    private func stop(afterTrack: Bool) throws {
        let client = try PlayerClient.connect()
        try client.set("StopAfterTrack", of: .control, to: .boolean(afterTrack))
        guard afterTrack, try client.property("StopAfterTrack", of: .control).asBoolean != true else { return }
        throw CommandFailure("The player is stopped already.")
    }
}
