import ArgumentParser
import SDBus
import SegueClient

struct TransitionResetVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Remove what was set for a transition.",
        discussion: """
            The player then decides about the transition again. Without a place, resets the transition at the end of \
            the track.
            """)

    @Argument(help: "The place in `segue transition list`, from 1.")
    var place: Int?

    @Flag(help: "Reset every transition that was set.")
    var all = false

    func validate() throws {
        if let place, place < 1 { throw ValidationError("The first place is 1.") }
        if place != nil, all { throw ValidationError("A place and --all exclude each other.") }
    }

    func run() throws {
        let client = try PlayerClient.connect()
        guard place != nil || all else {
            guard let planned = try client.plannedTransition(), planned.tier == "pinned" else {
                throw CommandFailure("The transition at the end of the track was not set.")
            }
            try client.call(
                "Unpin", on: .transitions, [.objectPath(planned.outgoing), .objectPath(planned.incoming)])
            return try client.show(try client.plannedTransition())
        }
        let pins = try client.pins()
        if let place {
            guard pins.indices.contains(place - 1) else {
                let count = pins.count == 1 ? "1 transition is set" : "\(pins.count) transitions are set"
                throw CommandFailure("There is no transition \(place): \(count).")
            }
            try client.call("RemovePins", on: .transitions, [.strings([pins[place - 1].id])])
        } else {
            try client.call("RemovePins", on: .transitions, [.strings(pins.map(\.id))])
        }
    }
}
