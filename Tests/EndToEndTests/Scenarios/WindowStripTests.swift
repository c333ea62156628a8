import Foundation
import SDBus
import Testing

/// The strip, which is shown after both tracks have been analysed: the analysis takes long beside other suites.
extension EndToEnd {
    @Suite struct StripOfWindow {
        /// Waits until the player has analysed both tracks, and plans their transition by what it has heard.
        private static func awaitAnalysis(_ session: Session) async throws {
            while try await ["ramped", "similar"].contains(
                session.own("Tier", of: Session.transitions).asString ?? "") == false
            {
                try Task.checkCancellation()
            }
        }

        @Test("The menu of the strip moves the seam, and plays what leads to it")
        func seam() async throws {
            try await Session.run { session in
                try session.configure("transitions = \"listen\"", "fadeInDuration = 0")
                try await Window.play(session, seconds: 24, "One", "Two")
                // The pause leaves time for the analysis.
                _ = try await session.segue("pause")
                try await Self.awaitAnalysis(session)
                // Near the seam, the strip shows it in close-up: the middle of the strip is on the seam.
                let start = try await session.own("Start", of: Session.transitions).asInt64 ?? 0
                #expect(try await session.segue("seek", "\(start / 1_000_000 - 4)").status == 0)
                try await session.withScreen { screen in
                    let window = try screen.open()
                    func transition(_ property: String) async throws -> BusValue {
                        try await session.own(property, of: Session.transitions)
                    }
                    try await Self.awaitAnalysis(session)
                    func choose(_ item: String, until isDone: () async throws -> Bool) async throws {
                        try await screen.clickSecond("slider", "Position and transition")
                        try await screen.press("menu item", item)
                        while try await !isDone() { try Task.checkCancellation() }
                    }
                    let planned = try await transition("Duration").asInt64 ?? 0
                    try await choose("Longer") {
                        let duration = try await transition("Duration").asInt64 ?? 0
                        return try await transition("Tier").asString == "pinned" && duration > planned
                    }
                    try await choose("Join Without a Transition") { try await transition("Duration").asInt64 == 0 }
                    try await screen.sees("label", "Transition changed")
                    try await choose("Reset Transition") { try await transition("Tier").asString != "pinned" }
                    try await choose("Hear It") { try await session.status(is: "Playing") }
                    // -1 if the next track follows the end of this one.
                    let start = try await transition("Start").asInt64.map { $0 < 0 ? 24_000_000 : $0 } ?? 0
                    let position = try await session.position()
                    #expect(abs((start - 8_000_000) - position) < 3_000_000, "\(start) \(position)")
                    #expect(Window.complaints(window).isEmpty)
                    try await Window.close(window)
                }
            }
        }

        private static let hint = "Drag the transition to move it; its edges make it longer or shorter."

        @Test("When the pointer is on a seam for the first time ever, a hint says that it can be dragged")
        func hint() async throws {
            try await Session.run { session in
                try session.configure("transitions = \"listen\"", "fadeInDuration = 0")
                try await Window.play(session, seconds: 24, "One", "Two")
                _ = try await session.segue("pause")
                try await Self.awaitAnalysis(session)
                // Near the seam, the strip shows it in close-up: the middle of the strip is on the seam.
                let start = try await session.own("Start", of: Session.transitions).asInt64 ?? 0
                #expect(try await session.segue("seek", "\(start / 1_000_000 - 4)").status == 0)
                try await session.withScreen { screen in
                    func isHinting() async throws -> Bool {
                        try await screen.things(with: "slider", "Position and transition")
                            .contains { $0.role == "label" && $0.name == Self.hint }
                    }
                    /// Drags the seam, and waits until the player has answered. The pointer stays on the seam.
                    func drag(_ distance: Int) async throws {
                        try await screen.dragAcross("slider", "Position and transition", distance)
                        try await screen.sees("label", "Transition changed")
                    }
                    let window = try screen.open()
                    try await screen.sees("push button", "Play")
                    #expect(try await !isHinting(), "before the pointer is on the seam")
                    try await screen.hover("slider", "Position and transition")
                    try await screen.sees("label", Self.hint)
                    try await screen.leave()
                    try await reads("the hint", isHinting, until: { !$0 })
                    try await drag(-20)
                    #expect(try await !isHinting(), "for the second time")
                    #expect(Window.complaints(window).isEmpty)
                    try await Window.close(window)

                    let second = try screen.open()
                    try await screen.sees("push button", "Play")
                    try await drag(20)
                    #expect(try await !isHinting(), "after a restart")
                    #expect(Window.complaints(second).isEmpty)
                    try await Window.close(second)
                }
            }
        }

