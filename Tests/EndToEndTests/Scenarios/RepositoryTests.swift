import Foundation
import Glibc
import Testing

/// The scripts of the repository that a newcomer and a packager run.
extension EndToEnd {
    @Suite struct Repository {
        @Test("The pieces that `make run` makes have the same samples each time")
        func pieces() async throws {
            try await Session.run { session in
                var sounds: [String] = []
                for folder in ["one", "two"] {
                    let made = try await session.script("pieces", session.music(folder).path)
                    #expect(made.status == 0, "\(made)")
                    // An Ogg stream has a random serial number, so the samples are compared, not the files.
                    let decoded = try await session.run(
                        "sh", "-c", "cd \(folder) && oggdec -Q -o - 2/*.ogg | cat - 1/*.flac 3/*.mp3 | sha256sum")
                    sounds.append(decoded.text)
                }
                #expect(sounds[0] == sounds[1])
            }
        }
    }
}

extension Session {
    /// Runs a script of the repository to its end.
    fileprivate func script(_ name: String, _ arguments: String...) async throws -> Finished {
        let path = BuiltProducts.repository.appendingPathComponent("scripts/\(name)").path
        return try await start(path, arguments).finish()
    }
}
