import SDBus
import Testing

extension EndToEnd.Window {
    @Test("The menu of the track stops, rates and crosses over; that of the strip moves the seam")
    func trackMenus() async throws {
        try await Session.run { session in
            try session.configure("transitions = \"listen\"", "fadeInDuration = 0")
            try await Self.play(session, "One", "Two", "Three")
            try await session.withScreen { screen in
                let window = try screen.open()
                func choose(_ items: String...) async throws {
                    try await screen.press("push button", "Track Menu")
                    for item in items { try await screen.press("menu item", item) }
                }
                func own(_ property: String, _ interface: String) async throws -> BusValue {
                    try await session.observer.property(
                        property, of: interface, at: Session.seguePath, destination: Session.player)
                }
                func transition(_ property: String) async throws -> BusValue {
                    try await own(property, Session.transitions)
                }
                try await screen.sees("push button", "Pause")
                try await choose("Stop After This Track")
                while try await own("StopAfterTrack", Session.control).asBoolean != true {
                    try Task.checkCancellation()
                }
                try await choose("Stop After This Track")
                while try await own("StopAfterTrack", Session.control).asBoolean != false {
                    try Task.checkCancellation()
                }
                try await choose("Rating", "3 Stars")
                while try await session.metadata()["xesam:userRating"]?.asDouble.map({ abs($0 - 0.6) < 0.01 }) != true {
                    try Task.checkCancellation()
                }
                // The strip is there as soon as both tracks have been listened to.
                _ = try await session.segue("pause")
                while try await ["ramped", "similar"].contains(transition("Tier").asString ?? "") == false {
                    try Task.checkCancellation()
                }
                func chooseOfStrip(_ item: String, until isDone: () async throws -> Bool) async throws {
                    try await screen.clickSecond("slider", "Position and transition")
                    try await screen.press("menu item", item)
                    while try await !isDone() { try Task.checkCancellation() }
                }
                let planned = try await transition("Duration").asInt64 ?? 0
                try await chooseOfStrip("Longer") {
                    let duration = try await transition("Duration").asInt64 ?? 0
                    return try await transition("Tier").asString == "pinned" && duration > planned
                }
                try await chooseOfStrip("Join Without a Transition") {
                    try await transition("Duration").asInt64 == 0
                }
                try await chooseOfStrip("Reset Transition") { try await transition("Tier").asString != "pinned" }
                try await chooseOfStrip("Hear It") { try await session.status(is: "Playing") }
                // -1 where the next track follows the end of this one.
                let start = try await transition("Start").asInt64.map { $0 < 0 ? 60_000_000 : $0 } ?? 0
                let position = try await session.position()
                #expect(abs((start - 8_000_000) - position) < 3_000_000, "\(start) \(position)")
                try await choose("Crossfade Now")
                try await session.playing("Two")
                try await choose("Stop")
                try await screen.sees("push button", "Play")
                #expect(Self.complaints(window).isEmpty)
                try await Self.close(window)
            }
        }
    }
}
