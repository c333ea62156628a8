import Foundation
import SDBus
import Testing

/// The standard interfaces during a crossfade (mpris.md, The crossfade).
extension EndToEnd {
    @Suite struct CrossfadeConformance {
        private static let second: Int64 = 1_000_000

        /// Starts a player with four tracks of a minute each that fade for three seconds.
        private func start(_ session: Session) async throws {
            for name in ["A", "B", "C", "D"] { try await session.makeFLAC("\(name).flac", title: name, seconds: 60) }
            try session.configure(
                "crossfadeDuration = 3", "skipCrossfadeDuration = 3", "fadeInDuration = 0", "fadeOutDuration = 0")
            _ = try await session.startDaemon("--output", "null", "A.flac", "B.flac", "C.flac", "D.flac")
            try await session.playing("A")
        }

        /// Seeks to just before the fade, and waits until it is heard.
        private func fade(_ session: Session) async throws -> Int {
            let mark = await session.observer.mark()
            let track = try await session.track()
            try await session.player("SetPosition", .objectPath(track), .int64(56 * Self.second))
            try await session.observer.signal(from: mark, "the fade to start") { $0.member == "Started" }
            return mark
        }

        @Test("X1, X6, X7, B12, B13: an automatic crossfade is one message on Player")
        func automatic() async throws {
            try await Session.run { session in
                try await start(session)
                let mark = try await fade(session)
                // After the seek, half of the remaining time.
                let start = Double(try await session.crossfadeProperty("OutgoingStart").asInt64 ?? 0) / 1e6
                #expect(abs(start - 58) < 0.05, "\(start)")
                #expect(try await session.crossfadeProperty("OutgoingGains").asArray?.count == 33)
                try await session.observer.signal(from: mark, "the fade to end") { $0.member == "Finished" }
                try await session.settle()
                #expect(try await session.crossfadeProperty("OutgoingGains").asArray?.count == 0)
                let told = await session.announcements(from: mark).filter { $0["Metadata"] != nil }
                #expect(told.count == 1, "X6: \(told.count)")
                let flip = try #require(told.first)
                #expect(flip["PlaybackStatus"]?.asString == "Playing", "B13")
                #expect(flip["Metadata"]?.asProperties?["xesam:title"]?.asString == "B", "X1")
                #expect(flip["Metadata"]?.asProperties?["mpris:length"]?.asInt64 == 60 * Self.second, "X7")
                // The other signals on the standard path: the preceding seek, twice on a busy machine, and, in the
                // list, the update of the played track.
                let all = await session.observer.signals(from: mark).filter { $0.path == Session.mprisPath }
                let kinds = all.filter { $0.interface != Session.trackList }.map(\.member)
                #expect(Set(kinds) == ["Seeked", "PropertiesChanged"], "B16: \(kinds)")
                #expect(kinds.count { $0 == "PropertiesChanged" } == 1, "X6: \(kinds)")
                let listed = all.filter { $0.interface == Session.trackList }.map(\.member)
                #expect(listed.allSatisfy { $0 == "TrackMetadataChanged" }, "\(listed)")
            }
        }

        @Test("X3: in a fade every key acts on the track that is shown")
        func keysInAFade() async throws {
            try await Session.run { session in
                try await start(session)
                let outgoing = try await session.track()
                let mark = try await fade(session)
                #expect(try await session.title() == "B")
                try await session.player("SetPosition", .objectPath(outgoing), .int64(5 * Self.second))
                #expect(try await session.title() == "B", "X3: the outgoing track is stale")
                try await session.player("Next")
                #expect(try await session.title() == "C", "X3")
                try await session.playing("C")
                try await session.player("Previous")
                #expect(try await session.title() == "B", "X3")
                try await session.playing("B")
                try await session.observer.signal(from: mark, "the fades to end") { signal in
                    signal.member == "Finished" && signal.arguments[2].asBoolean == true
                }
                #expect(try await session.status(is: "Playing"))
            }
        }

        @Test("X4: a pause in a fade holds it, and a stop ends it, in one message each")
        func pauseAndStop() async throws {
            try await Session.run { session in
                try await start(session)
                _ = try await fade(session)
                var mark = await session.observer.mark()
                try await session.player("Pause")
                try await session.settle()
                let paused = await session.announcements(from: mark)
                #expect(paused.compactMap { $0["PlaybackStatus"]?.asString } == ["Paused"], "X4")
                let progress = try await session.crossfadeProperty("Progress").asDouble
                #expect(try await session.crossfadeProperty("State").asString == "Suspended")
                mark = await session.observer.mark()
                try await session.player("Play")
                try await session.settle()
                #expect(
                    await session.announcements(from: mark).compactMap { $0["PlaybackStatus"]?.asString } == ["Playing"]
                )
                #expect(
                    (try await session.crossfadeProperty("Progress").asDouble ?? 0) >= (progress ?? 1) - 0.001, "X4")
                mark = await session.observer.mark()
                try await session.player("Stop")
                try await session.announced("PlaybackStatus", from: mark) { $0.asString == "Stopped" }
                try await session.settle()
                #expect(
                    await session.announcements(from: mark).compactMap { $0["PlaybackStatus"]?.asString } == ["Stopped"]
                )
                let finished = await session.observer.signals(from: mark).filter { $0.member == "Finished" }
                #expect(finished.map { $0.arguments[2].asBoolean } == [false], "X4")
                #expect(try await session.crossfadeProperty("State").asString == "Idle")
            }
        }

        @Test("X5: a seek in a fade moves what is shown, and is told once")
        func seek() async throws {
            try await Session.run { session in
                try await start(session)
                _ = try await fade(session)
                let mark = await session.observer.mark()
                let track = try await session.track()
                try await session.player("SetPosition", .objectPath(track), .int64(20 * Self.second))
                #expect(try await session.position() >= 20 * Self.second, "X5, P9")
                try await session.settle()
                // On a busy machine, the new position may be heard so late that it is announced again.
                let seeks = await session.seeks(from: mark)
                #expect(seeks.first == 20 * Self.second && seeks.count <= 2, "X5, P10: \(seeks)")
                #expect(try await session.title() == "B")
                try await session.playing("B")
            }
        }

        @Test("X9: the incoming track can be removed while it fades in")
        func removeIncoming() async throws {
            try await Session.run { session in
                try await start(session)
                _ = try await fade(session)
                let incoming = try await session.track()
                try await session.trackList("RemoveTrack", .objectPath(incoming))
                #expect(try await session.track() != incoming, "X9")
                try await session.playing("C")
                #expect(try await session.titles() == ["A", "C", "D"])
            }
        }
    }
}
