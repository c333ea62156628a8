import Foundation
import SDBus
import SegueTestSupport
import Testing

/// The list of a client that only replays signals (mpris.md, TrackList and Playlists).
extension EndToEnd {
    @Suite struct TrackListConformance {
        /// The list of a remote control: filled once, then changed only by signals.
        struct Replayed {
            var tracks: [String]

            mutating func apply(_ signal: BusSignal) {
                let arguments = signal.arguments
                switch (signal.interface, signal.member) {
                case (Session.trackList, "TrackListReplaced"):
                    tracks = arguments[0].asObjectPaths ?? []
                case (Session.trackList, "TrackAdded"):
                    guard let track = arguments[0].asProperties?["mpris:trackid"]?.asObjectPath else { return }
                    let after = arguments[1].asObjectPath ?? ""
                    tracks.insert(track, at: (tracks.firstIndex(of: after) ?? -1) + 1)
                case (Session.trackList, "TrackRemoved"):
                    tracks.removeAll { $0 == arguments[0].asObjectPath }
                default: break
                }
            }

            /// Applies the signals from `start` on, and returns their number.
            mutating func follow(_ session: Session, from start: Int) async -> Int {
                let signals = await session.observer.signals(from: start)
                for signal in signals where signal.path == Session.mprisPath { apply(signal) }
                return signals.count
            }
        }

        @Test("T1–T8: after 1,600 random edits, the signals replayed are the list")
        func replay() async throws {
            try await Session.run { session in
                let file = try session.makeLevel("A.wav", frames: 44100, left: 100, right: 100)
                var names: [String] = []
                for number in 0..<40 {
                    try FileManager.default.linkItem(at: file, to: session.music("\(number).wav"))
                    names.append(session.music("\(number).wav").path)
                }
                _ = try await session.startDaemon("--output", "null")
                var random = SeededRandom(state: 20)
                let start = await session.observer.mark()
                var replayed = Replayed(
                    tracks: try #require(
                        try await session.all(of: Session.trackList)["Tracks"]?.asObjectPaths))
                var handled = start
                for round in 0..<16 {
                    // A hundred edits through both interfaces, of the list as replayed; then the comparison. In every
                    // fourth round, the current and the prepared track change with the list.
                    let isPlaying = round % 4 == 0
                    if !isPlaying { try await session.player("Stop") }
                    for _ in 0..<100 {
                        try await edit(session, &random, names, replayed.tracks, isPlaying: isPlaying)
                        handled += await replayed.follow(session, from: handled)
                    }
                    try await session.settle()
                    handled += await replayed.follow(session, from: handled)
                    let tracks = try await session.all(of: Session.trackList)["Tracks"]?.asObjectPaths
                    #expect(replayed.tracks == tracks, "round \(round), seed 20")
                    if replayed.tracks != tracks { return }
                    #expect(Set(replayed.tracks).count == replayed.tracks.count, "T8")
                }
            }
        }

        private func edit(
            _ session: Session, _ random: inout SeededRandom, _ names: [String], _ tracks: [String], isPlaying: Bool
        ) async throws {
            let some = tracks.randomElement(using: &random) ?? Session.noTrack
            let other = tracks.randomElement(using: &random) ?? Session.noTrack
            let name = names.randomElement(using: &random) ?? names[0]
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<5:
                try await session.trackList(
                    "AddTrack", .string("file://\(name)"), .objectPath(some),
                    .boolean(isPlaying && Int.random(in: 0..<10, using: &random) == 0))
            case 5..<10: try await session.trackList("RemoveTrack", .objectPath(some))
            case 10..<14 where !tracks.isEmpty:
                try await session.queue("Move", .objectPath(some), .string("after"), .objectPath(other))
            case 14 where isPlaying: try await session.trackList("GoTo", .objectPath(some))
            case 15:
                try await session.queue(
                    "Insert", .strings([name, name]), .string("next"), .objectPath(Session.noTrack), .boolean(false),
                    Session.noDetails)
            case 16 where tracks.count > 2: try await session.queue("Remove", .objectPaths([some, other]))
            case 17: try await session.set("Shuffle", .boolean(Bool.random(using: &random)))
            case 18 where Int.random(in: 0..<10, using: &random) == 0: try await session.queue("Clear")
            case 19: try await session.player("Next")
            case 18 where isPlaying && !tracks.isEmpty: try await session.player("PlayPause")
            default: try await session.player(isPlaying ? "Play" : "Stop")
            }
        }

        @Test("T3–T5: unknown tracks are passed over")
        func unknown() async throws {
            try await Session.run { session in
                try await session.makeFLAC("A.flac", title: "A", seconds: 60)
                try await session.makeFLAC("B.flac", title: "B", seconds: 60)
                _ = try await session.startDaemon("--output", "null", "A.flac")
                try await session.playing("A")
                let track = try await session.track()
                let known = try await session.trackList(
                    "GetTracksMetadata", .objectPaths([track, "/no/such/track", track]))
                let ids = known.first?.asArray?.compactMap { $0.asProperties?["mpris:trackid"]?.asObjectPath }
                #expect(ids == [track, track], "T3")
                for member in ["RemoveTrack", "GoTo"] {
                    try await session.trackList(member, .objectPath("/no/such/track"))
                    try await session.trackList(member, .objectPath(Session.noTrack))
                }
                #expect(try await session.track() == track, "T5")
                let uri = session.music("B.flac").absoluteString
                try await session.trackList("AddTrack", .string(uri), .objectPath(Session.noTrack), .boolean(false))
                #expect(try await session.titles() == ["B", "A"], "T4")
                try await session.trackList(
                    "AddTrack", .string(uri), .objectPath("/no/such/track"), .boolean(false))
                #expect(try await session.titles() == ["B", "A", "B"], "T4")
                #expect(
                    await session.error("T4") {
                        try await session.trackList(
                            "AddTrack", .string("gopher://example.org/"), .objectPath(track), .boolean(false))
                    } == .notSupported)
                try await session.trackList("RemoveTrack", .objectPath(track))
                try await session.playing("B")
            }
        }
    }
}
