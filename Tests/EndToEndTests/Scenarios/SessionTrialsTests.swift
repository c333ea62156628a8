import Foundation
import Testing

/// Sessions that nobody thought of.
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
    }
}
