import EventLoop
import Foundation
import SDBus
import SegueTestSupport
import Testing

/// The position as drawn by clients.
extension EndToEnd {
    @Suite struct DrawnPosition {
        /// A widget that never queries the position. It relies on Seeked, the status and new tracks, and on its own
        /// clock.
        private struct Widget {
            var base: Int64 = 0
            var since = MonotonicTime.now
            var isPlaying = true
            var track = ""

            mutating func apply(_ signal: BusSignal, at time: MonotonicTime) {
                guard signal.path == Session.mprisPath else { return }
                if signal.member == "Seeked" {
                    base = signal.arguments[0].asInt64 ?? 0
                    since = time
                }
                guard signal.member == "PropertiesChanged", signal.arguments[0].asString == Session.playerInterface,
                    let properties = signal.arguments[1].asProperties
                else { return }
                if let new = properties["Metadata"]?.asProperties?["mpris:trackid"]?.asObjectPath, new != track {
                    track = new
                    base = 0
                    since = time
                }
                guard let status = properties["PlaybackStatus"]?.asString else { return }
                base = status == "Stopped" ? 0 : position(at: time)
                since = time
                isPlaying = status == "Playing"
            }

            func position(at time: MonotonicTime) -> Int64 {
                isPlaying ? base + time.nanoseconds(since: since) / 1000 : base
            }
        }

        /// The tolerance in microseconds: smaller differences are not announced, and a signal takes time to arrive.
        private static let tolerance: Int64 = 300_000

        @Test("A widget that draws the position by signals alone stays with it through 200 actions")
        func widget() async throws {
            try await Session.run { session in
                try await session.play(count: 5)
                try await session.set("LoopStatus", .string("Playlist"))
                var widget = Widget(base: try await session.position(), track: try await session.track())
                var handled = await session.observer.mark()
                var random = SeededRandom(state: 5)
                var errors: [Int64] = []
                for _ in 0..<200 {
                    switch Int.random(in: 0..<6, using: &random) {
                    case 0: try await session.player("PlayPause")
                    case 1: try await session.player("Next")
                    case 2: try await session.player("Previous")
                    case 3:
                        try await session.player(
                            "Seek", .int64(Int64.random(in: -9_000_000...9_000_000, using: &random)))
                    case 4: try await session.player("Play")
                    default:
                        try await session.player(
                            "SetPosition", .objectPath(try await session.track()),
                            .int64(Int64.random(in: 0...40_000_000, using: &random)))
                    }
                    // Some time passes, by the player's own clock if it is running.
                    for _ in 0..<Int.random(in: 1...40, using: &random) { _ = try await session.position() }
                    // A slow load is announced when it is heard, and the last position of a drag 0.1 s later.
                    let limit = MonotonicTime.now.advanced(byNanoseconds: 1_000_000_000)
                    var error: Int64
                    repeat {
                        let before = MonotonicTime.now
                        let position = try await session.position()
                        let after = MonotonicTime.now
                        for (signal, time) in await session.observer.timedSignals(from: handled) {
                            handled += 1
                            widget.apply(signal, at: time)
                        }
                        // The query itself takes time, during which playback continues.
                        let drawn = (widget.position(at: before), widget.position(at: after))
                        error = max(0, drawn.0 - position, position - drawn.1)
                    } while error > Self.tolerance && MonotonicTime.now < limit
                    errors.append(error)
                }
                let far = errors.filter { $0 > Self.tolerance }
                #expect(far.isEmpty, "microseconds")
            }
        }
    }
}
