import ArgumentParser
import SDBus
import SegueClient

struct QueueJumpVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "jump", abstract: "Play an entry.",
        discussion: "Returns when the entry is heard. If it can't be played, the former track continues.")

    @Argument(help: "The place of the entry, counted from 1.", completion: Completions.places)
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
