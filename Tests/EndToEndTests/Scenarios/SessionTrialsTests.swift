import Foundation
import Testing

/// Sessions of random commands.
extension EndToEnd {
    @Suite struct Sessions {
        @Test("Nine random sessions: never four tracks at once, never silence, nothing on stderr")
        func random() async throws {
            try await Session.run { session in
                let trials = try await session.run(
                    BuiltProducts.sessionTrials.path, "--sessions", "9", "--at-once", "6")
                #expect(trials.status == 0, "\(trials)")
                print(trials.text)
            }
        }

        @Test("A random session on a sound server that hangs and recovers: heard again, and no position goes back")
        func hangingServer() async throws {
            try await Session.run { session in
                let trials = try await session.run(
                    BuiltProducts.sessionTrials.path, "--sessions", "1", "--seed", "10")
                #expect(trials.status == 0, "\(trials)")
                print(trials.text)
            }
        }
    }
}
