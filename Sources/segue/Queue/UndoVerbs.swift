import ArgumentParser
import SDBus
import SegueClient

struct UndoVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Take the last edit of the queue back, and say how.",
        discussion: """
            The last 20 edits can be taken back, also those of the session before: what was added, removed, moved, \
            shuffled, cleared, or replaced by something else to play. What plays goes on if it is in the queue \
            afterwards.
            """)

    func run() throws { try EditStep.undo.take() }
}

struct RedoVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo", abstract: "Take the last undo back, and say how.")

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
