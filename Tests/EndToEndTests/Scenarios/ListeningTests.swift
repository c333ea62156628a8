import Foundation
import SDBus
import Testing

/// Content-dependent transitions, as seen from the bus (design.md, Transitions that listen).
extension EndToEnd {
    @Suite struct Listening {
        /// Starts a paused player with two calm tracks that are even to their ends, and end with 3 s of silence.
        private func start(_ session: Session) async throws {
            try session.configure(
                "transitions = \"listen\"", "output = \"null\"", "fadeInDuration = 0", "crossfadeDuration = 2")
            for name in ["A", "B"] {
                try await session.makeFLAC("\(name)-whole.flac", title: name, seconds: 21)
                let made = try await session.run(
                    "sox", "-q", "\(name)-whole.flac", "\(name).flac", "gain", "-15", "pad", "0", "3")
                #expect(made.status == 0, "\(made)")
            }
            try await startPaused(session, "A.flac", "B.flac")
        }

        /// Starts a player paused at the start of the first of two files, however late the pause arrived.
        private func startPaused(_ session: Session, _ first: String, _ second: String) async throws {
            _ = try await session.startDaemon(first, second)
            // The player is on the bus before it has inspected the files.
            try await session.playing("A")
            let paused = try await session.segue("pause")
            #expect(paused.status == 0, "\(paused)")
            let sought = try await session.segue("seek", "0")
            #expect(sought.status == 0, "\(sought)")
        }

        /// Waits until the analysis of both tracks has determined the transition.
        private func listened(_ session: Session, from mark: Int) async throws {
            try await session.announced("Tier", of: Session.transitions, from: mark, within: .seconds(240)) {
                $0.asString == "ramped"
            }
        }

        private func planned(_ session: Session) async throws -> [String: Any] {
            let shown = try await session.segue("transition", "--json")
            #expect(shown.status == 0, "\(shown)")
            return try #require(
                try JSONSerialization.jsonObject(with: Data(shown.output.utf8)) as? [String: Any], "\(shown)")
        }

        @Test("Tracks that are known meet at the last sound, or plainly at the file's end; facts outlive the player")
        func known() async throws {
            try await Session.run { session in
                var mark = await session.observer.mark()
                try await start(session)
                try await listened(session, from: mark)
                let plan = try await planned(session)
                let (start, duration) = (plan["start"] as? Double ?? 0, plan["duration"] as? Double ?? 0)
                #expect(abs(start + duration - 21.05) < 0.1, "\(plan)")
                #expect(plan["outgoing"] as? String == "A" && plan["incoming"] as? String == "B")
                #expect((plan["outgoingGains"] as? [Double])?.count == 33)
                let text = try await session.segue("transition")
                #expect(text.output.hasPrefix("A → B\nIn 0:") && text.output.contains("(ramped)"), "\(text)")

                #expect(try await session.segue("config", "set", "transitions", "plain").status == 0)
                let plain = try await planned(session)
                #expect(plain["tier"] as? String == "plain")
                #expect(plain["start"] as? Double == 22 && plain["duration"] as? Double == 2, "\(plain)")
                #expect(try await session.segue("config", "set", "transitions", "listen").status == 0)

                try await session.endPlayer()
                mark = await session.observer.mark()
                _ = try await session.startDaemon()
                #expect(try await session.segue("resume").status == 0)
                try await listened(session, from: mark)
            }
        }

        @Test("A transition that a person sets is kept for its files, wherever they lie, until it is reset")
        func pinned() async throws {
            try await Session.run { session in
                var mark = await session.observer.mark()
                try await start(session)
                // However long the analysis takes, the transition has not begun.
                #expect(try await session.segue("pause").status == 0)
                #expect(try await session.segue("seek", "0").status == 0)
                try await listened(session, from: mark)
                let shown = try await session.segue(
                    "transition", "set", "longer", "3", "earlier", "4", "curve", "linear")
                #expect(shown.status == 0 && shown.output.contains("(pinned)"), "\(shown)")
                let plan = try await planned(session)
                #expect(plan["tier"] as? String == "pinned")
                let (begin, length) = (plan["start"] as? Double ?? 0, plan["duration"] as? Double ?? 0)
                #expect(abs(begin + length - 17.05) < 0.1 && length > 3, "\(plan)")

                // The files are moved, and the player ends.
                try await session.endPlayer()
                let music = session.folder.appendingPathComponent("music")
                for name in ["A", "B"] {
                    try FileManager.default.moveItem(
                        at: music.appendingPathComponent("\(name).flac"),
                        to: music.appendingPathComponent("moved \(name).flac"))
                }
                mark = await session.observer.mark()
                try await startPaused(session, "moved A.flac", "moved B.flac")
                try await session.announced("Tier", of: Session.transitions, from: mark, within: .seconds(240)) {
                    $0.asString == "pinned"
                }
                let again = try await planned(session)
                #expect(again["start"] as? Double == begin, "\(again)")
                let list = try await session.segue("transition", "list")
                #expect(
                    list.output.hasPrefix("1. The Tones – A → The Tones – B: at 0:1")
                        && list.output.hasSuffix("s, linear\n"), "\(list)")

                mark = await session.observer.mark()
                #expect(try await session.segue("transition", "reset").output.contains("(ramped)"))
                #expect(try await session.segue("transition", "list").output == "No transition is set.\n")
                let refused = try await session.segue("transition", "reset")
                #expect(refused.status == 1 && refused.errors.contains("was not set"), "\(refused)")
                let wrong = try await session.segue("transition", "set", "sideways")
                #expect(wrong.status == 2 && wrong.errors.contains("'sideways'"), "\(wrong)")
            }
        }
    }
}
