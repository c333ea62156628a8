import Foundation
import SDBus
import Testing

/// Transitions that listen, seen from the bus (design.md, Transitions that listen).
extension EndToEnd {
    @Suite struct Listening {
        /// A paused player with two tracks that stay even to their ends, and go on in silence for 5 s.
        private func start(_ session: Session) async throws {
            try session.configure("output = \"null\"", "fadeInDuration = 0", "crossfadeDuration = 2")
            for name in ["A", "B"] {
                try await session.makeFLAC("\(name)-whole.flac", title: name, seconds: 24)
                let made = try await session.run("sox", "-q", "\(name)-whole.flac", "\(name).flac", "pad", "0", "5")
                #expect(made.status == 0, "\(made)")
            }
            _ = try await session.startDaemon("A.flac", "B.flac")
            #expect(try await session.segue("pause").status == 0)
        }

        /// Waits until the sound of both tracks has decided.
        private func listened(_ session: Session, from mark: Int) async throws {
            try await session.announced("Tier", of: Session.transitions, from: mark, within: .seconds(60)) {
                $0.asString == "ramped"
            }
        }

        private func planned(_ session: Session) async throws -> [String: Any] {
            let shown = try await session.segue("transition", "--json")
            #expect(shown.status == 0, "\(shown)")
            return try #require(
                try JSONSerialization.jsonObject(with: Data(shown.output.utf8)) as? [String: Any], "\(shown)")
        }

        @Test("Where both tracks are known, the transition ends with the last sound; facts outlive the player")
        func known() async throws {
            try await Session.run { session in
                var mark = await session.observer.mark()
                try await start(session)
                try await listened(session, from: mark)
                let plan = try await planned(session)
                let (start, duration) = (plan["start"] as? Double ?? 0, plan["duration"] as? Double ?? 0)
                #expect(abs(start + duration - 24.05) < 0.1, "\(plan)")
                #expect(plan["outgoing"] as? String == "A" && plan["incoming"] as? String == "B")
                #expect((plan["outgoingGains"] as? [Double])?.count == 33)
                let text = try await session.segue("transition")
                #expect(text.output.hasPrefix("A → B\nIn 0:") && text.output.contains("(ramped)"), "\(text)")

                try await session.endPlayer()
                mark = await session.observer.mark()
                _ = try await session.startDaemon()
                #expect(try await session.segue("resume").status == 0)
                try await listened(session, from: mark)
            }
        }

        @Test("With plain transitions nothing is analysed, and the fade is at the end of the file")
        func plain() async throws {
            try await Session.run { session in
                let mark = await session.observer.mark()
                try await start(session)
                try await listened(session, from: mark)
                #expect(try await session.segue("config", "set", "transitions", "plain").status == 0)
                let plan = try await planned(session)
                #expect(plan["tier"] as? String == "plain")
                #expect(plan["start"] as? Double == 27 && plan["duration"] as? Double == 2, "\(plan)")
            }
        }
    }
}
