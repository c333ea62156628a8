import ArgumentParser
import SDBus
import SegueClient

struct UndoVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Revert the last edit of the queue, and print what was done.",
        discussion: """
            The last 20 edits can be reverted, including those of the previous session: entries added, removed, moved, \
            shuffled or cleared, and queues replaced. The current track plays on if it is in the queue afterwards.
            """)

    func run() throws { try EditStep.undo.take() }
}

struct RedoVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo", abstract: "Revert the last undo, and print what was done.")

    func run() throws { try EditStep.redo.take() }
}

/// A step through the edit history of the queue.
private enum EditStep: String {
    case undo = "Undo"
    case redo = "Redo"

    func take() throws {
        let client = try PlayerClient.connect()
        let sentence = try client.property("\(rawValue)Text", of: .queue).asString ?? ""
        try client.call(rawValue, on: .queue)
        Terminal.standardOutput.writeLine(printable(sentence))
    }
}