        @Test("In a fade, the times of the strip are below it, and the track's own beside its title")
        func timesInFade() async throws {
            try await Session.run { session in
                try session.configure(
                    "transitions = \"listen\"", "fadeInDuration = 0", "skipCrossfadeDuration = 10")
                try await session.makeFLAC("one.flac", title: "One", seconds: 60)
                try await session.makeFLAC("two.flac", title: "Two", seconds: 75)
                _ = try await session.startDaemon(["--output", "null", "one.flac", "two.flac"])
                try await session.playing("One")
                _ = try await session.segue("pause")
                try await Self.awaitAnalysis(session)
                // Near the seam, the strip shows it in close-up: the middle of the strip is on the seam.
                let start = try await session.own("Start", of: Session.transitions).asInt64 ?? 0
                #expect(try await session.segue("seek", "\(start / 1_000_000 - 4)").status == 0)
                try await session.withScreen { screen in
                    let window = try screen.open()
                    try await screen.sees("push button", "Play")
                    try await Self.awaitAnalysis(session)
                    #expect(try await session.segue("seek", "20").status == 0)
                    #expect(try await session.segue("resume").status == 0)
                    let mark = await session.observer.mark()
                    #expect(try await session.segue("next").status == 0)
                    try await session.announced("State", of: Session.crossfade, from: mark) {
                        $0.asString == "Fading"
                    }
                    try await session.playing("Two")
                    // The times stand still in a pause.
                    #expect(try await session.segue("pause").status == 0)
                    let line = "Paused in a transition: \u{2068}One\u{2069} → \u{2068}Two\u{2069}"
                    try await screen.sees("label", line)
                    let (position, length) = (try await session.position() / 1_000_000, 75)
                    try await screen.sees("label", "The Tones · \(Self.clock(Int(position))) of \(Self.clock(length))")
                    let (elapsed, remaining) = try await Self.times(screen, line)
                    #expect((20...31).contains(elapsed), "on the axis of the outgoing track")
                    #expect([59, 60].contains(elapsed + remaining), "\(elapsed) and \(remaining)")
                    // After the fade, both are the times of the track.
                    let after = await session.observer.mark()
                    #expect(try await session.segue("resume").status == 0)
                    try await session.announced("State", of: Session.crossfade, from: after) {
                        $0.asString == "Idle"
                    }
                    try await screen.sees("label", "The Tones")
                    #expect(try await session.segue("pause").status == 0)
                    try await screen.sees("push button", "Play")
                    try await reads("the times", { try await Self.times(screen, "Two") }) {
                        [74, 75].contains($0.elapsed + $0.remaining)
                    }
                    #expect(Window.complaints(window).isEmpty)
                    try await Window.close(window)
                }
            }
        }

        private static func clock(_ seconds: Int) -> String {
            "\(seconds / 60):\(String(seconds % 60 + 100).dropFirst())"
        }

        /// Returns the times below the strip, in seconds, once there is a label with this text.
        private static func times(_ screen: Screen, _ label: String) async throws -> (elapsed: Int, remaining: Int) {
            let things = try await screen.things(with: "label", label)
            let after = things.drop { $0.name != "Position and transition" }.filter { $0.role == "label" }
            let times = after.compactMap { $0.name.firstMatch(of: /^(−?)(\d+):(\d\d)$/) }
            let elapsed = try #require(times.first { $0.output.1.isEmpty }?.output)
            let remaining = try #require(times.first { !$0.output.1.isEmpty }?.output)
            func seconds(_ minutes: Substring, _ rest: Substring) -> Int { (Int(minutes) ?? 0) * 60 + (Int(rest) ?? 0) }
            return (seconds(elapsed.2, elapsed.3), seconds(remaining.2, remaining.3))
        }
    }
}
