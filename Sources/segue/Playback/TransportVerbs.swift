import ArgumentParser
import SDBus
import SegueClient
import SegueKit

struct NextVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "next", abstract: "Go to the next track.",
        discussion: "Returns when it is heard, or when no track could be played; then the one before goes on.")

    @OptionGroup var wait: NavigationWait

    func run() throws { try wait.go("Next") }
}

struct PreviousVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "previous", abstract: "Go back to what was heard before.",
        discussion: "Returns when it is heard, or when no track could be played; then the one before goes on.")

    @OptionGroup var wait: NavigationWait

    func run() throws { try wait.go("Previous") }
}

struct CrossfadeVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "crossfade", abstract: "Go to the next track now, with the fade of a track's end.",
        discussion: "As `segue next`, over crossfadeDuration and not skipCrossfadeDuration.")

    func run() throws {
        try PlayerClient.connect().call("Crossfade", on: .control, timeout: PlayerClient.navigationTimeout)
    }
}

struct CancelVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Give up a skip or a seek that takes long; what plays goes on.",
        discussion: "Where nothing is heard, the player stops. Succeeds also where nothing is awaited.")

    func run() throws {
        try PlayerClient.connect().call("Cancel", on: .control)
    }
}

/// The option to return without waiting for a skip.
struct NavigationWait: ParsableArguments {
    @Flag(help: "Return at once, as a key should: `segue status` tells what came of it.")
    var noWait = false

    /// Calls Control1's method or, with `--no-wait`, MPRIS's method of the same name, which replies immediately.
    func go(_ method: String) throws {
        try PlayerClient.connect().call(
            method, on: noWait ? .player : .control, timeout: PlayerClient.navigationTimeout)
    }
}

struct PauseVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Pause; in the middle of a crossfade too.")

    func run() throws {
        try PlayerClient.connect().call("Pause", on: .control)
    }
}

struct ResumeVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Go on after a pause or a stop.")

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
        discussion: "The place in the track is kept: `segue resume` goes on there.")

    @Option(
        help: ArgumentHelp("Length of the fade-out in seconds, instead of the configured one.", valueName: "seconds"))
    var fade: String?

    @Flag(inversion: .prefixedNo, help: "Stop at the end of the track, once; or do not after all.")
    var afterTrack: Bool?

    func validate() throws {
        guard afterTrack == nil || fade == nil else {
            throw ValidationError("At the end of the track there is nothing to fade: --fade is for a stop now.")
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
