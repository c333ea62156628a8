import ArgumentParser
import SDBus
import SegueClient

struct QueueJumpVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "jump", abstract: "Play an entry.",
        discussion: "Returns when it can be heard, or says why it can't be played; then the one before goes on.")

    @Argument(help: "Its place, counted from 1.", completion: Completions.places)
    var place: Int

    func validate() throws {
        guard place >= 1 else { throw ValidationError("Places in the queue are counted from 1.") }
    }

    func run() throws {
        let client = try PlayerClient.connect()
        try client.call(
            "Jump", on: .queue, [.objectPath(try client.queueEntry(at: place).id)],
            timeout: PlayerClient.navigationTimeout)
    }
}
