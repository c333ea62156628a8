import ArgumentParser
import SegueKit

/// The process that answers searches from the desktop. The bus starts it; not a verb for people.
struct DesktopSearchVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "desktop-search", abstract: "Answer searches from the desktop.", shouldDisplay: false)

    func run() throws {
        do {
            try DesktopSearch.run()
        } catch {
            throw CommandFailure("Searches from the desktop can't be answered: \(error)")
        }
    }
}
