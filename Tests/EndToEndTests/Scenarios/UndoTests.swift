import Glibc
import SDBus
import SegueTestSupport
import Testing

/// Undone edits of the queue, as made by scripts and clients.
extension EndToEnd {
    @Suite struct Undo {
        private static let interface = "\(Session.application).Queue1"

        /// Returns the tracks of the queue, with their identities on the bus.
        private func tracks(_ session: Session) async throws -> [String] {
            let reply = try await session.observer.call(
                Session.player, Session.seguePath, Self.interface, "List", .uint32(0), .uint32(250))
            return (reply.last?.asArray ?? []).compactMap { $0.asProperties?["mpris:trackid"]?.asObjectPath }
        }

        @Test(
            "A clear, a removal and something else to play are taken back, the same entries, also after kill -9"
        )
        func takeBack() async throws {
            try await Session.run { session in
                for name in ["A", "B", "C", "D"] {
                    try session.makeLevel("\(name).wav", frames: 44100 * 60, left: 3000, right: 3000)
                }
                _ = try await session.startDaemon("--output", "null")
                #expect(try await session.segue("undo").errors.contains("There is no edit to undo."))
                #expect(try await session.segue("play", "A.wav", "B.wav", "C.wav").status == 0)
                let whole = try await tracks(session)
                #expect(whole.count == 3)

                var mark = await session.observer.mark()
                #expect(try await session.segue("queue", "remove", "2-3").status == 0)
                try await session.announced("UndoText", of: Self.interface, from: mark) {
                    $0.asString == "Put 2 tracks back."
                }
                mark = await session.observer.mark()
                #expect(try await session.segue("undo").output == "Put 2 tracks back.\n")
                let inserted = try await session.observer.signal(from: mark, "Inserted") { $0.member == "Inserted" }
                #expect(inserted.arguments[0].asObjectPath == whole[0])
                #expect(try await tracks(session) == whole)
                #expect(try await session.playerProperty("PlaybackStatus").asString == "Playing")
                #expect(try await session.segue("redo").output == "Take 2 tracks out.\n")
                #expect(try await session.segue("undo").status == 0)

                // Another queue, and back to the previous one.
                #expect(try await session.segue("play", "C.wav").status == 0)
                #expect(try await session.segue("undo").output == "Bring back the queue of 3 tracks.\n")
                #expect(try await tracks(session) == whole)
                try await session.playing("A")

                #expect(try await session.segue("queue", "clear").status == 0)
                #expect(try await session.segue("add", "D.wav").status == 0)
                await session.saves("D.wav")
                try await session.endPlayer(SIGKILL)

                _ = try await session.startDaemon("--output", "null")
                #expect(try await session.segue("undo").output == "Take “D” out.\n")
                #expect(try await session.segue("undo").output == "Bring back the queue of 3 tracks.\n")
                #expect(try await tracks(session) == whole)
                #expect(try await session.segue("redo").output == "Empty the queue.\n")
            }
        }
    }
}
