import ArgumentParser
import SDBus
import SegueClient
import SegueKit

struct SleepVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sleep", abstract: "Fade out and stop after a while.",
        discussion: """
            A bare number means minutes here, and seconds in `segue seek`. Prints the time that was set. Without an \
            argument, shows the remaining time.
            """)

    @Argument(
        help: ArgumentHelp("30m, 1h30m, 90s, 30 (minutes), or off.", valueName: "time"),
        completion: .list(["15m", "30m", "45m", "1h", "2h", "off"]))
    var time: String?

    func validate() throws {
        guard let time, time != "off" else { return }
        guard let duration = TimeText.duration(time), duration > .zero else {
            throw ValidationError("'\(time)' is not a duration: write 30m, 1h30m, 90s or off.")
        }
    }

    func run() throws {
        let client = try PlayerClient.connect()
        guard let time else {
            let remaining = try client.property("SleepRemaining", of: .control).asTime
            Terminal.standardOutput.writeLine(remaining?.description ?? "off")
            return
        }
        let duration = time == "off" ? .zero : TimeText.duration(time) ?? .zero
        try client.call("Sleep", on: .control, [.int64(duration.microseconds)])
        Terminal.standardOutput.writeLine(duration == .zero ? "off" : "Fades out and stops in \(duration).")
    }
}
